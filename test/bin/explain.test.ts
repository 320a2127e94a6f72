/** `statuswatch explain`, and `incidents` of a deployment, run as a user runs them: of a state folder, and of a deployment behind stand-ins for its APIs. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { packedJson } from '../../lambda/adapters/table/packed-json';
import type { StepDocument } from '../../lambda/core/documents/incident-story/step';
import { storedForm } from '../../lambda/core/state/stored-state';
import { fakeTable } from '../support/aws/fake-table';
import { awsEnvironment } from '../support/aws/moto';
import { knownOf, often } from '../support/core/deployment-facts';
import { faultsOf } from '../support/core/document-schemas';
import { configOf } from '../support/core/runs';
import { type RunningServer, startHttp } from '../support/http/servers';
import { inOwnProcess, statuswatch, temporaryFolder } from '../support/laptop/command-line';
import { startSamples } from '../support/laptop/samples';

const folder = temporaryFolder();
const samples = startSamples();

describe('of a state folder', () => {
  let config: string;
  let state: string;
  const explain = (...args: string[]) => statuswatch(['explain', '--config', config, '--state', state, ...args]);
  const storyOf = async (...args: string[]) => JSON.parse((await explain(...args, '--json')).stdout);
  const once = () => statuswatch(['watch', '--once', '--config', config, '--state', state]);

  beforeAll(async () => {
    config = folder.write('sample.yaml', samples.configText('5s', '4900ms'));
    state = folder.file('state');
    await samples.one('payment-service').setFault('503');
    await once();
    await samples.one('payment-service').setFault(null);
    await once();
    await once();
  });

  it('shows the story of the last incident of a service, also as JSON', async () => {
    const args = ['explain', 'payment-service', '--config', config, '--state', state];
    const { stdout, stderr, exitCode } = await inOwnProcess(args);
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
    expect(stdout).toMatch(/^ {2}payment-service was down for /);
    const document = JSON.parse((await explain('payment-service', '--json')).stdout);
    expect(document).toMatchObject({
      service: 'payment-service',
      incident: {
        open: false,
        reason: 'http_503',
        failedRuns: 1,
        alerts: [{ event: 'opened' }, { event: 'resolved' }],
      },
      now: { state: 'healthy' },
    });
    const again = JSON.parse((await explain('payment-service', '--json', '--incident', document.incident.id)).stdout);
    expect(again.timeline).toEqual(document.timeline);
    expect(faultsOf('story', document)).toEqual([]);
    const listed = await statuswatch(['incidents', '--config', config, '--state', state, '--json']);
    const documents: readonly unknown[] = JSON.parse(listed.stdout);
    expect([documents.length, ...documents.flatMap((incident) => faultsOf('incident', incident))]).toEqual([1]);
  });

  it('shows everything since a time', async () => {
    const story = await storyOf('payment-service', '--since', '1h');
    expect(story).toMatchObject({ incident: null, lastIncident: { id: expect.any(String) } });
    const people = story.timeline.filter(({ mark }: StepDocument) => mark === 'people');
    expect(people.map(({ text }: StepDocument) => text)).toEqual(Array(2).fill('Shown by the watch, not sent'));
  });

  it('shows the silence in force', async () => {
    const files = ['--config', config, '--state', state];
    const silence = await statuswatch(['silence', 'user-service', '--for', '2h', '--by', 'ana', ...files, '--json']);
    const { id } = JSON.parse(silence.stdout);
    expect(await storyOf('user-service')).toMatchObject({ now: { silence: { id } }, silences: [{ id, by: 'ana' }] });
    expect(await storyOf('invoice-service')).toMatchObject({ now: { silence: null }, silences: [] });
  });

  it('shows the recorded data of a service that has left the config', async () => {
    const smaller = folder.write(
      'smaller.yaml',
      readFileSync(config, 'utf8').replace(/^.*payment-service.*\n(?: {4}.*\n)*/m, ''),
    );
    expect(await storyOf('payment-service', '--config', smaller)).toMatchObject({ configured: false });
  });

  it.each([
    ['an unknown service', ['payment-servise'], 'there is no service "payment-servise": did you mean payment-service?'],
    [
      'an incident that is not kept',
      ['payment-service', '--incident', 'x'],
      'payment-service has no incident "x": recorded: 2',
    ],
    [
      'a time and an incident',
      ['user-service', '--since', '1h', '--incident', 'x'],
      '--since and --incident exclude each other',
    ],
    ['no time', ['user-service', '--since', 'soon'], '--since is "soon"; expected a duration such as 7d or 12h'],
    ['a time to come', ['user-service', '--since', '2999-01-01'], '--since is "2999-01-01", which is later than now'],
    ['two forms', ['user-service', '--json', '--markdown'], '--json and --markdown exclude each other'],
    ['addresses alone', ['user-service', '--with-addresses'], '--with-addresses needs --markdown'],
    ['no service', [], "missing required argument 'service'"],
    [
      'two services',
      ['user-service', 'payment-service'],
      'unexpected word "payment-service": explain takes only one word',
    ],
  ])('%s is refused in one line', async (_, args, sentence) => {
    const { stdout, stderr, exitCode } = await explain(...args);
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 });
    expect(stderr).toMatch(/^statuswatch: [^\n]+\n$/);
    expect(stderr).toContain(sentence);
  });

  it('a service without a readable state has no story', async () => {
    const more = folder.write(
      'more.yaml',
      `${readFileSync(config, 'utf8')}  - { id: new-one, baseUrl: "http://127.0.0.1:9" }\n`,
    );
    expect((await explain('new-one', '--config', more)).stderr).toBe(
      'statuswatch: new-one has not been checked yet: there is nothing to tell\n',
    );
    const damaged = join(state, 'sample', 'invoice-service.state.json');
    writeFileSync(damaged, '{"revision');
    expect(await explain('invoice-service')).toEqual({
      stdout: '',
      stderr: `statuswatch: the state of invoice-service in ${join(state, 'sample')} is damaged\n`,
      exitCode: 2,
    });
    // It is left as it was: a watch may be about to write it.
    expect(readFileSync(damaged, 'utf8')).toBe('{"revision');
    writeFileSync(damaged, '{"revision":3,"state":{}}');
    expect(await explain('invoice-service')).toEqual({
      stdout: '',
      stderr: 'statuswatch: the stored state of invoice-service is invalid\n',
      exitCode: 2,
    });
  });
});

