/** The key `statusPage`: its faults that show only if several keys are compared, and what it means. */

import type { Service } from '../config';
import type { SoundConfig } from '../schema/config-schema';
import type { StatusPageInput } from '../schema/status-page-keys';
import type { StatusPage, StatusPagePlace } from '../status-page';
import type { ConfigDocument } from './document';
import type { ConfigFault } from './fault';

/** The page of a file without faults. Groups become the ids of their services; `images` has `data:` URLs by the paths of their files. */
export function buildStatusPage(
  page: StatusPageInput | undefined,
  services: readonly Pick<Service, 'id' | 'group'>[],
  images: ReadonlyMap<string, string>,
): StatusPage | null {
  if (page === undefined) return null;
  const ofDomain = page.domain === null ? null : `https://${page.domain}/`;
  const { minDurationMs, support } = page;
  const imageOf = (file: string | null) => (file === null ? null : { file, url: images.get(file) ?? '' });
  return {
    title: page.title,
    url: page.url ?? ofDomain,
    components: page.services.map(({ id, group = null, name, under }) => ({
      name,
      heading: under,
      group,
      services: services
        .filter((service) => (group === null ? service.id === id : service.group === group))
        .map((service) => service.id),
    })),
    minDurationMs,
    logo: imageOf(page.logo),
    favicon: imageOf(page.favicon),
    support,
  };
}

export function buildStatusPagePlace(page: StatusPageInput | undefined): StatusPagePlace | null {
  if (page === undefined) return null;
  const { domain: name, certificateArn, region } = page;
  return { domain: name === null || certificateArn === null ? null : { name, certificateArn }, region };
}

/** Finds services that are shown twice. A post about a service has a single place on the page. */
export function statusPageFaults({ statusPage, services = [] }: SoundConfig, document: ConfigDocument): ConfigFault[] {
  const shown = (statusPage?.services ?? []).map((entry) => {
    const key = entry?.id === undefined ? 'group' : 'id';
    const value = entry?.[key];
    return {
      key,
      services: services.filter((service) => value !== undefined && service?.[key] === value),
    } as const;
  });
  return shown.flatMap(({ key, services: own }, index) => {
    const path = ['statusPage', 'services', index, key];
    const first = shown.findIndex((other) => other.services.some((service) => own.includes(service)));
    if (own.length === 0 || first === index) return [];
    const what = own.length === 1 ? 'it' : 'some of them';
    return [document.fault(path, `expected each service once: statusPage.services[${first}] shows ${what} already`)];
  });
}
