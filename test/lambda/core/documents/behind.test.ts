/** Tests of documents about an outage that a failing needed service holds back, and about the services that a service needs. */

import { START } from '../../../../lambda/core/documents/address';
import { deploymentDocument } from '../../../../lambda/core/documents/deployment-document';
import type { DeploymentFacts } from '../../../../lambda/core/documents/facts/deployment-facts';
import { choose } from '../../../../lambda/core/documents/facts/listing';
import { incidentDocuments } from '../../../../lambda/core/documents/incident-document';
import { timelineDocument } from '../../../../lambda/core/documents/incident-story/timeline';
import type { OverviewDocument } from '../../../../lambda/core/documents/page-document';
import { pageDocument } from '../../../../lambda/core/documents/page-document';
import { serviceDocuments } from '../../../../lambda/core/documents/service-document';
import { behindParts, partsText } from '../../../../lambda/core/documents/words/hold-words';
import { news } from '../../../../lambda/core/documents/words/summary-words';
import { NOT_NOTIFIED } from '../../../../lambda/core/notify/notified';
import { overdueAlerts } from '../../../../lambda/core/notify/unsent-alerts';
import { behind, type HeldTime } from '../../../support/core/behind';
import { knownOf, often } from '../../../support/core/deployment-facts';
import { NOW } from '../../../support/core/observations';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const at = (minutes: number) => NOW + minutes * MINUTE_MS;

/** `gateway`, and `shop`, which needs it, have failed for two minutes; `mail` is healthy. */
const shopBehind = async (...times: readonly HeldTime[]) =>
  behind(
    await knownOf({ mail: ['well'], shop: ['well', ...often('500', 3)], gateway: ['well', ...often('503', 3)] }),
    'shop',
    times,
  );
const LASTING = { needed: 'gateway', at: at(-2), until: at(-2) + HOUR_MS };

function documentOf(known: DeploymentFacts) {
  const states = known.services.flatMap(({ service, state }) => (state === null ? [] : [[service.id, state] as const]));
  const [document] = [...incidentDocuments(states, known.now)].filter(({ service }) => service === 'shop');
  if (document === undefined) throw new Error('it has an incident');
  return document;
}

function stateOf({ services }: DeploymentFacts) {
  const state = services.find(({ service }) => service.id === 'shop')?.state;
  if (!state) throw new Error('it was checked');
  return state;
}

describe('while it is held back', () => {
  it('an incident has the needed service, and is not called silenced', async () => {
    expect(documentOf(await shopBehind(LASTING))).toMatchObject({
      silenced: null,
      behind: { service: 'gateway', since: '2026-03-01T11:58:00.000Z', until: null, notifiedAt: null },
    });
  });

  it('the needed service that still fails counts', async () => {
    const known = await shopBehind(LASTING, { needed: 'mail', at: at(-1), until: at(0) });
    expect(documentOf(known).behind).toMatchObject({ service: 'gateway', until: null });
  });

  it('the service and the summary of all services name the needed service', async () => {
    const known = await shopBehind(LASTING);
    const [, shop] = [...serviceDocuments(known)];
    expect(shop?.behind).toEqual({ service: 'gateway', since: '2026-03-01T11:58:00.000Z' });
    expect(news(deploymentDocument(known))).toBe('2 of 3 down: shop (held back: gateway is down), gateway');
  });

  it('the needed service comes first, and the incident is held back, not "not sent"', async () => {
    const { rows, open } = pageDocument(await shopBehind(LASTING), START).content as OverviewDocument;
    expect(rows.map(({ service }) => service)).toEqual(['gateway', 'shop', 'mail']);
    expect(open.groups.map(({ earliest, knows }) => [earliest.service, knows.words])).toEqual([
      ['gateway', 'Shown'],
      ['shop', 'Held back: gateway is down'],
    ]);
  });

  it('an alert that is due for another receiver counts as not sent', async () => {
    const state = stateOf(await shopBehind(LASTING));
    const [incident] = state.incidents;
    if (incident === undefined) throw new Error('it has an incident');
    const notified = { [incident.id]: { pager: { ...NOT_NOTIFIED, due: at(-2) } } };
    expect(overdueAlerts({ ...state, notified, receivers: null }, NOW)).toMatchObject([
      { receiver: 'pager', event: 'opened' },
    ]);
  });
});

