/** A notification, and a notice about another receiver, as the mail that a mail server takes: the text and the subject are those of the topic. */

import { mailText, subjectOf } from '../../lambda/core/message/forms/mail';
import { noticeMail } from '../../lambda/core/message/forms/notice-message';
import { type Notification, notificationId } from '../../lambda/core/message/notification';
import { noticeId, noticeKey, type ReceiverNotice } from '../../lambda/core/message/receiver-notice';
import { shortDigest } from '../../lambda/core/words/short-digest';

export interface MailMessage {
  readonly subject: string;
  readonly text: string;
  /** Does not change if the mail is sent again. */
  readonly messageId: string;
  /** The message id of the first mail of its thread; `null` if this is it. */
  readonly inReplyTo: string | null;
}

/** All mails about an incident are a thread. `from` is the address of the sender, whose domain the ids have. */
export function notificationMail(notification: Notification, from: string): MailMessage {
  const [{ event }] = notification.alerts;
  const isFirst =
    event === 'opened' && notification.alerts.some(({ incidentId }) => incidentId === notification.threadId);
  const ids = messageIds(notification.threadId, notificationId(notification), isFirst, from);
  return { subject: subjectOf(notification), text: mailText(notification), ...ids };
}

export function noticeMessage(notice: ReceiverNotice, from: string): MailMessage {
  const ids = messageIds(noticeKey(notice), noticeId(notice), notice.event === 'opened', from);
  return { ...noticeMail(notice), ...ids };
}

/** Ids of services and receivers may have signs that a message id can't. Source: RFC 5322, section 3.6.4. */
function messageIds(
  thread: string,
  id: string,
  isFirst: boolean,
  from: string,
): Pick<MailMessage, 'messageId' | 'inReplyTo'> {
  const domain = from.slice(from.lastIndexOf('@') + 1);
  const first = `<thread-${shortDigest(thread)}@${domain}>`;
  if (isFirst) return { messageId: first, inReplyTo: null };
  return { messageId: `<alert-${shortDigest(id)}@${domain}>`, inReplyTo: first };
}
