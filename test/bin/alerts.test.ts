/** `statuswatch alerts --preview`, run as a user runs it: what a notification looks like in each of its forms. */

import { readFileSync } from 'node:fs';
import { RECEIVER_FORMS } from '../../lambda/receivers/receivers';
import { PREVIEW_NAMES } from '../../local/sample/previews';
import { SAMPLE_IDS, sampleConfigText } from '../../local/sample/sample-services';
import { PREVIEW_FORMS } from '../../local/terminal/preview-forms';
import { faultIn } from '../support/core/receiver-requests';
import { inOwnProcess, refusal, statuswatch, temporaryFolder } from '../support/laptop/command-line';

const folder = temporaryFolder();
let config: string;

beforeAll(() => {
  const services = SAMPLE_IDS.map((id) => ({ id, baseUrl: `https://${id}.example.com` }));
  config = folder.write('sample.yaml', sampleConfigText(services));
});

const preview = (...args: readonly string[]) => statuswatch(['alerts', '--preview', ...args, '--config', config]);

/** What `all` shows of each, below its title: the mails. */
const all = new Map<string, string>();
beforeAll(async () => {
  const { stdout, stderr, exitCode } = await preview('all');
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
  expect(stdout).not.toMatch(/^[{[]/m);
  const shown = stdout.split(/^══ .* ══$/m).slice(1);
  for (const [index, name] of PREVIEW_NAMES.entries()) all.set(name, shown[index] ?? '');
  expect(shown).toHaveLength(PREVIEW_NAMES.length);
});

it.each([
  ['opened', '[DOWN] user-service: connection refused', '\nECONNREFUSED '],
  ['updated', '[CHANGED] user-service: HTTP 503, was ', 'connection refused\n“Service temporarily unavailable”\n'],
  ['reminder', '[STILL DOWN] user-service: HTTP 503, for ', '\n“Service temporarily unavailable”\n'],
  ['resolved', '[RESOLVED] user-service: down for ', '\nFixed with: version 2.4.1 → 2.4.2\n'],
  [
    'failing-again',
    '[DOWN AGAIN] user-service: HTTP 503, 3rd time in 20 min',
    '\nAgain: 3rd time in 20 min, 6 of the last 20 checks failed\n',
  ],
  ['opened-many', '[DOWN] 5 of 6 services: checkout-service, ', '\nSince 09:30:00 UTC (1 failed check), all at once\n'],
  [
    'resolved-many',
    '[RESOLVED] 5 services. Still down: user-service',
    '\nDown from 09:30:00 to 09:51:00 UTC (21 min)\n',
  ],
])('%s is a mail, and the same in every other form', async (event, subject, fact) => {
  const [, mail = ''] = (all.get(event) ?? '').split(/^── .* ──$/m).map((section) => section.trim());
  expect(mail.startsWith(`Subject: ${subject}`)).toBe(true);
  expect(mail).toContain(fact);
  const { stdout } = await preview(event, '--json');
  const documents: { form: string; sent: Record<string, never> }[] = JSON.parse(stdout);
  const sentAs = (form: string) => documents.find((one) => one.form === form)?.sent ?? {};
  expect(documents.map(({ form }) => form)).toEqual([...PREVIEW_FORMS]);
  expect(sentAs('chat')).toMatchObject({ version: '1.0', source: 'custom' });
  const [kind] = /^[a-z]+(?=-many)/.exec(event) ?? [];
  const { document, attributes } = sentAs('programs');
  const schema = kind ? 'statuswatch.notification/1' : 'statuswatch.alert/1';
  for (const one of [document, sentAs('webhook')]) expect(one).toMatchObject({ schema });
  expect(attributes).toMatchObject({ schema, event: kind ?? event.replace('failing-again', 'opened') });
  for (const one of [sentAs('pagerduty')].flat()) expect(faultIn(JSON.stringify(one), 'pagerduty')).toBeNull();
});

it.concurrent('shows an alert in all forms for people, and marks those of the receivers in the config', async () => {
  const receivers = 'alerts: { receivers: [{ id: second-line, ntfy: { topic: shop-alerts } }] }';
  const file = folder.write('with-receivers.yaml', `${readFileSync(config, 'utf8')}\n${receivers}\n`);
  const { stdout } = await statuswatch(['alerts', '--preview', 'updated', '--config', file]);
  const [, ...headings] = Array.from(stdout.matchAll(/^(?:══|──) (.*) (?:══|──)$/gm), ([, heading]) => heading);
  expect(headings).toEqual(
    [
      'E-mail',
      'Slack, by Amazon Q Developer in chat applications',
      ...Object.values(RECEIVER_FORMS).flatMap(({ title, textOf }) => (textOf === undefined ? [] : [title])),
    ].map((title) => (title === 'ntfy' ? 'ntfy: your second-line' : title)),
  );
  expect(stdout.match(/“Service temporarily unavailable”/g)).toHaveLength(headings.length);
  expect(stdout).toContain(all.get('updated')?.split('--form')[0]?.trim() ?? 'no mail');
});

it.concurrent('shows a single form, as a document if it is one', async () => {
  const documentIn = async (name: string, form: string) =>
    JSON.parse((await preview(name, '--form', form)).stdout.replace(/^(══|──).*$/gm, ''));
  expect(await documentIn('resolved', 'pagerduty')).toMatchObject({ event_action: 'resolve' });
  expect((await documentIn('opened-many', 'webhook')).alerts).toHaveLength(5);
  expect(await documentIn('opened-many', 'pagerduty')).toHaveLength(5);
});

it.concurrent('shows the requests of a webhook with a body of its own, without its address or its secrets', async () => {
  const hook = `{ url: https://hooks.internal/t0ken, headers: { X-Key: { secret: hook }, X-Event: "{{ event }}" }, body: { title: "{{ subject }}", chat: "\${CHAT}" }, on: { resolved: { url: "https://hooks.internal/{{ status }}", method: PUT } } }`;
  const receivers = `alerts: { receivers: [{ id: own, webhook: ${hook} }] }`;
  const file = folder.write('with-template.yaml', `${readFileSync(config, 'utf8')}\n${receivers}\n`);
  const previewOf = async (...args: readonly string[]) =>
    (await statuswatch(['alerts', '--preview', ...args, '--config', file], { env: { CHAT: 'hunter2' } })).stdout;
  const opened = await previewOf('opened', '--form', 'webhook');
  expect(opened).toContain('── Webhook: your own ──');
  expect(JSON.parse(opened.replace(/^(══|──).*$/gm, ''))).toMatchObject({
    method: 'POST',
    url: '(as in the config)',
    headers: { 'x-event': 'opened' },
    body: { title: 'user-service is down: connection refused', chat: '${CHAT}' },
  });
  const [drill] = JSON.parse(await previewOf('drill', '--form', 'webhook', '--json')).slice(-1);
  expect(drill).toMatchObject({
    form: 'webhook',
    sent: [
      {
        method: 'PUT',
        url: 'https://hooks.internal/resolved',
        body: { title: expect.stringMatching(/^DRILL: user-service recovered/) },
      },
    ],
  });
  expect(opened + JSON.stringify(drill)).not.toMatch(/t0ken|hunter2/);
});

it.concurrent('needs no config', async () => {
  const { stdout, stderr, exitCode } = await inOwnProcess(['alerts', '--preview', 'opened'], { cwd: folder.file('.') });
  expect(exitCode).toBe(0);
  expect(stderr).toBe(
    'statuswatch: there is no statuswatch.yaml here, so this is about the services of "statuswatch demo"\n',
  );
  expect(stdout).toContain('\nSubject: [DOWN] user-service: ');
});

it.concurrent('is about the named service', async () => {
  const args = ['alerts', '--preview', 'opened', '--service', 'invoice-service', '--config', config];
  expect((await statuswatch(args)).stdout).toContain('[DOWN] invoice-service: ');
});

it.concurrent('checker-silent shows the text of the CloudWatch alarm', async () => {
  const { stdout } = await preview('checker-silent');
  expect(stdout).toContain('\nsample: checker silent\n\nServices are not being checked, ');
  expect(stdout.match(/^── /gm)).toHaveLength(1);
});

it.concurrent('drill shows both alerts that a drill sends, plainly labelled', async () => {
  const { stdout, exitCode } = await preview('drill', '--form', 'mail');
  expect(exitCode).toBe(0);
  expect(stdout.match(/^Subject: \[DRILL\] \[(DOWN|RESOLVED)\]/gm)).toEqual([
    'Subject: [DRILL] [DOWN]',
    'Subject: [DRILL] [RESOLVED]',
  ]);
  const { stdout: documents } = await preview('drill', '--form', 'webhook');
  expect(documents.match(/"drill": true/g)).toHaveLength(2);
});

it.concurrent.each([
  [['--preview', 'closed'], "'closed'"],
  [['--preview', 'opened', '--form', 'fax'], PREVIEW_FORMS.join(', ')],
  [['--preview', 'opened', '--service', 'zebra'], '--service names "zebra", but '],
  [['--preview', 'opened', '--service', 'user-servise'], 'did you mean user-service?'],
])('with %j is refused in one line', async (args, named) => {
  expect(await refusal(['alerts', ...args, '--config', config])).toContain(named);
});
