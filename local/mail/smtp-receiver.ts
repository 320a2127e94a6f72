/** A receiver that is notified by mail, through a server of one's own: on a laptop alone. */

import type { SendMailOptions, SentMessageInfo } from 'nodemailer';
import { reachOf } from '../../lambda/core/config/addresses';
import type { ReceiverConfig } from '../../lambda/core/config/receivers';
import type { Receiver } from '../../lambda/core/deliver/receiver';
import { receiverFilter } from '../../lambda/core/deliver/receiver-filter';
import { secretCleaner } from '../../lambda/core/probe/hide-secrets';
import type { Clock } from '../../lambda/core/words/clock';
import { isSmtp, SMTP_EXPECTED } from '../../lambda/receivers/smtp/keys';
import { type MailMessage, noticeMessage, notificationMail } from './mail-message';
import { type SmtpFailure, smtpFault } from './smtp-fault';

/** The limit of one mail, in milliseconds. Many servers greet late, since senders of spam don't wait. */
const TIMEOUT_MS = 10_000;
const BEFORE_SHARE = 0.9;
/** How many mails are remembered that some of their addresses have not taken. */
const MOST_PARTLY_SENT = 100;
const SENDER = 'statuswatch';

export interface SmtpReceiverOptions {
  readonly timeoutMs?: number;
  /** Whether a server on this machine may do without TLS; it may unless this is `false`. */
  readonly trustsLoopback?: boolean;
}

interface MailSettings {
  readonly url: URL;
  readonly from: Mailbox;
  readonly to: readonly Mailbox[];
}

interface Mailbox {
  /** Empty if there is none. */
  readonly name: string;
  readonly address: string;
}

/**
 * Sends each mail once to each address: a mail that some addresses have not taken goes to these alone when it is sent again. Its errors are
 * those of a `NotificationSink`, and contain neither the address of the server nor user and password.
 */
export function createSmtpReceiver(
  config: ReceiverConfig,
  clock: Pick<Clock, 'now'>,
  { timeoutMs = TIMEOUT_MS, trustsLoopback = true }: SmtpReceiverOptions = {},
): Receiver {
  const taken = new Map<string, ReadonlySet<string>>();
  const sendAs = async (mailOf: (from: string) => MailMessage) => {
    const settings = settingsOf(config);
    const mail = mailOf(settings.from.address);
    const before = taken.get(mail.messageId) ?? new Set();
    const left = settings.to.filter(({ address }) => !before.has(address));
    if (left.length === 0) return;
    const { accepted, fault } = await deliver(mail, left, settings, { now: clock.now(), timeoutMs, trustsLoopback });
    if (fault === null) {
      taken.delete(mail.messageId);
      return;
    }
    if (accepted.length > 0) remember(taken, mail.messageId, new Set([...before, ...accepted]));
    throw fault;
  };
  return {
    id: config.id,
    isForPeople: true,
    filter: receiverFilter(config, false),
    send: (notification) => sendAs((from) => notificationMail(notification, from)),
    sendNotice: (notice) => sendAs((from) => noticeMessage(notice, from)),
  };
}

function remember(taken: Map<string, ReadonlySet<string>>, id: string, addresses: ReadonlySet<string>): void {
  taken.delete(id);
  taken.set(id, addresses);
  const [oldest] = taken.keys();
  if (taken.size > MOST_PARTLY_SENT && oldest !== undefined) taken.delete(oldest);
}

interface Delivery {
  readonly accepted: readonly string[];
  /** `null` if all addresses have taken it. */
  readonly fault: Error | null;
}

interface DeliveryOptions extends Required<SmtpReceiverOptions> {
  readonly now: number;
}

