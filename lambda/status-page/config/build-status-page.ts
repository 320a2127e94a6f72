/** The key `statusPage`: its faults that show only if several keys are compared, and what it means. */

import type { Service } from '../../core/config/config';
import { unknownNames } from '../../core/config/parse/cross-checks';
import type { ConfigDocument } from '../../core/config/parse/document';
import type { ConfigFault } from '../../core/config/parse/fault';
import type { SoundConfig } from '../../core/config/schema/config-schema';
import type { StatusPage } from '../core/status-page';
import type { StatusPageInput } from './status-page-keys';

/** The page of a file without faults. Groups become the ids of their services; `images` has `data:` URLs by the paths of their files. */
export function buildStatusPage(
  page: StatusPageInput | undefined,
  services: readonly Pick<Service, 'id' | 'group'>[],
  images: ReadonlyMap<string, string>,
): StatusPage | null {
  if (page === undefined) return null;
  const { domain, certificateArn, region, minDurationMs, support } = page;
  const ofDomain = domain && `https://${domain}/`;
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
    domain: domain === null || certificateArn === null ? null : { name: domain, certificateArn },
    region,
  };
}

/** Finds names that no service has, and services that are shown twice: a post about a service has a single place on the page. */
export function statusPageFaults({ statusPage, services = [] }: SoundConfig, document: ConfigDocument): ConfigFault[] {
  const shown = (statusPage?.services ?? []).map((entry) => {
    const key = entry?.id === undefined ? 'group' : 'id';
    const value = entry?.[key];
    return {
      key,
      services: services.filter((service) => value !== undefined && service?.[key] === value),
    } as const;
  });
  const names = (key: 'id' | 'group') =>
    (statusPage?.services ?? []).map((each, index) => [['statusPage', 'services', index, key], each?.[key]] as const);
  const unknown = (['id', 'group'] as const).flatMap((key) => unknownNames(key, names(key), document));
  const twice = shown.flatMap(({ key, services: own }, index) => {
    const path = ['statusPage', 'services', index, key];
    const first = shown.findIndex((other) => other.services.some((service) => own.includes(service)));
    if (own.length === 0 || first === index) return [];
    const what = own.length === 1 ? 'it' : 'some of them';
    return [document.fault(path, `expected each service once: statusPage.services[${first}] shows ${what} already`)];
  });
  return [...unknown, ...twice];
}
