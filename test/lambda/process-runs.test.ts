/** The runs of a process, one after the other. */

import { WHOLE } from '../../lambda/core/config/part';
import { wholeConfig } from '../../lambda/core/config/whole-config';
import type { Probe } from '../../lambda/core/probe/probe-request';
import { briefsIn, type Overview } from '../../lambda/core/state/overview';
import { processRuns } from '../../lambda/process-runs';
import { memoryHistory } from '../support/histories';
import { memoryOutputs } from '../support/memory-outputs';
import { answer, failure, NOW, reportOf } from '../support/observations';
import { configOf } from '../support/runs';

const LINES = ['name: shop', 'retry: { attempts: 1 }', 'alerts: { successThreshold: 1 }'];
const HEADERS = { 'X-Token': { kind: 'secret', secret: 'shop/token', key: null } } as const;

const serviceOf = (url: string) => new URL(url).hostname.split('.')[0] as string;
const well: Probe = async ({ url }) => answer(200, reportOf({ service: serviceOf(url) }));
const down: Probe = async () => failure('connection_refused');

it('a service whose secret can not be read is not asked, but what it owes is sent, and it is shown as it was', async () => {
  const config = configOf({ mail: 'https://mail.internal', cart: 'https://cart.internal' }, LINES);
  const services = config.services.map((service) =>
    service.id === 'mail' ? { ...service, headers: HEADERS } : service,
  );
  const memory = memoryOutputs();
  const asked: string[] = [];
  const overviews: Overview[] = [];
  let probe = down;
  let secret: string | null = 't0ken';
  const run = processRuns(wholeConfig({ ...config, services }), {
    probe: (request, signal) => {
      asked.push(serviceOf(request.url));
      return probe(request, signal);
    },
    clock: { now: () => NOW, elapsed: () => 0, sleep: async () => undefined },
    outputs: {
      ...memory,
      publish: async () => undefined,
      history: memoryHistory([]),
      keepOverview: async (overview) => void overviews.push(overview),
      links: { dashboard: null, logs: null },
    },
    readSecret: async () => secret ?? Promise.reject(new Error('it was deleted')),
    look: null,
    log: () => undefined,
  });
  memory.failing.add('send');
  await expect(run(WHOLE)).rejects.toThrow("can't be sent");
  memory.failing.clear();
  [probe, secret] = [well, null];
  asked.length = 0;

  const message = /shop\/token can't be read: it was deleted; a secret is missing, so nobody has asked mail$/;
  await expect(run(WHOLE)).rejects.toThrow(message);
  expect(asked).toEqual(['cart']);
  const told = memory.sent.map(({ service, event }) => `${service.id} ${event}`);
  expect(told.sort()).toEqual(['cart opened', 'cart resolved', 'mail opened']);
  const shown = briefsIn(overviews.slice(-1).map(({ text }) => text));
  expect(shown.get('mail')).toMatchObject({ kind: 'unreachable' });
});
