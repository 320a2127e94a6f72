/** The answers of the checker to requests besides runs: for programs, each with a line for people. */

import { type Announcement, type Post, type PostDocument, postDocument } from '../documents/public/post';
import { type VerdictDocument, verdictDocument } from '../documents/verdict-document';
import { readable } from '../message/forms/readable-time';
import { neutralize } from '../message/neutralize';
import { type Check, hasVerdict } from '../probe/check-result';
import { reasonPhrase } from '../reasons/reason-phrases';
import { isAck, type Silence } from '../silences/silence';
import { type SilenceDocument, silenceDocument } from '../silences/silence-document';
import { shown } from '../silences/subject';
import { nameOf, nameSome } from '../words/shown-value';

/** `kind` is there so that a command line of another version can refuse it; `text` is a line for people. */
export type Answer = { readonly text: string } & (
  | {
      readonly kind: 'silenced';
      readonly silence: SilenceDocument;
      /** If it holds until services are well: those of them that are known not to be failing. */
      readonly notFailing: readonly string[];
      /** Whether it may hold anything back: not if it holds until services are well, and none of them is failing. */
      readonly isNeeded: boolean;
    }
  | {
      readonly kind: 'acknowledged';
      readonly silence: SilenceDocument;
    }
  | { readonly kind: 'silences'; readonly silences: readonly SilenceDocument[] }
  | {
      readonly kind: 'unsilenced';
      readonly silence: SilenceDocument;
      /** The ids of others that still silence some of its services; of an acknowledgement, of others of these. */
      readonly others: readonly string[];
    }
  | {
      readonly kind: 'asked';
      readonly services: readonly AskedService[];
    }
  | { readonly kind: 'posted'; readonly post: PostDocument }
  | { readonly kind: 'unposted'; readonly post: PostDocument }
  | { readonly kind: 'refused'; readonly faults: readonly string[] }
);

/** The verdict on a service, with what its report names. */
export interface AnsweredService extends VerdictDocument {
  readonly version: string | null;
  readonly environment: string | null;
  readonly responseMs: number;
}

/** A service without a verdict could not be asked. */
export type AskedService =
  | AnsweredService
  | { readonly service: string; readonly verdict: null; readonly message: string };

/** How a reason and who asked are shown: for a chat neutralized, since anybody can write them; elsewhere as they are. */
export type ShowWhy = (why: string) => string;

/** Which of the services of a silence are failing. */
export interface Failing {
  /** How many services it has. */
  readonly count: number;
  readonly notFailing: readonly string[];
  /** How many of them nobody has checked yet. */
  readonly unchecked: number;
}

/** `failing` is for a silence until services are well; `null` for others, and if it can't be known. */
export function silencedAnswer(silence: Silence, failing: Failing | null, showWhy: ShowWhy): Answer {
  const notFailing = failing?.notFailing ?? [];
  const isNeeded = failing === null || notFailing.length < failing.count;
  const who = `${whoOf(silence)} ${isOrAre(silence.services)}`;
  const text = isNeeded
    ? `${who} silenced ${timesOf(silence, showWhy)}; the id is ${silence.id}${noteOn(failing)}`
    : `Nothing to silence: ${notFailingWords(silence.services)} now; ${NOTIFIED_LATER}`;
  return { kind: 'silenced', text, silence: silenceDocument(silence), notFailing, isNeeded };
}

const NOTIFIED_LATER = 'people are notified of what begins later';

function noteOn(failing: Failing | null): string {
  if (failing === null) return '';
  const { count, notFailing, unchecked } = failing;
  if (unchecked === count) {
    const whether = count === 1 ? 'whether it fails' : 'whether they fail';
    return `; ${whether} is not known: nothing has been checked here yet`;
  }
  return notFailing.length === 0 ? '' : `; ${notFailingWords(notFailing)} now: ${NOTIFIED_LATER}`;
}

function notFailingWords(services: readonly string[] | null): string {
  return services === null ? 'no service is failing' : `${nameSome(services)} ${isOrAre(services)} not failing`;
}

