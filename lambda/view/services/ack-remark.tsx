/** Who is on what fails, on a page and in a widget. */

import { ackNote, ackWord } from '../../core/documents/words/ack-words';
import type { Silence } from '../../core/silence/silence';
import { Time } from '../parts/time';

/** For beside a state; nothing if nobody is on it. */
export function AckRemark({ ack, now }: { readonly ack: Silence | null; readonly now: number }) {
  if (ack === null) return null;
  return (
    <p class="when">
      <span class="badge">{ackWord(ack)}</span> since <Time at={ack.from} now={now} />
      {ackNote(ack)}
    </p>
  );
}
