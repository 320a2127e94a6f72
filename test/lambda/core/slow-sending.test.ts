/** A long queue of alerts and a slow way to people: a run ends in time, and each next one gets further. */

import { keepIncident, SENDING_LIMIT_MS } from '../../../lambda/core/keep-incident';
import { NEW_STATE } from '../../../lambda/core/service-state';
import { alertOn, EVENTS } from '../../support/alerts';
import { resultAt } from '../../support/keeping';
import { memoryOutputs } from '../../support/memory-outputs';

it('begins no alert after its time, says so, and goes on in the next run where it stopped', async () => {
  const outputs = memoryOutputs();
  let now = 0;
  const send = async (alert: Parameters<typeof outputs.send>[0]) => {
    now += SENDING_LIMIT_MS * 0.75;
    await outputs.send(alert);
  };
  const links = { dashboard: null, logs: null };
  const ports = { ...outputs, send, certain: true, deployment: 'shop', links, intervalMs: 60_000, elapsed: () => now };
  const outbox = EVENTS.map((event, index) => ({ ...alertOn(event), id: `alert-${index}` }));
  expect(outbox).toHaveLength(4);

  const known = { state: { ...NEW_STATE, outbox }, revision: null, unsaved: false };
  const first = await keepIncident(resultAt(0, 'a', 'well'), known, ports);
  expect(first.sent.map(({ id }) => id)).toEqual(['alert-0', 'alert-1']);
  expect(first.failures).toEqual([
    { output: 'alerts', service: 'a', message: '2 alerts wait for the next run: sending is slow' },
  ]);

  const second = await keepIncident(resultAt(1, 'a', 'well'), first.known ?? undefined, ports);
  expect(second.sent.map(({ id }) => id)).toEqual(['alert-2', 'alert-3']);
  expect(second.failures).toEqual([]);
});