/** `others` are services that were asked for and have no open incident. */
export function acknowledgedAnswer(ack: Silence, others: readonly string[], showWhy: ShowWhy): Answer {
  const note = others.length === 0 ? '' : `; ${withoutIncident(others)}`;
  return {
    kind: 'acknowledged',
    text: `${lineOf(ack, showWhy)}; the id is ${ack.id}${note}`,
    silence: silenceDocument(ack),
  };
}

/** The answer if none of the services has an incident that somebody could be on; `null` for all. */
export function nothingToAckAnswer(services: readonly string[] | null): Answer {
  return refusedAnswer([`nothing to acknowledge: ${withoutIncident(services)} now`]);
}

function withoutIncident(services: readonly string[] | null): string {
  if (services === null) return 'no service has an open incident';
  return `${nameSome(services)} ${services.length === 1 ? 'has' : 'have'} no open incident`;
}

export function silencesAnswer(silences: readonly Silence[], showWhy: ShowWhy): Answer {
  const text = silences.length === 0 ? 'nothing is silenced' : listed(silences, showWhy);
  return { kind: 'silences', text, silences: silences.map(silenceDocument) };
}

/** `others` of its kind still hold for the services `still`. */
export function unsilencedAnswer(
  silence: Silence,
  { others, still }: { readonly others: readonly Silence[]; readonly still: readonly string[] },
  showWhy: ShowWhy,
): Answer {
  const ids = others.map(({ id }) => id);
  const [what, ended, held] = isAck(silence)
    ? ['acknowledgement', 'taken back', 'acknowledged']
    : ['silence', 'ended', 'silenced'];
  const note = ids.length === 0 ? '' : `; ${nameSome(still)} ${isOrAre(still)} still ${held} by ${nameSome(ids)}`;
  const text = `the ${what} ${silence.id} is ${ended}: ${whoOf(silence)} ${timesOf(silence, showWhy)}${note}`;
  return { kind: 'unsilenced', text, silence: silenceDocument(silence), others: ids };
}

/** The answer to a name that is neither an id nor a service with exactly one silence: `named` are the service's silences, `others` the rest. */
export function notSilencedAnswer(name: string, named: readonly string[], others: readonly string[]): Answer {
  if (named.length > 1) return refusedAnswer([`${name} has ${named.length} silences; name one: ${nameSome(named)}`]);
  const now = others.length === 0 ? 'none' : nameSome(others);
  return refusedAnswer([`no silence has the id ${shown(name)}, or is for that service alone; in force: ${now}`]);
}

/** Why nothing is published. */
export const NO_PAGE = 'the config has no statusPage: nothing can be published';

/** `name` is what the public calls the service; of an announcement, the names of all that it is about. */
export function postedAnswer(post: Post, name: string): Answer {
  return { kind: 'posted', text: `${postedText(post, name)}; the id is ${post.id}`, post: postDocument(post) };
}

function postedText(post: Post, name: string): string {
  switch (post.kind) {
    case 'update':
      return `Posted about the incident ${post.incident} of ${post.service}, which is ${name} on the public page${asStatus(post)}`;
    case 'progress':
      return `Posted about the announcement ${post.announcement}${asStatus(post)}`;
    case 'hidden':
      return `The incident ${post.incident} of ${post.service}, which is ${name}, is hidden from the public page`;
    case 'announcement':
      return `Announced about ${name}, ${announcedTimes(post)}`;
  }
}

function asStatus({ status }: { readonly status: string | null }): string {
  return status === null ? '' : `, as ${status}`;
}

function announcedTimes({ at: writtenAt, from, until }: Announcement): string {
  const begin = from > writtenAt ? `planned from ${at(from)}` : `since ${at(from)}`;
  return until === null ? `${begin} until you post that it is resolved` : `${begin} until ${at(until)}`;
}

