/** The services of a new config, from the answers of their addresses, which are hostile until parsed. */

import { hasVerdict } from '../../lambda/core/probe/check-result';
import { isSuccess } from '../../lambda/core/words/http-status';
import { ID_LIMIT, SERVICE_ID } from '../../lambda/core/words/ids';
import { nameSome } from '../../lambda/core/words/shown-value';
import type { AnswerForm } from './answer-form';
import type { Discovery, PlaceAnswer } from './discover';
import { OWN_PATH, placeUrl } from './places';

export interface FoundService {
  readonly id: string;
  readonly baseUrl: string;
  /** `null` for the default, `/status`. */
  readonly path: string | null;
  /** `null` for the own contract. */
  readonly form: AnswerForm | null;
  /** The name in the service's report if it differs from the id; otherwise `null`. */
  readonly expectService: string | null;
  readonly environment: string | null;
  readonly origin: string | null;
  /** The reason why the service would be an outage at once; `null` if it is healthy. */
  readonly problem: string | null;
  /** Whether it answers in no known form, so that path and contract are guesses. */
  readonly isUnknown: boolean;
}

/** Each service gets its own id. If several addresses lead to the same place, the first counts. */
export function foundServices(all: readonly Discovery[]): readonly FoundService[] {
  const urls = all.map(checkedUrl);
  const discoveries = all.filter((_, index) => urls.indexOf(urls[index] ?? '') === index);
  const names = discoveries.map((discovery) => nameIn(discovery));
  const ids = uniqueIds(
    discoveries.map(
      (discovery, index) => idFrom(names[index] ?? '') || idFromAddress(addressForId(discovery, discoveries)),
    ),
  );
  return discoveries.map((discovery, index) => {
    const [id, name] = [ids[index] ?? '', names[index] ?? null];
    return foundService(discovery, id, name);
  });
}

function checkedUrl({ finding, baseUrl }: Discovery): string {
  return finding.kind === 'unknown' ? baseUrl : placeUrl(finding.place);
}

function foundService({ finding, baseUrl, origin, check, failing }: Discovery, id: string, name: string | null) {
  if (finding.kind === 'unknown') return unknownService(id, baseUrl, finding.answers);
  const { place } = finding;
  const report = hasVerdict(check) && isOwn(finding) ? check.report : null;
  return {
    id,
    baseUrl: place.baseUrl,
    path: place.path === OWN_PATH ? null : place.path,
    form: writtenForm(finding, place.path),
    expectService: name === id ? null : name,
    environment: report?.environment || null,
    origin,
    problem: failing,
    isUnknown: false,
  };
}

function unknownService(id: string, address: string, answers: readonly PlaceAnswer[]): FoundService {
  const { origin, pathname } = new URL(address);
  return {
    id,
    ...(pathname === '/' ? { baseUrl: address, path: '/health' } : { baseUrl: origin, path: pathname }),
    form: { contract: 'common', at: null, healthyWord: null, isSaid: false, why: 'a guess' },
    expectService: null,
    environment: null,
    origin: null,
    problem: `it answers ${shownAnswers(answers)}`,
    isUnknown: true,
  };
}

/** An unknown form counts every 2xx as healthy, unless it is at the place of the own contract. */
function writtenForm(finding: Discovery['finding'], path: string): AnswerForm | null {
  if (finding.kind === 'known') return isOwn(finding) ? null : finding.form;
  if (path === OWN_PATH) return null;
  const why = 'a guess, since it has not answered well yet: any 2xx is healthy';
  return { contract: 'http', at: null, healthyWord: null, isSaid: false, why };
}

function isOwn(finding: Discovery['finding']): boolean {
  return finding.kind !== 'known' || finding.form.contract === 'own';
}

/** The address from which an id is made: with the path if several services are on one host. */
function addressForId({ finding, baseUrl }: Discovery, discoveries: readonly Discovery[]): string {
  if (finding.kind === 'unknown') return baseUrl;
  const { place } = finding;
  const isShared = (other: Discovery) =>
    other.finding.kind !== 'unknown' && other.finding.place.baseUrl === place.baseUrl;
  return discoveries.filter(isShared).length > 1 ? baseUrl : place.baseUrl;
}

const PATHS_SHOWN = 3;

/** `404 at /status, /health, /healthz and 5 more; 401 at /actuator/health`, and what that may mean. */
function shownAnswers(answers: readonly PlaceAnswer[]): string {
  const statuses = [...new Set(answers.map(({ httpStatus }) => httpStatus))];
  const shown = statuses.map((status) => {
    const paths = answers.filter(({ httpStatus }) => httpStatus === status).map(({ path }) => path);
    return `${status} at ${nameSome(paths, PATHS_SHOWN)}`;
  });
  const list = shown.join('; ');
  if (statuses.some((status) => status === 401 || status === 403)) return `${list} (credentials may be missing)`;
  return statuses.every(isSuccess) ? `${list} (and the same at any path)` : list;
}

/** The name in the service's report; `null` without one. */
function nameIn({ check, finding }: Discovery): string | null {
  return (isOwn(finding) && hasVerdict(check) && check.report?.service) || null;
}

/** Makes an id of a text; it is empty if no part of the text is allowed in ids. */
function idFrom(text: string): string {
  if (SERVICE_ID.test(text)) return text;
  return text
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[._-]+/, '')
    .slice(0, ID_LIMIT)
    .replace(/[._-]+$/, '');
}

function idFromAddress(address: string): string {
  const { host, pathname } = new URL(address);
  return idFrom(`${host}${pathname}`) || 'service';
}

/** The first service that wants an id gets it; the others get it with a number. */
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
