/** A receiver that is notified by mail, through your own mail server: on a laptop only. */

import { reachOf } from '../../lambda/core/config/addresses';
import type { ReceiverConfig } from '../../lambda/core/config/receivers';
import type { SecretValue } from '../../lambda/core/config/secret-value';
import { BusyError, UnansweredError, UnfitError } from '../../lambda/core/deliver/notification-sink';
import type { Receiver } from '../../lambda/core/deliver/receiver';
import { receiverFilter } from '../../lambda/core/deliver/receiver-filter';
import { mailText, subjectOf } from '../../lambda/core/message/forms/mail';
import { noticeMail } from '../../lambda/core/message/forms/notice-message';
import { notificationId } from '../../lambda/core/message/notification';
import { noticeId, noticeKey } from '../../lambda/core/message/receiver-notice';
import { secretCleaner } from '../../lambda/core/probe/hide-secrets';
import { revealedValue } from '../../lambda/core/probe/revealed-value';
import type { Clock } from '../../lambda/core/words/clock';
import { shortDigest } from '../../lambda/core/words/short-digest';
import { isSmtp, SMTP_EXPECTED } from '../../lambda/receivers/smtp/keys';

/** The limit of one mail, in milliseconds. Many servers greet late, since senders of spam don't wait. */
const TIMEOUT_MS = 10_000;
const ANSWER_LENGTH = 160;

export interface SmtpReceiverOptions {
  readonly timeoutMs?: number;
  /** Whether a server on this machine may do without TLS; it may unless this is `false`. */
  readonly trustsLoopback?: boolean;
}

interface Mail {
  readonly subject: string;
  readonly text: string;
  /** Does not change if the mail is sent again. */
  readonly id: string;
  /** Names the thread; that of an incident has all its mails. */
  readonly thread: string;
  readonly isFirst: boolean;
}

/** Sends mails to one address. Its errors are those of a `NotificationSink`. They show neither the server nor user and password. */
export function createSmtpReceiver(
  config: ReceiverConfig,
  clock: Pick<Clock, 'now'>,
  options: SmtpReceiverOptions = {},
): Receiver {
  const send = (mail: Mail) => sendMail(mail, config, clock.now(), options);
  return {
    id: config.id,
    isForPeople: true,
    filter: receiverFilter(config, false),
    send: async (notification) => {
      const { alerts, threadId: thread } = notification;
      const isFirst = alerts[0].event === 'opened' && alerts.some(({ incidentId }) => incidentId === thread);
      const [subject, text, id] = [subjectOf(notification), mailText(notification), notificationId(notification)];
      await send({ subject, text, id, thread, isFirst });
    },
    sendNotice: async (notice) => {
      const isFirst = notice.event === 'opened';
      await send({ ...noticeMail(notice), id: noticeId(notice), thread: noticeKey(notice), isFirst });
    },
  };
}

