/** Who is on what fails, on a page and in a widget. */

import type { ServiceNow } from '../../core/documents/service-document';
import { ackNote, ackWord } from '../../core/documents/words/ack-words';
import { Time } from '../parts/time';

/** For beside a state; nothing if nobody is on it. */
export function AckRemark({ ack, now }: Pick<ServiceNow, 'ack'> & { readonly now: number }) {
  if (ack === null) return null;
  return (
    <p class="when">
      <span class="badge">{ackWord(ack)}</span> since <Time at={Date.parse(ack.since)} now={now} />
      {ackNote(ack)}
    </p>
  );
}
