/** The services of a new config, from the answers of their addresses, which are hostile until parsed. */

import { hasVerdict } from '../../lambda/core/probe/check-result';
import { isSuccess } from '../../lambda/core/words/http-status';
import { ID_LIMIT, SERVICE_ID } from '../../lambda/core/words/ids';
import { nameSome, withoutQuery } from '../../lambda/core/words/shown-value';
import type { AnswerForm } from './answer-form';
import type { Discovery, PlaceAnswer } from './discover';
import { OWN_PATH, urlOf } from './places';

export interface FoundService {
  readonly id: string;
  readonly baseUrl: string;
  /** `null` if it is the usual `/status`. */
  readonly path: string | null;
  /** `null` for the own contract. */
  readonly form: AnswerForm | null;
  /** The name in the service's report if it is not the id; otherwise `null`. */
  readonly expectService: string | null;
  readonly environment: string | null;
  readonly origin: string | null;
  /** The reason why the id is made from the address; `null` if the report has named it. */
  readonly unnamed: string | null;
  /** The reason why a watch would find it failing at once, in words; `null` if it would not. */
  readonly failing: string | null;
  /** Whether its form is a guess, since it gave no answer that says. */
  readonly isGuessed: boolean;
}

/** An address that answers, but in no form that is known: watched as it is, it would be an outage at once. */
export interface UnknownService {
  readonly id: string;
  readonly baseUrl: string;
  /** What it answered, for people, and what that may mean: `404 at /status, /health, /healthz and 5 more; 401 at /actuator/health`. */
  readonly answered: string;
}

export interface FoundServices {
  readonly services: readonly FoundService[];
  /** Services that fail now: watched as they are, each would be an outage at once. */
  readonly failing: readonly FoundService[];
  readonly unknown: readonly UnknownService[];
  /** Notes about the services for a person, a line each. */
  readonly notes: readonly string[];
}

/**
 * Each service gets an id of its own. Of several addresses that lead to the same place, the first counts. With `keepFailing` those that fail
 * are among the `services`.
 */
export function foundServices(all: readonly Discovery[], keepFailing = false): FoundServices {
  const discoveries = all.filter(
    (discovery, index) => all.findIndex((other) => isSamePlace(discovery, other)) === index,
  );
  const repeated = all.filter((discovery) => !discoveries.includes(discovery));
  const answers = discoveries.map(answerOf);
  const wanted = discoveries.map(
    (discovery, index) => idOf(answers[index]?.service ?? '') || idOfAddress(addressOf(discovery, discoveries)),
  );
  const ids = uniqueIds(wanted);
  const named = discoveries.map((discovery, index) => ({
    discovery,
    id: ids[index] ?? '',
    answer: answers[index] ?? NOTHING_SAID,
  }));
  const found = named.flatMap(({ discovery, id, answer }) =>
    discovery.finding.kind === 'unknown' ? [] : [foundService(id, discovery, answer)],
  );
  const unknown = named.flatMap(({ discovery: { baseUrl, finding }, id }) =>
    finding.kind === 'unknown' ? [{ id, baseUrl, answered: shownAnswers(finding.answers) }] : [],
  );
  const failing = keepFailing ? [] : found.filter((service) => service.failing !== null);
  const services = found.filter((service) => !failing.includes(service));
  const notes = [
    ...numberedOnes(wanted, ids),
    ...unnamedOnes(services),
    ...guessedOnes(services),
    ...guessedWords(services),
    ...repeated.map(
      ({ baseUrl }) => `${withoutQuery(baseUrl)} is asked at the same place as another address; it is watched once`,
    ),
  ];
  return { services, failing, unknown, notes };
}

function isSamePlace(left: Discovery, right: Discovery): boolean {
  return placeOf(left) === placeOf(right);
}

function placeOf({ finding, baseUrl }: Discovery): string {
  return finding.kind === 'unknown' ? baseUrl : urlOf(finding.place);
}

