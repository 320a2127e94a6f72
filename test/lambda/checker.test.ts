/** The checker's handler, bundled and run as Lambda would, on APIs that a stub plays. */

import { keyItem } from '../../lambda/adapters/table/state-reader';
import { stateKey } from '../../lambda/core/state/table-keys';
import type { StubbedAnswer } from '../support/aws/aws-stub';
import { callsOf, configBelow, type StubbedLambda, startStubbedChecker } from '../support/aws/stubbed-lambda';
import { configOf } from '../support/core/runs';
import { maintenanceLine } from '../support/core/silences';
import { reportText } from '../support/http/asking';

const IDS = ['user-service', 'payment-service', 'invoice-service'];
const HEADERS = { 'X-Token': { kind: 'secret', secret: 'shop/token', key: 'token' } } as const;

describe('a secret', () => {
  /** What the services accept, and what they were sent since it was last changed. */
  let accepted = '';
  let refusal = 401;
  const sent: string[] = [];
  let stored: StubbedAnswer;
  let checker: StubbedLambda;

  beforeAll(async () => {
    checker = await startStubbedChecker({
      config: (url) => {
        const config = configBelow(IDS, ['retry: { attempts: 1 }'])(url);
        return { ...config, services: config.services.map((service) => ({ ...service, headers: HEADERS })) };
      },
      serve: (service, response, { headers }) => {
        const token = String(headers['x-token']);
        sent.push(token);
        if (token === accepted) response.end(reportText({ service }));
        else response.writeHead(refusal).end(JSON.stringify({ error: `no ${token}` }));
      },
      aws: ({ action }) => (action === 'GetSecretValue' ? stored : { json: {} }),
    });
  });
  afterAll(() => checker.stop());

  const secretOf = (token: string): StubbedAnswer => ({ json: { SecretString: JSON.stringify({ token }) } });
  /** Runs once, and sums up what became of it. */
  async function run(): Promise<object> {
    const before = sent.length;
    const { invoked, calls } = await checker.invoke();
    const { result } = { result: {}, ...invoked } as { result: { healthy?: number } };
    return {
      healthy: result.healthy,
      sent: sent.slice(before).sort(),
      reads: callsOf('GetSecretValue', calls).length,
      alerts: callsOf('Publish', calls).length,
    };
  }

  it('is read again at once after a rotation, once for all services, before people are notified', async () => {
    [accepted, stored] = ['old-t0ken', secretOf('old-t0ken')];
    const old = IDS.map(() => 'old-t0ken');
    expect(await run()).toEqual({ healthy: 3, sent: old, reads: 1, alerts: 0 });
    [accepted, stored] = ['new-t0ken', secretOf('new-t0ken')];
    const renewed = IDS.map(() => 'new-t0ken');
    expect(await run()).toEqual({ healthy: 3, sent: [...renewed, ...old], reads: 1, alerts: 0 });
    // And is kept from then on.
    expect(await run()).toEqual({ healthy: 3, sent: renewed, reads: 0, alerts: 0 });
  });

  it('is read once per run if it is refused and has not changed, and services are not checked again', async () => {
    [accepted, stored, refusal] = ['other-t0ken', secretOf('new-t0ken'), 403];
    // Once as it is configured, and once with another `Origin`, since an outage opens.
    const known = IDS.flatMap(() => ['new-t0ken', 'new-t0ken']);
    expect(await run()).toEqual({ healthy: 0, sent: known, reads: 1, alerts: 1 });
  });

  it("still counts if it can't be read again", async () => {
    stored = { status: 400, code: 'ResourceNotFoundException' };
    expect(await run()).toMatchObject({ healthy: 0, sent: IDS.map(() => 'new-t0ken'), reads: 1 });
    [accepted] = ['new-t0ken'];
    expect(await run()).toMatchObject({ healthy: 3, reads: 0 });
    expect(JSON.stringify([checker.log, checker.calls])).not.toContain('t0ken');
  });
});

// Linux connects to none of these: the broadcast address of the loopback, and two groups.
(process.platform === 'linux' ? it : it.skip)(
  'an inconclusive run fails, and neither saves states nor sends alerts',
  async () => {
    const hosts = ['127.255.255.255', '224.0.0.1', '224.0.0.2'];
    const urls = Object.fromEntries(hosts.map((host, index) => [`s${index}`, `http://${host}`]));
    const checker = await startStubbedChecker({
      config: () => configOf(urls, ['name: shop', 'retry: { attempts: 1 }']),
      aws: () => ({ json: {} }),
    });
    try {
      const message = expect.stringMatching(
        /inconclusive: none of 3 services, on 3 hosts, could be checked.*ENETUNREACH/,
      );
      const { invoked, calls } = await checker.invoke();
      expect(invoked).toMatchObject({ outcome: 'rejected', message });
      const actions = new Set(calls.map(({ action }) => action));
      expect([...actions].sort()).toEqual(['BatchGetItem', 'PutMetricData', 'Query', 'UpdateItem']);
      expect(checker.log).toEqual([
        expect.objectContaining({
          level: 'ERROR',
          event: 'run',
          checked: 0,
          failures: [{ output: 'probe', service: null, message }],
        }),
      ]);
    } finally {
      await checker.stop();
    }
  },
);

it('a process with runs of several shards reads only the services of each', async () => {
  const checker = await startStubbedChecker({ config: configBelow(IDS) });
  try {
    for (const shard of [0, 1]) await checker.invoke({ shard, shards: 2 });
    for (const shard of [0, 1]) {
      const { invoked, calls } = await checker.invoke({ shard, shards: 2 });
      expect(invoked).toMatchObject({ outcome: 'resolved' });
      const reads = callsOf('BatchGetItem', calls);
      const keys = reads.flatMap(({ body }) => Object.values(JSON.parse(body).RequestItems).flatMap(keysIn));
      const own = IDS.slice((shard * IDS.length) / 2, ((shard + 1) * IDS.length) / 2);
      expect(keys).toEqual(own.map((id) => keyItem(stateKey('shop', id))));
    }
  } finally {
    await checker.stop();
  }
});

it('sends no alerts about services in repeating maintenance, but about others', async () => {
  const maintenance = maintenanceLine(['payment-service', 'user-service'], Date.now());
  const checker = await startStubbedChecker({
    config: configBelow(IDS, ['retry: { attempts: 1 }', 'alerts: { groupFrom: never }', maintenance]),
    serve: (_, response) => response.writeHead(503).end('{}'),
  });
  try {
    const { invoked, calls } = await checker.invoke();
    expect(invoked).toMatchObject({ outcome: 'resolved', result: { healthy: 0 } });
    const messages = callsOf('Publish', calls).map(({ body }) => body);
    expect(messages).toHaveLength(1);
    expect(messages[0]).toContain('invoice-service');
  } finally {
    await checker.stop();
  }
});

function keysIn(request: unknown): readonly object[] {
  return (request as { readonly Keys: readonly object[] }).Keys;
}
