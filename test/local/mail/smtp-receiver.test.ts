/** Mail through a real server on loopback, and how each of its answers is read. */

import { type AddressInfo, createServer, type Server } from 'node:net';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import type { ReceiverConfig } from '../../../lambda/core/config/receivers';
import type { Receiver } from '../../../lambda/core/deliver/receiver';
import type { Alert } from '../../../lambda/core/message/alert';
import { mailText, subjectOf } from '../../../lambda/core/message/forms/mail';
import { notificationId, notificationOf } from '../../../lambda/core/message/notification';
import { createSmtpReceiver, type SmtpReceiverOptions } from '../../../local/mail/smtp-receiver';
import { alertOn, hostileAlert } from '../../support/core/alerts';
import { NOW } from '../../support/core/observations';
import { type Certificates, makeCertificates } from '../../support/http/certificates';
import { runs } from '../../support/jest/lane';

interface Mail {
  readonly to: readonly string[];
  readonly isSecure: boolean;
  readonly user: unknown;
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
}

let certificates: Certificates;
beforeAll(async () => {
  certificates = await makeCertificates();
});

const ends: (() => Promise<unknown>)[] = [];
afterEach(() => Promise.all(ends.splice(0).map((end) => end())));

async function listen(server: Server | SMTPServer['server']): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** A mail server without login and TLS, unless the options give it these. */
async function startMail(options: SMTPServerOptions = {}) {
  const { cert, key } = certificates.selfSigned;
  const mails: Mail[] = [];
  const logins: unknown[] = [];
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    closeTimeout: 100,
    cert,
    key,
    onAuth: ({ username, password }, _, done) => {
      logins.push({ username, password });
      done(null, { user: username });
    },
    onData: async (stream, { envelope, secure, user }, done) => {
      mails.push({
        to: envelope.rcptTo.map(({ address }) => address),
        isSecure: secure,
        user,
        ...parsed(await buffer(stream)),
      });
      done();
    },
    ...options,
  });
  server.on('error', () => undefined);
  const port = await listen(server.server);
  ends.push(() => new Promise<void>((resolve) => void server.close(resolve)));
  return { port, mails, logins };
}

