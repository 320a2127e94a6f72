/** The key `statusPage`: its faults that show only if several keys are compared, and what it means. */

import { type JsonObject, jsonObjectOf } from '../../words/json';
import type { Service } from '../config';
import { keysAt } from '../schema/config-schema';
import type { StatusPageInput } from '../schema/status-page-keys';
import { type StatusPage, type StatusPagePlace, slugOf } from '../status-page';
import type { ConfigDocument } from './document';
import { type ConfigFault, type ConfigPath, nearMiss } from './fault';
import { rawServices } from './raw-services';

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

export function statusPageFaults(document: ConfigDocument): ConfigFault[] {
  const page = jsonObjectOf(jsonObjectOf(document.value).statusPage);
  const entries = Array.isArray(page.services) ? page.services.map(jsonObjectOf) : [];
  return [
    ...entries.flatMap((entry, index) => subjectFaults(entry, index, document)),
    ...repeatedServices(entries, document),
    ...repeatedNames(entries, document),
    ...placeFaults(page, document),
  ];
}

function pathOf(index: number, ...keys: ConfigPath): ConfigPath {
  return ['statusPage', 'services', index, ...keys];
}

/** A misspelt id or group would leave something out of the page, unnoticed. */
function subjectFaults(entry: JsonObject, index: number, document: ConfigDocument): ConfigFault[] {
  const { id, group } = entry;
  if (id !== undefined && group !== undefined) {
    return [document.keyFault(pathOf(index, 'group'), "can't be combined with id; use only one of them")];
  }
  if (id === undefined && group === undefined) {
    // An unknown key may be the missing key, misspelt.
    if (Object.keys(entry).some((key) => !keysAt(pathOf(index)).includes(key))) return [];
    const expected = 'shows nothing; set id or group';
    return [{ ...document.fault(pathOf(index), expected), holds: null }];
  }
  const key = id === undefined ? 'group' : 'id';
  const known = rawServices(document).flatMap((service) => (typeof service[key] === 'string' ? [service[key]] : []));
  const value = id ?? group;
  if (typeof value !== 'string' || known.includes(value)) return [];
  const meant = nearMiss(value, known);
  const what = key === 'id' ? 'the id of a service' : 'the group of a service';
  return [document.fault(pathOf(index, key), `expected ${what}${meant ? `; did you mean "${meant}"?` : ''}`)];
}

/** A post about a service has a single place on the page. */
function repeatedServices(entries: readonly JsonObject[], document: ConfigDocument): ConfigFault[] {
  const services = rawServices(document);
  const idsOf = ({ id, group }: JsonObject) =>
    services.filter((service) =>
      id === undefined ? group !== undefined && service.group === group : service.id === id,
    );
  return entries.flatMap((entry, index) => {
    const own = idsOf(entry);
    const first = entries.findIndex((other) => idsOf(other).some((service) => own.includes(service)));
    if (own.length === 0 || first === index) return [];
    const expected = `expected each service once: statusPage.services[${first}] shows ${own.length === 1 ? 'it' : 'some of them'} already`;
    return [document.fault(pathOf(index, entry.id === undefined ? 'group' : 'id'), expected)];
  });
}

/** Files are named by the names, and so are ids. */
function repeatedNames(entries: readonly JsonObject[], document: ConfigDocument): ConfigFault[] {
  const slugs = entries.map(({ name }) => (typeof name === 'string' ? (slugOf(name) ?? name) : null));
  return slugs.flatMap((slug, index) => {
    const first = slugs.indexOf(slug);
    if (slug === null || first === index) return [];
    const expected = `expected another name: that of statusPage.services[${first}] has the same letters and digits`;
    return [document.fault(pathOf(index, 'name'), expected)];
  });
}

function placeFaults({ domain, certificateArn, region, url }: JsonObject, document: ConfigDocument): ConfigFault[] {
  const path = (key: string) => ['statusPage', key];
  if (domain !== undefined && certificateArn === undefined) {
    const expected = 'needs the key certificateArn: a certificate for it in us-east-1';
    return [document.keyFault(path('domain'), expected)];
  }
  if (certificateArn !== undefined && domain === undefined) {
    return [document.keyFault(path('certificateArn'), 'needs the key domain, which it is for')];
  }
  if (region === undefined || domain !== undefined || url !== undefined) return [];
  const expected = 'needs the key domain or url: the checker can not look up an address of another region';
  return [document.keyFault(path('region'), expected)];
}
