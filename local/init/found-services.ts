/** The services of a new config, from the answers of their addresses, which are hostile until parsed. */

import { hasVerdict } from '../../lambda/core/probe/check-result';
import { ID_LIMIT, SERVICE_ID } from '../../lambda/core/words/ids';
import { nameSome } from '../../lambda/core/words/shown-value';
import type { Discovery } from './discover';

export interface FoundService {
  readonly id: string;
  readonly baseUrl: string;
  /** The name in the service's report if it is not the id; otherwise `null`. */
  readonly expectService: string | null;
  readonly environment: string | null;
  readonly origin: string | null;
  /** The reason why the id is made from the address; `null` if the report has named it. */
  readonly unnamed: string | null;
}

export interface FoundServices {
  readonly services: readonly FoundService[];
  /** Notes about the services for a person, a line each. */
  readonly notes: readonly string[];
}

/** Each service gets an id of its own. */
export function foundServices(discoveries: readonly Discovery[]): FoundServices {
  const answers = discoveries.map(answerOf);
  const wanted = discoveries.map(({ baseUrl }, index) => idOf(answers[index]?.service ?? '') || idOfAddress(baseUrl));
  const ids = uniqueIds(wanted);
  const services = discoveries.map(({ baseUrl, origin }, index): FoundService => {
    const { service = null, environment = null, unnamed = null } = answers[index] ?? {};
    const id = ids[index] ?? '';
    return { id, baseUrl, expectService: service === id ? null : service, environment, origin, unnamed };
  });
  return { services, notes: [...numberedOnes(wanted, ids), ...unnamedOnes(services)] };
}

/** The ids of addresses until the services are known. */
export function idsOfAddresses(addresses: readonly string[]): readonly string[] {
  return uniqueIds(addresses.map(idOfAddress));
}

interface Answer extends Pick<FoundService, 'environment' | 'unnamed'> {
  readonly service: string | null;
}

function answerOf({ check }: Discovery): Answer {
  const nothing = { service: null, environment: null };
  if (!hasVerdict(check)) return { ...nothing, unnamed: `there was no report: ${check.failure.message}` };
  const { report, message } = check;
  if (report === null) return { ...nothing, unnamed: `there was no report: ${message}` };
  const environment = report.environment || null;
  if (!report.service) return { service: null, environment, unnamed: 'its report names no service' };
  return { service: report.service, environment, unnamed: null };
}

/** A text in the form of an id; empty if no part of it is allowed there. */
function idOf(text: string): string {
  const id = text
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[._-]+/, '')
    .slice(0, ID_LIMIT)
    .replace(/[._-]+$/, '');
  return SERVICE_ID.test(text) ? text : id;
}

function idOfAddress(address: string): string {
  const { host, pathname } = new URL(address);
  return idOf(`${host}${pathname}`) || 'service';
}

/** The first text that wants an id gets it; the others get it with a number. */
function uniqueIds(wanted: readonly string[]): readonly string[] {
  const taken = new Set(wanted);
  return wanted.map((id, index) => {
    if (wanted.indexOf(id) === index) return id;
    for (let number = 2; ; number++) {
      const other = `${id.slice(0, ID_LIMIT - `-${number}`.length)}-${number}`;
      if (taken.has(other)) continue;
      taken.add(other);
      return other;
    }
  });
}

function numberedOnes(wanted: readonly string[], ids: readonly string[]): readonly string[] {
  const numbered = ids.filter((id, index) => id !== wanted[index]);
  if (numbered.length === 0) return [];
  return [`other addresses are of the same service as ${nameSome(numbered)}, so there is a number at the end`];
}

function unnamedOnes(services: readonly FoundService[]): readonly string[] {
  const unnamed = services.filter((service) => service.unnamed !== null).map(({ id }) => id);
  if (unnamed.length === 0) return [];
  const are =
    unnamed.length === 1 ? 'gave no report with a name: its id is' : 'gave no report with a name: their ids are';
  return [`${nameSome(unnamed)} ${are} made of the address`];
}
