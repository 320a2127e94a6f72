/** All documents of the whole world, by the names of their schemas. */

import { type Address, REPORT_DAYS, START } from '../../../lambda/core/documents/address';
import { documentsFrom } from '../../../lambda/core/documents/documents';
import type { PageDocument } from '../../../lambda/core/documents/page-document';
import { leftService } from '../../../lambda/core/documents/service-document';
import { DEPLOYMENT } from '../../../lambda/core/words/ids';
import { runDocument } from '../../../local/documents/run-document';
import { type StoryDocument, storyOf } from '../../../local/story/story';
import type { WholeWorld } from './whole-world';

const RANGES = ['latest', '24h', '7d', '90d'] as const;
const DAY_MS = 86_400_000;

export interface DrawnAt {
  readonly address: Address;
  readonly document: PageDocument;
}

/** Each page that there is, also those of a service and of an incident that are not there. */
export async function pagesOf({ source }: WholeWorld): Promise<readonly DrawnAt[]> {
  const documents = documentsFrom(source.find);
  const known = source.known();
  const incidents = (await documents.incidents({}))();
  if (typeof incidents === 'string') throw new Error(incidents);
  const services = [...known.services.map(({ service }) => service.id), 'nowhere'];
  const addresses: readonly Address[] = [
    { ...START, isWall: true },
    ...RANGES.map((range) => ({ ...START, range })),
    ...services.flatMap((service) => RANGES.map((range) => ({ ...START, service, range }))),
    { ...START, of: 'incidents' },
    { ...START, of: 'incidents', kind: 'outage', service: 'checkout' },
    ...incidents.map(({ service, id }): Address => ({ ...START, of: 'incidents', service, incident: id })),
    { ...START, of: 'incidents', service: 'checkout', incident: 'none' },
    ...REPORT_DAYS.map((days) => ({ ...START, of: 'report', days }) as const),
  ];
  return Promise.all(addresses.map(async (address) => ({ address, document: (await documents.page(address))() })));
}

/** The story of each service of which something is kept: of its last incident, of all that are kept, and of the last days. */
export async function storiesOf(world: WholeWorld): Promise<readonly StoryDocument[]> {
  const { intervalMs, services } = world.config;
  const { now } = world.source.known();
  const documents = (await documentsFrom(world.source.find).incidents({}))();
  if (typeof documents === 'string') throw new Error(documents);
  const told = [...world.run.states].map(async ([id, { state }]) => {
    const configured = services.find((service) => service.id === id);
    const service = configured === undefined ? leftService(id, state) : { service: configured, state };
    const tell = (wanted: string | null, since: number | null, isDeployed: boolean) =>
      storyOf({
        service,
        services: world.source.known().services,
        intervalMs,
        now,
        wanted,
        since,
        isDeployed,
        isConfigured: configured !== undefined || id === DEPLOYMENT,
        history: world.history,
        readReceivers: world.receivers.read,
        readSilences: async () => world.run.silences,
      });
    const incidents = documents.filter((incident) => incident.service === id);
    return Promise.all([
      tell(null, null, false),
      tell(null, now - 50 * DAY_MS, true),
      ...incidents.map((incident) => tell(incident.id, null, false)),
    ]);
  });
  return (await Promise.all(told)).flat().filter((story) => story !== null);
}

/** What is asked for by a program, by the name of its schema. */
export async function documentsOf(world: WholeWorld): Promise<Readonly<Record<string, readonly unknown[]>>> {
  const { incidents, services } = documentsFrom(world.source.find);
  const pages = await pagesOf(world);
  const listed = (await incidents({}))();
  return {
    page: pages.map(({ document }) => document),
    deployment: pages.map(({ document }) => document.deployment),
    history: pages.flatMap(({ document: { content } }) =>
      content.page === 'service' && content.shown !== null ? [content.shown.history] : [],
    ),
    service: (await services())(),
    incident: typeof listed === 'string' ? [] : listed,
    story: await storiesOf(world),
    run: [runDocument(world.config, world.run)],
  };
}
