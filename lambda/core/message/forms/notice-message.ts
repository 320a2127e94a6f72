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
  topic: 'ADDRESSES',
};

function labelOf({ event, about }: ReceiverNotice): string {
  return event === 'resolved' ? 'RESOLVED' : OPENED[about.kind];
}

/** The notice as an e-mail. */
export function noticeMail(notice: ReceiverNotice): { readonly subject: string; readonly text: string } {
  return {
    subject: subjectLine(`[${labelOf(notice)}] ${noticeSummary(notice)}`),
    text: mailOf(noticeContent(notice), [notice.deployment, noticeId(notice)]),
  };
}

export function noticeMessage(notice: ReceiverNotice): Pick<SnsMessage, 'subject' | 'message'> {
  const { subject, text } = noticeMail(notice);
  return {
    subject,
    message: JSON.stringify({
      default: JSON.stringify(noticeDocument(notice)),
      email: text,
      https: JSON.stringify(noticeCard(notice)),
    }),
  };
}
