/** Who is on what fails, on a page and in a widget. */

import { ackNote, ackWord } from '../../core/documents/words/ack-words';
import type { AckDocument } from '../../core/silence/silence-document';
import { Time } from '../parts/time';

/** For beside a state; nothing if nobody is on it. */
export function AckRemark({ ack, now }: { readonly ack: AckDocument | null; readonly now: number }) {
  if (ack === null) return null;
  return (
    <p class="when">
      <span class="badge">{ackWord(ack)}</span> since <Time at={Date.parse(ack.since)} now={now} />
      {ackNote(ack)}
    </p>
  );
}