async function deliver(
  mail: MailMessage,
  to: readonly Mailbox[],
  settings: MailSettings,
  options: DeliveryOptions,
): Promise<Delivery> {
  const { url } = settings;
  const { now, timeoutMs } = options;
  const clean = secretCleaner(secretsOf(url));
  const addresses = to.map(({ address }) => address);
  // Loaded only now: few configs have a mail server.
  const { createTransport } = await import('nodemailer');
  const transport = createTransport(transportOptions(url, options));
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const info = await transport.sendMail({
      ...mailOptions(mail, settings, now),
      envelope: { from: settings.from.address, to: addresses },
      signal,
    });
    return {
      accepted: addresses.filter((address) => info.accepted.includes(address)),
      fault: rejection(info, to.length, clean),
    };
  } catch (error) {
    return { accepted: [], fault: smtpFault(error as SmtpFailure, clean) };
  } finally {
    transport.close();
  }
}

/** The server accepted the mail, but not for all addresses. */
function rejection(info: SentMessageInfo, count: number, clean: ReturnType<typeof secretCleaner>): Error | null {
  const { rejected = [], rejectedErrors: [first] = [] } = info;
  if (first === undefined) return null;
  const fault = smtpFault(first, clean);
  fault.message = `${rejected.length} of ${count} addresses: ${fault.message}`;
  return fault;
}

/**
 * `smtps://` is TLS from the start. `smtp://` has to offer STARTTLS, so that neither password nor mail is sent in plain text; on this machine
 * it need not, and its certificate is not looked at.
 */
function transportOptions(url: URL, { timeoutMs, trustsLoopback }: DeliveryOptions) {
  const isSecure = url.protocol === 'smtps:';
  const isHere = trustsLoopback && reachOf(url.href.replace(/^smtps?:/, 'http:')) === 'self';
  const user = decodeURIComponent(url.username);
  const auth = user === '' ? undefined : { user, pass: decodeURIComponent(url.password) };
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    ...(url.port !== '' && { port: Number(url.port) }),
    secure: isSecure,
    requireTLS: !isSecure && !isHere,
    tls: { rejectUnauthorized: !isHere },
    ...(auth && { auth }),
    // A little less: what takes too long before a mail is on its way is known not to have arrived.
    connectionTimeout: timeoutMs * BEFORE_SHARE,
    greetingTimeout: timeoutMs * BEFORE_SHARE,
    dnsTimeout: timeoutMs * BEFORE_SHARE,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function mailOptions(
  { subject, text, messageId, inReplyTo }: MailMessage,
  { from, to }: MailSettings,
  now: number,
): SendMailOptions {
  return {
    from: { ...from, name: from.name || SENDER },
    to: [...to],
    subject,
    text,
    textEncoding: 'quoted-printable',
    date: new Date(now),
    messageId,
    ...(inReplyTo !== null && { inReplyTo, references: inReplyTo }),
    headers: {
      // RFC 3834, section 5: keeps replies of absent people away.
      'Auto-Submitted': 'auto-generated',
    },
  };
}

/** Throws without showing a value. */
function settingsOf({ settings }: ReceiverConfig): MailSettings {
  const [url, from, to] = [settings.url, settings.from, settings.to].map((setting) =>
    setting === undefined || setting.kind === 'secret' ? '' : setting.value,
  ) as [string, string, string];
  if (!URL.canParse(url) || !isSmtp(new URL(url))) throw new Error(`its url is not right: ${SMTP_EXPECTED}`);
  return { url: new URL(url), from: mailboxOf(from), to: to.split(', ').map(mailboxOf) };
}

/** `Ops <ops@company.com>`, or the address alone. */
function mailboxOf(text: string): Mailbox {
  const [name, address] = text.includes('<') ? text.slice(0, -1).split('<') : ['', text];
  return { name: String(name).trim(), address: String(address) };
}

/** All that an answer must not repeat to people. */
function secretsOf(url: URL): readonly string[] {
  const user = decodeURIComponent(url.username);
  const password = decodeURIComponent(url.password);
  return [url.href, url.host, url.hostname, user, password, `${user}\0${password}`, `\0${user}\0${password}`].filter(
    (secret) => secret !== '',
  );
}