function parsed(raw: Buffer): Pick<Mail, 'headers' | 'text'> {
  const [head = '', ...body] = raw.toString('latin1').split('\r\n\r\n');
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  const headers = new Map(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  );
  const bytes = body
    .join('\r\n\r\n')
    .replace(/=\r\n/g, '')
    .replace(/=([\dA-F]{2})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
  return { headers, text: Buffer.from(bytes, 'latin1').toString('utf8').replaceAll('\r\n', '\n').trimEnd() };
}

function receiverAt(
  url: string,
  options: SmtpReceiverOptions = {},
  to = 'ana@company.com',
  from = 'alerts@company.com',
): Receiver {
  const literal = (value: string) => ({ kind: 'literal' as const, value });
  const config: ReceiverConfig = {
    id: 'mail',
    kind: 'smtp',
    settings: { url: literal(url), from: literal(from), to: literal(to) },
    services: null,
    events: null,
    kinds: null,
    severities: null,
    afterMs: 0,
  };
  return createSmtpReceiver(config, { now: () => NOW }, options);
}

const OPENED = notificationOf(alertOn('opened'));
const RESOLVED = notificationOf(alertOn('resolved'));

async function failureOf(receiver: Receiver, sent = OPENED): Promise<string> {
  return receiver.send(sent).then(
    () => 'accepted',
    (error: Error) => `${error.name}: ${error.message}`,
  );
}

const refusal = (code: number, text: string) => Object.assign(new Error(text), { responseCode: code });

it('sends the mail of the topic, as one thread for each incident', async () => {
  const { port, mails } = await startMail();
  const receiver = receiverAt(`smtp://127.0.0.1:${port}`);
  await receiver.send(OPENED);
  await receiver.send(RESOLVED);
  const [opened, resolved] = mails;
  expect([opened?.to, opened?.text, opened?.headers.get('subject')]).toEqual([
    ['ana@company.com'],
    mailText(OPENED),
    subjectOf(OPENED),
  ]);
  expect(Object.fromEntries(opened?.headers ?? [])).toMatchObject({
    from: 'statuswatch <alerts@company.com>',
    to: 'ana@company.com',
    date: new Date(NOW).toUTCString().replace('GMT', '+0000'),
    'auto-submitted': 'auto-generated',
  });
  const thread = opened?.headers.get('message-id');
  expect(thread).toMatch(/^<thread-[\da-f]{16}@company\.com>$/);
  expect([resolved?.headers.get('in-reply-to'), resolved?.headers.get('references')]).toEqual([thread, thread]);
  expect(resolved?.headers.get('message-id')).toMatch(/^<alert-[\da-f]{16}@company\.com>$/);
});

it('shows the names of its sender and its recipient', async () => {
  const { port, mails } = await startMail();
  const to = 'Ops Team <ops@company.com>';
  await receiverAt(`smtp://127.0.0.1:${port}`, {}, to, 'Status <status@company.com>').send(OPENED);
  expect(mails.map((mail) => mail.to)).toEqual([['ops@company.com']]);
  expect(Object.fromEntries(mails[0]?.headers ?? [])).toMatchObject({
    from: 'Status <status@company.com>',
    to,
    'message-id': expect.stringMatching(/@company\.com>$/),
  });
});

it('sends a notice about another receiver', async () => {
  const { port, mails } = await startMail();
  const links = { dashboard: null, logs: null, runbook: null };
  const notice = {
    deployment: 'shop',
    event: 'opened',
    about: { kind: 'receiver', id: 'pager' },
    since: NOW - 3_600_000,
    at: NOW,
    message: 'refused with 401',
    hasLeft: false,
    links,
  } as const;
  await receiverAt(`smtp://127.0.0.1:${port}`).sendNotice?.(notice);
  expect(mails[0]?.headers.get('subject')).toMatch(/^\[CAN'T NOTIFY\] pager /);
  expect(mails[0]?.text).toContain('refused with 401');
});

describe('with TLS', () => {
  it('logs in by STARTTLS, or by TLS from the start', async () => {
    const starting = await startMail({ hideSTARTTLS: false, allowInsecureAuth: false, authOptional: false });
    await receiverAt(`smtp://ana:p%40ss%3Aword@127.0.0.1:${starting.port}`).send(OPENED);
    expect([starting.logins, starting.mails[0]?.isSecure]).toEqual([
      [{ username: 'ana', password: 'p@ss:word' }],
      true,
    ]);
    const secure = await startMail({ secure: true });
    await receiverAt(`smtps://127.0.0.1:${secure.port}`).send(OPENED);
    expect(secure.mails[0]?.isSecure).toBe(true);
  });

  it('sends nothing to a remote server without TLS or with an untrusted certificate', async () => {
    const elsewhere = { trustsLoopback: false };
    const plain = await startMail({ disabledCommands: ['STARTTLS'] });
    const url = `smtp://ana:password@127.0.0.1:${plain.port}`;
    expect(await failureOf(receiverAt(url, elsewhere))).toMatch(/^Error: no TLS, so nothing was sent: 500 /);
    const strange = await startMail({ hideSTARTTLS: false });
    expect(await failureOf(receiverAt(`smtp://ana:password@127.0.0.1:${strange.port}`, elsewhere))).toMatch(
      /^Error: no connection \(.*certificate/,
    );
    const secure = await startMail({ secure: true });
    expect(await failureOf(receiverAt(`smtps://ana:password@127.0.0.1:${secure.port}`, elsewhere))).toMatch(
      /^Error: no connection \(.*certificate/,
    );
    expect([plain, strange, secure].flatMap(({ mails, logins }) => [...mails, ...logins])).toEqual([]);
  });
});

it.each([
  [
    'a greylist',
    { onRcptTo: (_: unknown, __: unknown, done: Done) => done(refusal(451, 'greylisted')) },
    'BusyError: asked to try again later: ana@company.com: 451 greylisted',
  ],
  [
    'a refused address',
    { onRcptTo: (_: unknown, __: unknown, done: Done) => done(refusal(550, 'no such user')) },
    'Error: refused: ana@company.com: 550 no such user',
  ],
  [
    'a refused sender',
    { onMailFrom: (_: unknown, __: unknown, done: Done) => done(refusal(553, 'who?')) },
    'Error: refused: 553 who?',
  ],
  [
    'refused content',
    {
      onData: (stream: NodeJS.ReadableStream, _: unknown, done: Done) =>
        void stream.on('end', () => done(refusal(554, 'spam'))).resume(),
    },
    'UnfitError: refused: 554 spam',
  ],
])('%s is %s', async (_, options, fault) => {
  const { port } = await startMail(options as SMTPServerOptions);
  expect(await failureOf(receiverAt(`smtp://127.0.0.1:${port}`))).toBe(fault);
});

type Done = (error: Error) => void;

it('a refused login is reported without user, password and server, whatever the server repeats', async () => {
  const { port } = await startMail({
    onAuth: ({ username, password }, _, done) =>
      done(
        refusal(
          535,
          `${username}, ${password} is wrong, ${Buffer.from(`\0${username}\0${password}`).toString('base64')}`,
        ),
      ),
  });
  const fault = await failureOf(receiverAt(`smtp://someone:pa55%40word@127.0.0.1:${port}`));
  expect(fault).toMatch(/^Error: the login was refused: 535 \*\*\*, \*\*\* is wrong, \*\*\*/);
  const gone = await failureOf(receiverAt(`smtp://someone:pa55%40word@127.0.0.1:1`));
  expect(gone).toBe('Error: no connection (ECONNREFUSED)');
});

it('gives up on a server that hangs; a mail that was already sent may have arrived', async () => {
  const silent = createServer(() => undefined);
  const port = await listen(silent);
  ends.push(() => new Promise((resolve) => silent.close(resolve)));
  const options = { timeoutMs: 3_000 };
  expect(await failureOf(receiverAt(`smtp://127.0.0.1:${port}`, options))).toBe(
    'Error: no connection (Greeting never received)',
  );
  const hanging = await startMail({ onData: (stream) => void stream.resume() });
  expect(await failureOf(receiverAt(`smtp://127.0.0.1:${hanging.port}`, options))).toMatch(
    /^UnansweredError: no answer \(it took too long\)$/,
  );
});

it("a service's text never becomes a header, a recipient or a second mail", async () => {
  const { port, mails } = await startMail();
  const receiver = receiverAt(`smtp://127.0.0.1:${port}`);
  const NAMES = [
    'auto-submitted',
    'content-transfer-encoding',
    'content-type',
    'date',
    'from',
    'in-reply-to',
    'message-id',
    'mime-version',
    'references',
    'subject',
    'to',
  ];
  const sendOne = async (alert: Alert) => {
    const notification = notificationOf({
      ...alert,
      id: `${alert.id}\r\nBcc: evil@evil.test`,
      incidentId: `${alert.incidentId}\r\n.\r\nMAIL FROM:<x>`,
    });
    mails.splice(0);
    await receiver.send(notification);
    expect(mails).toHaveLength(1);
    const [mail] = mails;
    expect([...(mail?.headers.keys() ?? [])].filter((name) => !NAMES.includes(name))).toEqual([]);
    expect(mail?.to).toEqual(['ana@company.com']);
    expect(notificationId(notification)).toContain('\r\n');
  };
  await fc.assert(fc.asyncProperty(hostileAlert, sendOne), { numRuns: runs(15, 60) });
});
