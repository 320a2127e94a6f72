/** The notice about another receiver, or about a pulse, as a message to an SNS topic: a text for each protocol, and no attributes, as alarms have none. */

import type { ReceiverNotice } from '../receiver-notice';
import { noticeId, noticeSummary } from '../receiver-notice';
import { noticeCard } from './chat-card';
import { mailOf, subjectLine } from './mail';
import { noticeContent, noticeDocument } from './notice-content';
import type { SnsMessage } from './sns-message';

const OPENED: Readonly<Record<ReceiverNotice['about']['kind'], string>> = {
  receiver: "CAN'T NOTIFY",
  pulse: 'NO PULSE',
};

function labelOf({ event, about }: ReceiverNotice): string {
  return event === 'resolved' ? 'RESOLVED' : OPENED[about.kind];
}

export function noticeMessage(notice: ReceiverNotice): Pick<SnsMessage, 'subject' | 'message'> {
  return {
    subject: subjectLine(`[${labelOf(notice)}] ${noticeSummary(notice)}`),
    message: JSON.stringify({
      default: JSON.stringify(noticeDocument(notice)),
      email: mailOf(noticeContent(notice), `${notice.deployment} · ${noticeId(notice)}`),
      https: JSON.stringify(noticeCard(notice)),
    }),
  };
}