it.each([
  ['that is open', ['well', ...often('500', 3)], '; nobody notified yet'],
  ['that is over', ['well', ...often('500', 3), 'well', 'well'], '; nobody was notified'],
] as const)('afterwards an incident %s has the times when it was held back', async (_, story, end) => {
  const known = behind(await knownOf({ shop: story }), 'shop', [{ needed: 'gateway', at: at(-4), until: at(-1) }]);
  const { behind: was, open, silenced } = documentOf(known);
  if (was === null) throw new Error('it was held back');
  expect(partsText(behindParts(was, !open), NOW)).toBe(
    `held back from 11:56:00 UTC to 11:59:00 UTC, while gateway was down${end}`,
  );
  expect(silenced).toBeNull();
});

it('afterwards an incident has the time when people were notified, without earlier notifications', async () => {
  const known = await knownOf({ shop: ['well', ...often('500', 3)] });
  const { notified } = stateOf(known);
  const held = behind(known, 'shop', [{ needed: 'gateway', at: at(-3), until: at(-2) }]);
  const services = held.services.map((one) => ({ ...one, state: one.state && { ...one.state, notified } }));
  expect(documentOf({ ...held, services }).behind).toMatchObject({ notifiedAt: '2026-03-01T11:58:00.000Z' });
  expect(documentOf({ ...held, services }).silenced).toBeNull();
});

it.each([
  [null, null, 'held back since 11:58:00 UTC: gateway is down'],
  [null, at(-2), 'held back since 11:58:00 UTC: gateway is down; others notified 11:58:00 UTC'],
  [at(-1), at(-1), 'held back from 11:58:00 UTC to 11:59:00 UTC, while gateway was down; notified 11:59:00 UTC'],
])('has words: until %s, notified %s', (until, notifiedAt, words) => {
  const iso = (time: number | null) => (time === null ? null : new Date(time).toISOString());
  const document = { service: 'gateway', since: new Date(at(-2)).toISOString(), until: iso(until) };
  expect(partsText(behindParts({ ...document, notifiedAt: iso(notifiedAt) }, false), NOW)).toBe(words);
});

it.each([
  ['still', LASTING, null, null],
  ['no more', { ...LASTING, until: at(-1) }, '2026-03-01T11:59:00.000Z', 'For 1 min'],
])('a story has a step for it: %s', async (_, time, until, detail) => {
  const state = stateOf(await shopBehind(time));
  const [incident = null] = state.incidents;
  const options = { service: 'shop', isDeployed: true, intervalMs: MINUTE_MS, now: NOW, buckets: [] };
  const { timeline } = timelineDocument({ ...options, state, incident });
  expect(timeline.filter(({ mark }) => mark === 'people')).toMatchObject([
    { at: '2026-03-01T11:58:00.000Z', until, title: 'Held back', text: ': gateway is down', detail },
  ]);
});

describe('what services need', () => {
  it('is in the document of a service with its state, like the services that need it', async () => {
    const known = await shopBehind(LASTING, { needed: 'nowhere', at: at(-2), until: at(-1) });
    const [mail, shop, gateway] = [...serviceDocuments(known)];
    expect(shop?.needs).toEqual([
      { service: 'gateway', state: 'unhealthy' },
      { service: 'nowhere', state: 'unknown' },
    ]);
    expect(shop?.neededBy).toEqual([]);
    expect([gateway?.needs, gateway?.neededBy]).toEqual([[], ['shop']]);
    expect([mail?.needs, mail?.neededBy]).toEqual([[], []]);
    expect(deploymentDocument(known).needed).toContainEqual({ service: 'gateway', services: 1 });
  });

  it('filter a list', async () => {
    const known = await shopBehind(LASTING);
    const listed = (needs: string) => choose(known, { ...START, needs }).services.map(({ service }) => service.id);
    expect(listed('gateway')).toEqual(['shop']);
    expect(listed('mail')).toEqual([]);
  });
});
