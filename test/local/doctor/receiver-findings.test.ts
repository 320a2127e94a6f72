/** The findings of the doctor about receivers, from states and records, and about secrets. */

import type { ServiceState } from '../../../lambda/core/state/service-state';
import type { Facts } from '../../../local/doctor/facts';
import { receiverFacts, receiverFindings, secretFindings } from '../../../local/doctor/receiver-findings';
import { startProcess, storedState } from '../../support/core/keeping';
import { memoryOutputs } from '../../support/core/memory-outputs';
import { refusing } from '../../support/core/memory-receivers';
import { NOW } from '../../support/core/observations';
import { MINUTE_MS } from '../../support/core/story';
import { factsOf, known, localOf } from './facts';

const REFUSAL = refusing({
  since: NOW + MINUTE_MS,
  seenAt: NOW + MINUTE_MS,
  message: 'refused with 401: no',
});
const AT = NOW + 91 * MINUTE_MS;

/** The states after two outages, of which the pager has taken only the first. */
async function statesAfter(): Promise<readonly ServiceState[]> {
  const outputs = memoryOutputs();
  let isAway = false;
  const pager = {
    id: 'pager',
    send: async () => {
      if (isAway) throw new Error('refused with 401: no');
    },
  };
  const process = startProcess(outputs, {
    more: [pager, { id: 'new', send: async () => Promise.reject(new Error()) }],
  });
  await process.run(0, { a: 'well', b: 'http_503' });
  isAway = true;
  await process.run(1, { a: 'http_503', b: 'http_503' });
  return ['a', 'b'].map((id) => storedState(outputs, id));
}

it('has the last alert of each, its unsent alerts, and since when it refuses', async () => {
  const states = await statesAfter();
  expect(receiverFacts(['sns', 'pager', 'new'], states, [REFUSAL], AT)).toEqual([
    {
      id: 'sns',
      refusal: null,
      pendingAlerts: 0,
      last: { at: NOW + MINUTE_MS, summary: expect.stringMatching(/^a is /) },
    },
    { id: 'pager', refusal: REFUSAL, pendingAlerts: 1, last: { at: NOW, summary: expect.stringMatching(/^b is /) } },
    { id: 'new', refusal: null, pendingAlerts: 2, last: null },
  ]);
});

function linesOf(more: Partial<Facts>, lines = ''): readonly string[] {
  const facts = factsOf(more);
  const findings = [...receiverFindings(facts, localOf(lines), AT), ...secretFindings(facts)];
  return findings.map(({ mark, about, text }) => `${mark} ${about}: ${text}`);
}

it('shows for each the last alert, since when it refuses and its answer, or how to test it', () => {
  const last = { at: NOW, summary: 'b is unhealthy: db down' };
  const receivers = known([
    { id: 'sns', refusal: null, pendingAlerts: 0, last },
    { id: 'pager', refusal: REFUSAL, pendingAlerts: 1, last },
    { id: 'phone', refusal: null, pendingAlerts: 2, last: null },
  ]);
  expect(linesOf({ receivers })).toEqual([
    'ok receiver: sns: last notified at 2026-03-01 12:00 UTC: b is unhealthy: db down',
    'failed receiver: pager has not accepted alerts since 2026-03-01 12:01 UTC (1 h 30 min): refused with 401: no; last notified at 2026-03-01 12:00 UTC: b is unhealthy: db down',
    'ok receiver: phone: nothing sent to it is recorded ("statuswatch drill --deployed shop" tries it); 2 alerts wait for the next run',
  ]);
});

it('names each pulse, and since when it was not delivered, without its address', () => {
  const receivers = known([
    { id: '@outside', refusal: null, pendingAlerts: 0, last: null },
    {
      id: '@kuma',
      refusal: { ...REFUSAL, receiver: '@kuma', message: 'refused with 404' },
      pendingAlerts: 0,
      last: null,
    },
  ]);
  expect(linesOf({ receivers }, 'pulse: [{ url: { secret: a } }, { id: kuma, url: { secret: b } }]')).toEqual([
    'ok pulse: outside: no failed pulse is recorded',
    'failed pulse: kuma was not delivered since 2026-03-01 12:01 UTC (1 h 30 min): refused with 404',
  ]);
});

it.each([
  [[], 'ok secrets: all secrets of the config exist'],
  [['shop/gone', 'shop/old'], 'failed secrets: not in Secrets Manager, or to be deleted: shop/gone, shop/old'],
])('names the secrets that do not exist: %j', (missing, expected) => {
  expect(linesOf({ receivers: known([]), missingSecrets: known(missing) })).toEqual([expected]);
});
