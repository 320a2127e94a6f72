/** The checker's handler, bundled and run as Lambda would, on APIs that a stub plays. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keyItem } from '../../lambda/adapters/table/state-reader';
import { stateKey } from '../../lambda/core/state/table-keys';
import { reportText } from '../support/asking';
import { type AwsStub, type StubbedAnswer, startAwsStub } from '../support/aws-stub';
import { fakeTable } from '../support/fake-table';
import { type LambdaProcess, startChecker } from '../support/lambda-process';
import { configOf } from '../support/runs';
import { type RunningServer, startHttp } from '../support/servers';
import { maintenanceLine } from '../support/silences';

const IDS = ['user-service', 'payment-service', 'invoice-service'];
const HEADERS = { 'X-Token': { kind: 'secret', secret: 'shop/token', key: 'token' } } as const;

describe('a secret', () => {
  const folder = mkdtempSync(join(tmpdir(), 'statuswatch-checker-'));
  /** What the services accept, and what they were sent since it was last changed. */
  let accepted = '';
  let refusal = 401;
  const sent: string[] = [];
  let stored: StubbedAnswer;
  let services: RunningServer;
  let stub: AwsStub;
  let checker: LambdaProcess;

  beforeAll(async () => {
    services = await startHttp((request, response) => {
      const token = String(request.headers['x-token']);
      sent.push(token);
      const service = request.url?.split('/')[1];
      if (token === accepted) response.end(reportText({ service }));
      else response.writeHead(refusal).end(JSON.stringify({ error: `no ${token}` }));
    });
    stub = await startAwsStub(({ action }) => (action === 'GetSecretValue' ? stored : { json: {} }));
    const config = configOf(Object.fromEntries(IDS.map((id) => [id, `${services.url()}/${id}`])), [
      'name: shop',
      'retry: { attempts: 1 }',
    ]);
    const withSecrets = { ...config, services: config.services.map((service) => ({ ...service, headers: HEADERS })) };
    checker = await startChecker(withSecrets, folder, stub.url());
  });
  afterAll(async () => {
    await checker.kill();
    await stub.stop();
    await services.stop();
    rmSync(folder, { recursive: true });
  });

  const secretOf = (token: string): StubbedAnswer => ({ json: { SecretString: JSON.stringify({ token }) } });
  /** Runs once, and sums up what became of it. */
  async function run(): Promise<object> {
    const seen = { sent: sent.length, calls: stub.calls.length };
    const { result } = { result: {}, ...(await checker.invoke()) } as { result: { healthy?: number } };
    const calls = stub.calls.slice(seen.calls).map(({ action }) => action);
    const count = (name: string) => calls.filter((action) => action === name).length;
    return {
      healthy: result.healthy,
      sent: sent.slice(seen.sent).sort(),
      reads: count('GetSecretValue'),
      alerts: count('Publish'),
    };
  }

  it('that was rotated is read again at once, once for all services, before anybody is notified', async () => {
    [accepted, stored] = ['old-t0ken', secretOf('old-t0ken')];
    const old = IDS.map(() => 'old-t0ken');
    expect(await run()).toEqual({ healthy: 3, sent: old, reads: 1, alerts: 0 });
    [accepted, stored] = ['new-t0ken', secretOf('new-t0ken')];
    const renewed = IDS.map(() => 'new-t0ken');
    expect(await run()).toEqual({ healthy: 3, sent: [...renewed, ...old], reads: 1, alerts: 0 });
    // And is kept from then on.
    expect(await run()).toEqual({ healthy: 3, sent: renewed, reads: 0, alerts: 0 });
  });

  it('that is refused and has not changed is read once a run, and nobody is asked again because of it', async () => {
    [accepted, stored, refusal] = ['other-t0ken', secretOf('new-t0ken'), 403];
    // Once as it is configured, and once with another `Origin`, since an outage opens.
    const known = IDS.flatMap(() => ['new-t0ken', 'new-t0ken']);
    expect(await run()).toEqual({ healthy: 0, sent: known, reads: 1, alerts: 1 });
  });

  it("that can't be read anew still counts as it was", async () => {
    stored = { status: 400, code: 'ResourceNotFoundException' };
    expect(await run()).toMatchObject({ healthy: 0, sent: IDS.map(() => 'new-t0ken'), reads: 1 });
    [accepted] = ['new-t0ken'];
    expect(await run()).toMatchObject({ healthy: 3, reads: 0 });
    expect(JSON.stringify([checker.log, stub.calls])).not.toContain('t0ken');
  });
});

