/** Tests that a service's documents and states don't depend on other services, except on those that it needs or that need it. */

import fc from 'fast-check';
import { START } from '../../../../lambda/core/documents/address';
import { deploymentDocument } from '../../../../lambda/core/documents/deployment-document';
import { documentsFrom } from '../../../../lambda/core/documents/documents';
import type { DeploymentFacts, ServiceFacts } from '../../../../lambda/core/documents/facts/deployment-facts';
import { type OverviewDocument, type PageContent, pageDocument } from '../../../../lambda/core/documents/page-document';
import type { StoryDocument } from '../../../../local/story/story';
import { type WholeWorld, wholeWorld } from '../../../support/core/whole-world';
import { storiesOf } from '../../../support/core/world-documents';
import { runs, SEED } from '../../../support/jest/lane';

let world: WholeWorld;
beforeAll(async () => {
  world = await wholeWorld();
});

/** All that is said of each service, by its id. */
async function saidOf(of: DeploymentFacts, ids: readonly string[]): Promise<ReadonlyMap<string, unknown>> {
  const documents = documentsFrom(async () => of);
  const brief = deploymentDocument(of).services;
  const { rows } = pageDocument(of, START).content as OverviewDocument;
  const services = (await documents.services())();
  const incidents = (await documents.incidents({}))();
  if (typeof incidents === 'string') throw new Error(incidents);
  const own = (id: string) => ({
    brief: brief.find(({ service }) => service === id),
    row: rows.find(({ service }) => service === id),
    service: services.find(({ service }) => service === id),
    incidents: incidents.filter(({ service }) => service === id),
    page: pageDocument(of, { ...START, service: id }).content,
    incidentPages: incidents
      .filter(({ service }) => service === id)
      .map((incident) => pageDocument(of, { ...START, of: 'incidents', service: id, incident: incident.id }).content)
      .map(withoutOthers),
  });
  return new Map(ids.map((id) => [id, own(id)]));
}

it('the document of a service is the same beside any other services, in any order', async () => {
  const known = world.source.known();
  const ids = known.services.map(({ service }) => service.id);
  const all = await saidOf(known, ids);
  const some = fc.shuffledSubarray([...known.services], { minLength: 1 });
  await fc.assert(
    fc.asyncProperty(some, async (services) => {
      const chosen = services.map(({ service }) => service.id);
      const isRelated = ({ service: { id, needs } }: ServiceFacts) =>
        !chosen.includes(id) &&
        (needs.some((needed) => chosen.includes(needed)) || services.some(({ service }) => service.needs.includes(id)));
      const whole = [...services, ...known.services.filter(isRelated)];
      const said = await saidOf({ ...known, services: whole }, chosen);
      for (const id of chosen) expect([id, said.get(id)]).toEqual([id, all.get(id)]);
    }),
    { numRuns: runs(5, 600), seed: SEED },
  );
});

it('another service, or another order, does not change the stored states', async () => {
  const other = await wholeWorld({ order: (ids) => [...ids].reverse(), more: ['another'] });
  const ids = [...world.config.services.map(({ id }) => id), 'legacy'];
  const said = await saidOf(world.source.known(), ids);
  const statedCauseOf = await saidOf(other.source.known(), ids);
  const stories = await storiesOf(world);
  const storiesBesides = await storiesOf(other);
  for (const id of ids) {
    expect([id, withoutCounts(statedCauseOf.get(id))]).toEqual([id, withoutCounts(said.get(id))]);
    const ofService = ({ service }: StoryDocument) => service === id;
    expect(withoutCounts(storiesBesides.filter(ofService))).toEqual(withoutCounts(stories.filter(ofService)));
  }
});

/** The page of an incident says in one place which outages of others began with it. */
function withoutOthers(content: PageContent): unknown {
  if (content.page !== 'incident' || content.shown === null) return content;
  const { together, ...own } = content.shown;
  return own;
}

/** A notification of several alerts says how many services are down, of how many. */
function withoutCounts(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value ?? null)
      .replace(/\d+ of \d+ now/g, 'some now')
      .replace(/ of \d+ services/g, ' of all services'),
  );
}