export function unpostedAnswer(post: Post): Answer {
  return { kind: 'unposted', text: unpostedText(post), post: postDocument(post) };
}

function unpostedText(post: Post): string {
  switch (post.kind) {
    case 'update':
      return `The post ${post.id} about ${post.service} is taken back`;
    case 'progress':
      return `The post ${post.id} about the announcement ${post.announcement} is taken back`;
    case 'hidden':
      return `The incident ${post.incident} of ${post.service} is no longer hidden`;
    case 'announcement':
      return `The announcement ${post.id} is taken back, with all that was written about it`;
  }
}

export function askedAnswer(checks: readonly Check[]): Answer {
  return {
    kind: 'asked',
    text: checks.length > MOST_DESCRIBED ? describeMany(checks) : checks.map(describeCheck).join('; '),
    services: checks.map(askedService),
  };
}

export function askedService(check: Check): AskedService {
  if (!hasVerdict(check)) return { service: check.service.id, verdict: null, message: check.failure.message };
  const { version = null, environment = null } = check.report ?? {};
  return { ...verdictDocument(check.service, check), version, environment, responseMs: check.timings.totalMs };
}

export function refusedAnswer(faults: readonly string[]): Answer {
  return { kind: 'refused', text: faults.join('; '), faults };
}

/** Several silences in a line; of many the first, and how many more there are. */
function listed(silences: readonly Silence[], showWhy: ShowWhy): string {
  const each = silences.map((silence) => `${silence.id}: ${lineOf(silence, showWhy)}`);
  return nameSome(each, undefined, '; ');
}

/** Of more services only those that fail are named. */
const MOST_DESCRIBED = 3;

function describeMany(checks: readonly Check[]): string {
  const failing = checks.filter(({ kind }) => kind !== 'healthy');
  if (failing.length === 0) return `all ${checks.length} are healthy`;
  const why = (check: Check) => (hasVerdict(check) ? reasonPhrase(check.reason) : 'not asked');
  const names = failing.map((check) => `${check.service.id} (${why(check)})`);
  return `${failing.length} of ${checks.length} ${failing.length === 1 ? 'is' : 'are'} still down: ${nameSome(names)}`;
}

function describeCheck(check: Check): string {
  const { id } = check.service;
  if (!hasVerdict(check)) return `${id}: ${neutralize(check.failure.message)}`;
  const { kind, message, attempts, timings, report } = check;
  if (kind === 'healthy') {
    const version = report?.version ? `, version ${neutralize(report.version)}` : '';
    return `${id} is healthy: it answered in ${Math.round(timings.totalMs)} ms${version}`;
  }
  const often = attempts > 1 ? `, asked ${attempts} times` : '';
  return `${id} is down: ${neutralize(message)}${often}`;
}

/** `payment-service until … (deploy 2.5.0, by ana)`, or `payment-service acknowledged by ana until it is healthy, at most until …`. */
function lineOf(silence: Silence, showWhy: ShowWhy): string {
  if (!isAck(silence)) return `${whoOf(silence)} ${timesOf(silence, showWhy)}`;
  return `${whoOf(silence)} acknowledged by ${showWhy(nameOf(silence.by))} ${timesOf({ ...silence, by: null }, showWhy)}`;
}

function whoOf({ services }: Silence): string {
  return services === null ? 'all services' : nameSome(services);
}

function isOrAre(services: readonly string[] | null): string {
  return services?.length === 1 ? 'is' : 'are';
}

function timesOf({ planned, untilWell, services, from, until, reason, by }: Silence, showWhy: ShowWhy): string {
  const well = services?.length === 1 ? 'until it is healthy, at most ' : 'until they are healthy, at most ';
  const begin = planned ? `from ${at(from)} ` : '';
  const why = [reason, by && `by ${by}`].filter(Boolean).join(', ');
  return `${begin}${untilWell ? well : ''}until ${at(until)}${why && ` (${showWhy(why)})`}`;
}

function at(instant: number): string {
  return readable(new Date(instant).toISOString());
}
