/** A new version of a service goes once to the receivers that want it, such as an event bus and PagerDuty, after all alerts. */

import { httpProbe } from '../../../../lambda/adapters/http/http-probe';
import { openReceivers } from '../../../../lambda/adapters/http/receivers';
import { systemClock } from '../../../../lambda/adapters/system/system-clock';
import type { Authorizer } from '../../../../lambda/core/probe/authorization';
import { runCheck } from '../../../../lambda/core/run/run-check';
import type { Snapshots } from '../../../../lambda/core/state/snapshot';
import { memoryHistory } from '../../../support/core/histories';
import { memoryOutputs } from '../../../support/core/memory-outputs';
import { configOf } from '../../../support/core/runs';
import { startHttp, stopAfterEach } from '../../../support/http/servers';

const using = stopAfterEach();
const SIGNED: Authorizer = {
  load: async () => {},
  authorize: async () => ({ kind: 'credentials', headers: {}, secrets: [] }),
  dropToken: () => false,
  noteAccepted: () => {},
};

/** Two services, and two receivers on a server that notes what they are sent. */
async function begin(lines: readonly string[] = []) {
  const versions: Record<string, string | null> = { cart: '1.4.2', pay: '7' };
  const services = await using(
    startHttp(({ url }, response) => {
      const [, service = ''] = (url ?? '').split('/');
      const version = versions[service];
      response.writeHead(version === null ? 503 : 200, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify({
          status: version === null ? 'unhealthy' : 'healthy',
          service,
          version,
          environment: 'test',
          uptime: 10,
          timestamp: new Date().toISOString(),
          memory: { used: 1, total: 2 },
        }),
      );
    }),
  );
  const sent: string[] = [];
  let refuses = false;
  const server = await using(
    startHttp((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (text: string) => {
        body += text;
      });
      request.once('end', () => {
        const parsed = JSON.parse(body);
        const isBus = request.headers['x-amz-target'] !== undefined;
        const failed = refuses && body.includes('Version changed');
        if (isBus && !failed)
          for (const { DetailType, Detail } of parsed.Entries) sent.push(`bus: ${lineOf(DetailType, Detail)}`);
        if (!isBus) sent.push(`${request.url}: ${parsed.payload?.summary ?? parsed.event_action}`);
        const entry = failed ? { ErrorCode: 'InternalFailure', ErrorMessage: 'x' } : { EventId: 'x' };
        response.end(isBus ? JSON.stringify({ FailedEntryCount: failed ? 1 : 0, Entries: [entry] }) : '');
      });
    }),
  );
  const config = configOf({ cart: `${services.url()}/cart`, pay: `${services.url()}/pay` }, [
    'name: shop',
    'alerts:',
    '  successThreshold: 1',
    '  receivers:',
    '    - { id: bus, eventbridge: { bus: ops, region: eu-west-1 } }',
    ...lines,
  ]);
  const receivers = openReceivers(
    {
      ...config,
      receivers: config.receivers.map((receiver) =>
        receiver.kind === 'pagerduty'
          ? {
              ...receiver,
              settings: {
                routingKey: { kind: 'literal', value: 'R0000000000000000000000000000000' },
                url: { kind: 'literal', value: `${server.url()}/v2/enqueue` },
              },
            }
          : receiver,
      ),
    },
    async () => '',
    systemClock,
    { allowLoopback: true, authorizer: SIGNED, environment: { AWS_ENDPOINT_URL: server.url() } },
  );
  const memory = memoryOutputs();
  let remembered: Snapshots = new Map();
  const run = async () => {
    const outputs = {
      store: memory.store,
      receivers,
      publish: async () => undefined,
      history: memoryHistory([]),
      links: { dashboard: null, logs: null },
    };
    const done = await runCheck(config, { clock: systemClock, probe: httpProbe, outputs }, { remembered });
    remembered = done.states;
    return { sent: sent.splice(0), failures: done.failures.map(({ message }) => message) };
  };
  return {
    run,
    deploy: (service: string, version: string | null) => {
      versions[service] = version;
    },
    /** Whether the bus takes no changes of version. */
    setRefusing: (value: boolean) => {
      refuses = value;
    },
    /** What was saved is known to the next run; this process remembers nothing. */
    restart: () => {
      remembered = new Map();
    },
    memory,
  };
}

function lineOf(type: string, detail: string): string {
  const { summary, from, to, at } = JSON.parse(detail);
  if (type === 'Version changed')
    expect([from, to, at]).toEqual([expect.any(String), expect.any(String), expect.stringMatching(/Z$/)]);
  return `${type}: ${summary}`;
}

const PAGERDUTY = '    - { id: pager, pagerduty: { routingKey: { secret: pd }, changes: true }, services: [cart] }';
const QUIET = '    - { id: quiet, pagerduty: { routingKey: { secret: pd } } }';

it('is sent once to each receiver that wants it, for the services that it wants', async () => {
  const { run, deploy, restart } = await begin([PAGERDUTY, QUIET]);
  expect(await run()).toEqual({ sent: [], failures: [] });
  deploy('cart', '1.5.0');
  deploy('pay', '8');
  const { sent, failures } = await run();
  expect([sent.sort(), failures]).toEqual([
    [
      '/v2/change/enqueue: cart has version 1.5.0, was 1.4.2',
      'bus: Version changed: cart has version 1.5.0, was 1.4.2',
      'bus: Version changed: pay has version 8, was 7',
    ],
    [],
  ]);
  expect((await run()).sent).toEqual([]);
  restart();
  expect((await run()).sent).toEqual([]);
});

it('comes after all alerts of its run, and never delays one', async () => {
  const { run, deploy, setRefusing } = await begin();
  await run();
  deploy('cart', '1.5.0');
  deploy('pay', null);
  setRefusing(true);
  const { sent, failures } = await run();
  expect(sent).toEqual([expect.stringMatching(/^bus: Alert opened: pay is down/)]);
  expect(failures).toEqual(["changes of version can't be sent to bus: the event was rejected: InternalFailure: x"]);
  setRefusing(false);
  deploy('pay', '7');
  deploy('cart', '1.6.0');
  expect((await run()).sent).toEqual([
    expect.stringMatching(/^bus: Alert resolved: pay /),
    'bus: Version changed: cart has version 1.5.0, was 1.4.2',
    'bus: Version changed: cart has version 1.6.0, was 1.5.0',
  ]);
});

it('is sent by the next run, even in another process, if its receiver did not accept it', async () => {
  const { run, deploy, setRefusing, restart } = await begin();
  await run();
  deploy('cart', '1.5.0');
  setRefusing(true);
  expect((await run()).failures).toHaveLength(1);
  restart();
  setRefusing(false);
  expect(await run()).toEqual({ sent: ['bus: Version changed: cart has version 1.5.0, was 1.4.2'], failures: [] });
  expect((await run()).sent).toEqual([]);
});

it('is not sent by the slower of two runs', async () => {
  const { run, deploy, memory } = await begin();
  await run();
  deploy('cart', '1.5.0');
  memory.overtaken.add('save cart');
  expect((await run()).sent).toEqual([]);
  memory.overtaken.clear();
  expect((await run()).sent).toEqual(['bus: Version changed: cart has version 1.5.0, was 1.4.2']);
});
