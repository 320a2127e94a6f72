/** The notice about another receiver as a message to an SNS topic: a text for each protocol, and no attributes, as alarms have none. */

import type { ReceiverNotice } from '../receiver-notice';
import { noticeId, noticeSummary } from '../receiver-notice';
import { noticeCard } from './chat-card';
import { mailOf, subjectLine } from './mail';
import { noticeContent, noticeDocument } from './notice-content';
import type { SnsMessage } from './sns-message';

const LABELS: Readonly<Record<ReceiverNotice['event'], string>> = { opened: "CAN'T NOTIFY", resolved: 'RESOLVED' };

export function noticeMessage(notice: ReceiverNotice): Pick<SnsMessage, 'subject' | 'message'> {
  return {
    subject: subjectLine(`[${LABELS[notice.event]}] ${noticeSummary(notice)}`),
    message: JSON.stringify({
      default: JSON.stringify(noticeDocument(notice)),
      email: mailOf(noticeContent(notice), `${notice.deployment} · ${noticeId(notice)}`),
      https: JSON.stringify(noticeCard(notice)),
    }),
  };
}