// Linux connects to none of these: the broadcast address of the loopback, and two groups.
(process.platform === 'linux' ? it : it.skip)(
  'a run that is inconclusive fails, and neither saves a state nor sends',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'statuswatch-checker-'));
    const stub = await startAwsStub(() => ({ json: {} }));
    const hosts = ['127.255.255.255', '224.0.0.1', '224.0.0.2'];
    const config = configOf(Object.fromEntries(hosts.map((host, index) => [`s${index}`, `http://${host}`])), [
      'name: shop',
      'retry: { attempts: 1 }',
    ]);
    const checker = await startChecker(config, folder, stub.url());
    try {
      const message = expect.stringMatching(
        /inconclusive: none of 3 services, on 3 hosts, could be asked.*ENETUNREACH/,
      );
      expect(await checker.invoke()).toMatchObject({ outcome: 'rejected', message });
      const actions = new Set(stub.calls.map(({ action }) => action));
      expect([...actions].sort()).toEqual(['BatchGetItem', 'PutMetricData', 'Query', 'UpdateItem']);
      expect(checker.log).toEqual([
        expect.objectContaining({
          ...{ level: 'ERROR', event: 'run', checked: 0 },
          failures: [{ output: 'probe', service: null, message }],
        }),
      ]);
    } finally {
      await checker.kill();
      await stub.stop();
      rmSync(folder, { recursive: true });
    }
  },
);

it('a process that does the runs of several parts reads only the services of each', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'statuswatch-checker-'));
  const services = await startHttp((request, response) =>
    response.end(reportText({ service: request.url?.split('/')[1] })),
  );
  const table = fakeTable();
  const stub = await startAwsStub(({ action, body }) => ({ json: table.answer(action, body) ?? {} }));
  const config = configOf(Object.fromEntries(IDS.map((id) => [id, `${services.url()}/${id}`])), ['name: shop']);
  const checker = await startChecker(config, folder, stub.url());
  try {
    for (const shard of [0, 1]) await checker.invoke({ shard, shards: 2 });
    for (const shard of [0, 1]) {
      const before = stub.calls.length;
      expect(await checker.invoke({ shard, shards: 2 })).toMatchObject({ outcome: 'resolved' });
      const reads = stub.calls.slice(before).filter(({ action }) => action === 'BatchGetItem');
      const keys = reads.flatMap(({ body }) => Object.values(JSON.parse(body).RequestItems).flatMap(keysIn));
      const own = IDS.filter((_, index) => index % 2 === shard);
      expect(keys).toEqual(own.map((id) => keyItem(stateKey('shop', id))));
    }
  } finally {
    await checker.kill();
    await Promise.all([stub.stop(), services.stop()]);
    rmSync(folder, { recursive: true });
  }
});

it('notifies nobody of a service within planned maintenance that repeats, and of others people are notified', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'statuswatch-checker-'));
  const services = await startHttp((_, response) => response.writeHead(503).end('{}'));
  const table = fakeTable();
  const stub = await startAwsStub(({ action, body }) => ({ json: table.answer(action, body) ?? {} }));
  const config = configOf(Object.fromEntries(IDS.map((id) => [id, `${services.url()}/${id}`])), [
    ...['name: shop', 'retry: { attempts: 1 }', 'alerts: { groupFrom: never }'],
    maintenanceLine(['payment-service', 'user-service'], Date.now()),
  ]);
  const checker = await startChecker(config, folder, stub.url());
  try {
    expect(await checker.invoke()).toMatchObject({ outcome: 'resolved', result: { healthy: 0 } });
    const messages = stub.calls.filter(({ action }) => action === 'Publish').map(({ body }) => body);
    expect(messages).toHaveLength(1);
    expect(messages[0]).toContain('invoice-service');
  } finally {
    await checker.kill();
    await Promise.all([stub.stop(), services.stop()]);
    rmSync(folder, { recursive: true });
  }
});

function keysIn(request: unknown): readonly object[] {
  return (request as { readonly Keys: readonly object[] }).Keys;
}
