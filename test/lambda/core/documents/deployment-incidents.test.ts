/** Tests of incidents of the deployment itself: shown like those of services, but not counted as a service. */

import { START } from '../../../../lambda/core/documents/address';
import { documentsFrom } from '../../../../lambda/core/documents/documents';
import { allKept, incidentRecords } from '../../../../lambda/core/documents/facts/incident-records';
import { openIncidents } from '../../../../lambda/core/documents/incident-list';
import type { OverviewDocument, PageDocument } from '../../../../lambda/core/documents/page-document';
import { covers } from '../../../../lambda/core/silences/silence';
import { DEPLOYMENT } from '../../../../lambda/core/words/ids';
import { ackAt, silenceAt } from '../../../support/core/silences';
import { wholeWorld } from '../../../support/core/whole-world';
import { storiesOf } from '../../../support/core/world-documents';

// Its receiver `pager` has refused everything for more than an hour.
const world = wholeWorld();

async function pageAt(address: Partial<typeof START>): Promise<PageDocument> {
  const { source } = await world;
  return (await documentsFrom(source.find).page({ ...START, ...address }))();
}

it('the overview lists an open incident of the deployment, with who was notified', async () => {
  const { content } = await pageAt({});
  const open = (content as OverviewDocument).open.groups.filter(({ earliest }) => earliest.service === DEPLOYMENT);
  expect(open).toHaveLength(1);
  expect(open[0]).toMatchObject({
    count: 1,
    now: 'degraded',
    found: 'pager does not accept its alerts: refused with 401',
    details: [{ configured: false, subject: { kind: 'receiver', id: 'pager' }, reason: 'receiver_refuses' }],
  });
  // Never to the receiver that it is about.
  expect(open[0]?.details[0].alerts.map(({ receiver }) => receiver)).toEqual(expect.arrayContaining(['sns', 'hook']));
  expect(open[0]?.details[0].alerts.map(({ receiver }) => receiver)).not.toContain('pager');
});

it('the deployment is not a service: not counted, listed or removed', async () => {
  const { deployment, content } = await pageAt({});
  const { config } = await world;
  expect(Object.values(deployment.counts).reduce((sum, count) => sum + count, 0)).toBe(config.services.length);
  expect(deployment.services.map(({ service }) => service)).not.toContain(DEPLOYMENT);
  expect(deployment.removed).not.toContain(DEPLOYMENT);
  expect((content as OverviewDocument).rows.map(({ service }) => service)).not.toContain(DEPLOYMENT);
});

it('silences and acknowledgements of all services do not cover the deployment', async () => {
  const known = (await world).source.known();
  const { now } = known;
  const held = { ...known, silences: [silenceAt(now - 1)], acks: [ackAt(now - 1)] };
  const [group] = openIncidents(held, incidentRecords(allKept(held)), 100).groups.filter(
    ({ earliest }) => earliest.service === DEPLOYMENT,
  );
  expect(group).toMatchObject({ now: 'degraded', knows: { words: 'Notified' } });
  expect(covers(silenceAt(now), DEPLOYMENT)).toBe(false);
  expect(covers(silenceAt(now), 'user')).toBe(true);
});

it('an incident of the deployment has a page, and is among the incidents for programs', async () => {
  const { source } = await world;
  const listed = (await documentsFrom(source.find).incidents({ service: DEPLOYMENT }))();
  const [incident] = typeof listed === 'string' ? [] : listed;
  expect(incident).toMatchObject({ service: DEPLOYMENT, open: true, kind: 'condition', severity: 'critical' });
  const { content } = await pageAt({ of: 'incidents', service: DEPLOYMENT, incident: incident?.id ?? '' });
  expect(content).toMatchObject({ page: 'incident', shown: { incident: { id: incident?.id } } });
});

it('the story of such an incident has the events and who was notified, and no service', async () => {
  const [story] = (await storiesOf(await world)).filter(({ service }) => service === DEPLOYMENT);
  expect(story).toMatchObject({ configured: true, now: null, unknown: [], incident: { open: true } });
  expect(story?.timeline.map(({ mark }) => mark)).toEqual(['warned', 'people']);
});
