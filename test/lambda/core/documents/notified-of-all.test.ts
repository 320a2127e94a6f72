/** Tests of who was notified of an incident long after it is over: in documents, in a story, on a page. */

import { START } from '../../../../lambda/core/documents/address';
import { incidentDocuments } from '../../../../lambda/core/documents/incident-document';
import { timelineDocument } from '../../../../lambda/core/documents/incident-story/timeline';
import { sentAlerts } from '../../../../lambda/core/notify/sent';
import { knownOf } from '../../../support/core/deployment-facts';
import { startProcess, storedState } from '../../../support/core/keeping';
import { memoryOutputs } from '../../../support/core/memory-outputs';
import { NOW } from '../../../support/core/observations';
import { MINUTE_MS } from '../../../support/core/story';
import { renderPage } from '../../../support/view/drawn-page';
import { textOf } from '../../../support/view/text-of';

const RECEIVERS = ['hook', 'phone', 'team'];
const OUTAGES = 12;
const EVENTS = ['opened', 'resolved'];

/** Runs twelve outages, half an hour apart, each with an update. */
async function stateAfter(events?: readonly ('opened' | 'resolved')[]) {
  const outputs = memoryOutputs();
  const more = RECEIVERS.map((id) => ({
    id,
    send: async () => undefined,
    ...(id === 'team' && events && { filter: { wants: () => true, events, afterMs: 0 } }),
  }));
  const process = startProcess(outputs, { more });
  for (let outage = 0; outage < OUTAGES; outage++)
    for (const [index, reason] of ['http_503', 'dns_failure', 'well'].entries())
      await process.run(40 * outage + index, { shop: reason });
  return storedState(outputs, 'shop');
}

it('an incident has the first and the last alert to each receiver', async () => {
  const documents = [...incidentDocuments([['shop', await stateAfter()]], NOW)];
  expect(documents).toHaveLength(OUTAGES);
  for (const { alerts } of documents)
    expect(alerts.map(({ receiver, event }) => `${event} ${receiver}`)).toEqual(
      EVENTS.flatMap((event) => ['hook', 'phone', 'sns', 'team'].map((receiver) => `${event} ${receiver}`)),
    );
});

it('an incident has no alerts that a receiver filters out', async () => {
  const sent = sentAlerts(await stateAfter(['resolved'])).filter(({ receiver }) => receiver === 'team');
  expect(sent.map(({ event, isAfterOthers }) => [event, isAfterOthers])).toEqual(
    Array(OUTAGES).fill(['resolved', false]),
  );
});

it.each([
  [true, 'Notified hook, phone, the topic, team'],
  [false, 'Notified hook, phone, team'],
])('a story has one step for all receivers; deployed: %s', async (isDeployed, words) => {
  const state = await stateAfter();
  const [incident = null] = state.incidents;
  const options = { service: 'shop', isDeployed, intervalMs: MINUTE_MS, now: NOW, buckets: [] };
  const { timeline } = timelineDocument({ ...options, state, incident });
  expect(timeline.filter(({ mark }) => mark === 'people').map(({ text }) => text)).toEqual([
    words,
    `${words} that it is resolved`,
  ]);
});

it('the page of an incident has a row for each receiver, and one step for equal alerts', async () => {
  const state = await stateAfter(['opened', 'resolved']);
  const known = await knownOf({ shop: ['well'] }, { isDeployed: true, now: state.latest?.at ?? NOW });
  const services = known.services.map((one) => ({ ...one, state }));
  const incident = state.incidents[0]?.id ?? '';
  const page = renderPage({ ...known, services }, { ...START, of: 'incidents', service: 'shop', incident });
  const text = textOf(page);
  for (const receiver of ['hook', 'phone', 'the topic'])
    expect(text).toContain(`${receiver} others between 12:00:00 12:02:00`);
  expect(text).toContain('team 12:00:00 12:02:00');
  expect(text).toContain('Notified hook, phone, the topic, team that it is resolved');
});