describe('of a deployment', () => {
  const table = fakeTable();
  let aws: RunningServer;
  let refused: string | null = null;
  const hour = (from: number) => new Date(Date.now() + from * 3_600_000).toISOString();
  const silence = {
    id: 'a1b2c3',
    services: null,
    from: hour(-1),
    until: hour(1),
    untilWell: false,
    planned: false,
  };
  const silences = { kind: 'silences', text: '', silences: [{ ...silence, by: 'ana', reason: 'deploy' }] };
  const ask = (...args: string[]) =>
    statuswatch([...args, '--deployed', 'shop'], { cwd: folder.path, env: awsEnvironment(aws.url()) });
  const explain = (...args: string[]) => ask('explain', ...args);
  const incidents = (...args: string[]) => ask('incidents', ...args);

  beforeAll(async () => {
    const config = configOf({ billing: 'https://billing.internal', cart: 'https://cart.internal' }, [
      'name: shop',
      'objective: { availability: 99.9% }',
    ]);
    aws = await startHttp(async (request, response) => {
      const { url = '', headers } = request;
      const action = String(headers['x-amz-target'] ?? '').split('.')[1] ?? '';
      const answer = url.endsWith('/configuration')
        ? { FunctionArn: 'arn', Environment: { Variables: { STATUSWATCH_TABLE: 'states' } } }
        : url.endsWith('/invocations')
          ? (await text(request)).includes('silences')
            ? silences
            : { kind: 'config', config, deployment: {} }
          : table.answer(action, await text(request));
      response.writeHead(action === refused ? 400 : 200, { 'content-type': 'application/x-amz-json-1.0' });
      response.end(JSON.stringify(action === refused ? { __type: 'AccessDeniedException', message: 'no' } : answer));
    });
    const [known] = (await knownOf({ billing: [...often('well', 3), ...often('503', 2), ...often('well', 2)] }))
      .services;
    if (!known?.state) throw new Error('it was checked');
    for (const id of ['billing', 'gone']) {
      table.put({
        deployment: { S: `shop/${id}` },
        service: { S: 'state' },
        revision: { N: '1' },
        state: packedJson(storedForm(known.state)),
      });
    }
  });
  afterAll(() => aws.stop());
  beforeEach(() => {
    refused = null;
  });

  it('shows the last incident, with the alerts that were sent', async () => {
    const { stdout, stderr, exitCode } = await explain('billing');
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
    expect(stdout).toMatch(/^ {2}billing was down for /);
    const story = JSON.parse((await explain('billing', '--json')).stdout);
    expect(faultsOf('story', story)).toEqual([]);
    expect(story).toMatchObject({
      incident: { open: false, reason: 'http_503', failedRuns: 2, durationSeconds: 120 },
      now: { state: 'unknown', objective: [{ aim: 'availability', target: 0.999, checks: 0 }] },
      silences: [{ id: 'a1b2c3', services: null, by: 'ana', reason: 'deploy' }],
    });
    expect(story.timeline).toContainEqual(expect.objectContaining({ text: 'Notified the topic that it is resolved' }));
  });

  it('writes it as Markdown', async () => {
    const { stdout, stderr, exitCode } = await explain('billing', '--markdown');
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
    expect(stdout).toMatch(/^# billing was down for 2 min\n\n- What: .*\(http_503\)\n/);
    expect(stdout).toMatch(
      /\n## Who was notified\n\n- Sent to the topic: opened 11:57:00 UTC, resolved 12:00:00 UTC\n/,
    );
  });

  it.each([
    ['billign', 'there is no service "billign": did you mean billing?'],
    ['cart', 'cart has not been checked yet: there is nothing to tell'],
  ])('%s: %s', async (service, sentence) => {
    expect(await explain(service)).toEqual({ stdout: '', stderr: `statuswatch: ${sentence}\n`, exitCode: 2 });
  });

  it('lists the incidents of its services without a local config', async () => {
    const { stdout, stderr, exitCode } = await incidents();
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
    expect(stdout).toMatch(/^ {2}✓ resolved +billing +2026-03-01 11:57:00 +2 min +2$/m);
    const documents = JSON.parse((await incidents('--json', '--service', 'billing')).stdout);
    expect(documents).toMatchObject([{ service: 'billing', open: false, alerts: [{ event: 'opened' }, {}] }]);
    expect(faultsOf('incident', documents[0])).toEqual([]);
    const nothing = '  No incidents of these, open or past.\n';
    expect((await incidents('--service', 'cart')).stdout).toBe(nothing);
    expect((await incidents('--since', '2026-03-01T12:01:00Z')).stdout).toBe(nothing);
    expect((await incidents('--since', '2026-03-01T11:59:00Z')).stdout).toContain('billing');
  });

  it('lists those of a service that has left the config only by name', async () => {
    expect((await incidents('--service', 'gone')).stdout).toMatch(/^ {2}✓ resolved +gone /m);
    expect((await incidents()).stdout).not.toContain('gone');
    expect(await incidents('--service', 'billign')).toEqual({
      stdout: '',
      stderr: 'statuswatch: --service names "billign", which has no recorded data: did you mean billing?\n',
      exitCode: 2,
    });
  });

  it.each(['explain', 'incidents'])('says what may not be read: %s', async (command) => {
    refused = 'BatchGetItem';
    const { stderr, exitCode } = await (command === 'explain' ? explain('billing') : incidents());
    expect([stderr, exitCode]).toEqual([
      "statuswatch: the table states can't be read: dynamodb:BatchGetItem: no\n",
      75,
    ]);
  });
});