async function sendMail(
  { subject, text, id, thread, isFirst }: Mail,
  { settings }: ReceiverConfig,
  now: number,
  { timeoutMs = TIMEOUT_MS, trustsLoopback = true }: SmtpReceiverOptions,
): Promise<void> {
  const settingOf = (name: string) => revealedValue(settings[name] as SecretValue, name);
  const server = settingOf('url');
  if (!URL.canParse(server) || !isSmtp(new URL(server))) throw new Error(`its url is not right: ${SMTP_EXPECTED}`);
  const url = new URL(server);
  const sender = mailboxOf(settingOf('from'));
  // Ids of services and receivers may have characters that a message id can't. Source: RFC 5322, section 3.6.4.
  const idOf = (name: string) => `<${name}${sender.address.slice(sender.address.lastIndexOf('@'))}>`;
  const first = idOf(`thread-${shortDigest(thread)}`);
  // Loaded only now: few configs have a mail server.
  const { createTransport } = await import('nodemailer');
  const isHere = trustsLoopback && reachOf(url.href.replace(/^smtps?:/, 'http:')) === 'self';
  // A little less: if this takes too long, no mail was sent.
  const beforeMs = timeoutMs * 0.9;
  const transport = createTransport({
    url: url.href,
    // Otherwise the password and the mail could be sent in plain text.
    requireTLS: url.protocol === 'smtp:' && !isHere,
    tls: { rejectUnauthorized: !isHere },
    connectionTimeout: beforeMs,
    greetingTimeout: beforeMs,
    dnsTimeout: beforeMs,
    socketTimeout: timeoutMs,
  });
  try {
    await transport.sendMail({
      from: { ...sender, name: sender.name || 'statuswatch' },
      to: mailboxOf(settingOf('to')),
      subject,
      text,
      textEncoding: 'quoted-printable',
      date: new Date(now),
      ...(isFirst
        ? { messageId: first }
        : { messageId: idOf(`alert-${shortDigest(id)}`), inReplyTo: first, references: first }),
      // RFC 3834, section 5: keeps replies of absent people away.
      headers: { 'Auto-Submitted': 'auto-generated' },
      signal: AbortSignal.timeout(timeoutMs),
    });
  } catch (error) {
    throw smtpFault(error as SmtpFailure, url);
  } finally {
    transport.close();
  }
}

/** `Ops <ops@company.com>`, or the address alone. */
function mailboxOf(text: string) {
  const [, name = '', address = text] = /^(.*) <(.*)>$/.exec(text) ?? [];
  return { name, address };
}

/** The error of nodemailer, as far as it is read. */
interface SmtpFailure {
  readonly message: string;
  readonly code?: string;
  /** The command that failed, such as `DATA`. */
  readonly command?: string;
  readonly responseCode?: number;
  readonly response?: string;
  readonly syscall?: string;
  readonly timeoutType?: string;
  /** The address that the server refused. */
  readonly rejected?: readonly string[];
}

/** Failures before a mail was sent, by code, kind of timeout or system call. */
const BEFORE =
  /^(EDNS|ETLS|EREQUIRETLS|ENOAUTH|ECONFIG|EPROTOCOL|(DNS|CONNECT|GREETING|UPGRADE)_TIMEOUT|connect|ESOCKET .*(certificate|SSL|TLS))/i;
const NETWORK = /\b(ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)\b/;

/**
 * A reply of 400 to 499 is temporary: the mail is to be sent again later. One of 500 to 599 is permanent; to `DATA`, it is about what the
 * mail holds. Source: RFC 5321, section 4.2.1.
 */
function smtpFault(failure: SmtpFailure, { href, host, hostname, username, password }: URL): Error {
  const { message, code = '', command, responseCode = 0, response, syscall = '', timeoutType = '' } = failure;
  const [user, pass] = [decodeURIComponent(username), decodeURIComponent(password)];
  const login = user === '' ? [] : [user, pass, `${user}\0${pass}`, `\0${user}\0${pass}`];
  const clean = secretCleaner([href, host, hostname, ...login]);
  if (responseCode >= 400) {
    const answer = clean([...(failure.rejected ?? []), response ?? responseCode].join(': '), ANSWER_LENGTH);
    if (command === 'STARTTLS') return new Error(`no TLS, so nothing was sent: ${answer}`);
    if (code === 'EAUTH') return new Error(`the login was refused: ${answer}`);
    if (responseCode < 500) return new BusyError(`asked to try again later: ${answer}`, null);
    return command === 'DATA' ? new UnfitError(`refused: ${answer}`) : new Error(`refused: ${answer}`);
  }
  // The whole text may hold the address of the server.
  const text = NETWORK.exec(message)?.[0] ?? (code === 'EABORT' ? 'it took too long' : message);
  const reason = clean(text, ANSWER_LENGTH);
  if ([`${code} ${message}`, syscall, timeoutType].some((cause) => BEFORE.test(cause)))
    return new Error(`no connection (${reason})`);
  return new UnansweredError(`no answer (${reason})`);
}