function foundService(id: string, { finding, baseUrl, origin, failing }: Discovery, answer: Answer): FoundService {
  const { service, environment, unnamed } = answer;
  const place = finding.kind === 'unknown' ? { baseUrl, path: OWN_PATH } : finding.place;
  return {
    id,
    baseUrl: place.baseUrl,
    path: place.path === OWN_PATH ? null : place.path,
    form: formOf(finding, place.path),
    expectService: service === id ? null : service,
    environment,
    origin,
    unnamed,
    failing,
    isGuessed: finding.kind === 'failing',
  };
}

/** A form that is not known yet, at another place than that of the own contract, is any that says 2xx. */
function formOf(finding: Discovery['finding'], path: string): AnswerForm | null {
  if (finding.kind === 'known') return finding.form.contract === 'own' ? null : finding.form;
  if (path === OWN_PATH) return null;
  const why = 'any 2xx is healthy: it has not answered well yet, so what it says then is not known';
  return { contract: 'http', at: null, healthyWord: null, isSaid: false, why };
}

/** The address that an id is made of: with the path if several services are on one host. */
function addressOf({ finding, baseUrl }: Discovery, discoveries: readonly Discovery[]): string {
  if (finding.kind === 'unknown') return baseUrl;
  const { place } = finding;
  const isShared = (other: Discovery) =>
    other.finding.kind !== 'unknown' && other.finding.place.baseUrl === place.baseUrl;
  return discoveries.filter(isShared).length > 1 ? baseUrl : place.baseUrl;
}

const PATHS_SHOWN = 3;

function shownAnswers(answers: readonly PlaceAnswer[]): string {
  const statuses = [...new Set(answers.map(({ httpStatus }) => httpStatus))];
  const shown = statuses.map((status) => {
    const paths = answers.filter(({ httpStatus }) => httpStatus === status).map(({ path }) => withoutQuery(path));
    return `${status} at ${nameSome(paths, PATHS_SHOWN)}`;
  });
  return `${shown.join('; ')}${meaningOf(statuses)}`;
}

/** Why no answer may have been known, behind a colon. */
function meaningOf(statuses: readonly number[]): string {
  if (statuses.some((status) => status === 401 || status === 403)) return ': it may want credentials';
  const isAlwaysWell = statuses.every(isSuccess);
  return isAlwaysWell ? ': it answers every path alike' : '';
}

/** The ids of addresses until the services are known. */
export function idsOfAddresses(addresses: readonly string[]): readonly string[] {
  return uniqueIds(addresses.map(idOfAddress));
}

interface Answer extends Pick<FoundService, 'environment' | 'unnamed'> {
  readonly service: string | null;
}

const NOTHING_SAID: Answer = { service: null, environment: null, unnamed: 'it names no service' };

function answerOf({ check, finding }: Discovery): Answer {
  if (finding.kind === 'known' && finding.form.contract !== 'own') return NOTHING_SAID;
  if (!hasVerdict(check)) return { ...NOTHING_SAID, unnamed: `there was no report: ${check.failure.message}` };
  const { report, message } = check;
  if (report === null) return { ...NOTHING_SAID, unnamed: `there was no report: ${message}` };
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

/** What a failing service says when it is well is not known; the contract that is written then may be wrong. */
function guessedOnes(services: readonly FoundService[]): readonly string[] {
  const ids = services.filter(({ isGuessed }) => isGuessed).map(({ id }) => id);
  if (ids.length === 0) return [];
  const what =
    ids.length === 1
      ? 'fails: once it answers, see whether its contract fits'
      : 'fail: once they answer, see whether their contracts fit';
  return [`${nameSome(ids)} ${what}`];
}

function guessedWords(services: readonly FoundService[]): readonly string[] {
  return services.flatMap(({ id, form }) =>
    form?.healthyWord == null ? [] : [`${id} says "${form.healthyWord}", which is taken for healthy: see its words`],
  );
}
