/** The answers of the checker to requests other than runs: for programs, each with a line for people. */

import { type VerdictDocument, verdictDocument } from '../documents/verdict-document';
import { readable } from '../message/forms/readable-time';
import { neutralize } from '../message/neutralize';
import { type Check, hasVerdict } from '../probe/check-result';
import { reasonPhrase } from '../reasons/reason-phrases';
import { isAck, type Silence } from '../silences/silence';
import { type SilenceDocument, silenceDocument } from '../silences/silence-document';
import { shown } from '../silences/subject';
import { actorName, nameSome } from '../words/shown-value';

/** The least that an answer has: what it is, and a line for people. */
export interface AnyAnswer {
  readonly kind: string;
  readonly text: string;
}

/** An answer. A command line of another version can refuse its `kind`; `text` is a line for people. */
export type Answer = { readonly text: string } & (
  | {
      readonly kind: 'silenced';
      readonly silence: SilenceDocument;
      /** For a silence until services are healthy: the services that are not failing. */
      readonly notFailing: readonly string[];
      /** False for a silence until services are healthy if none of them is failing. */
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
      /** The ids of other silences, or other acknowledgements, of some of its services. */
      readonly others: readonly string[];
    }
  | {
      readonly kind: 'asked';
      readonly services: readonly AskedService[];
    }
  | { readonly kind: 'refused'; readonly faults: readonly string[] }
);

/** The verdict on a service, with the version and environment of its report. */
export interface AnsweredService extends VerdictDocument {
  readonly version: string | null;
  readonly environment: string | null;
  readonly responseMs: number;
}

/** A service that was checked; without a verdict if it could not be checked. */
export type AskedService =
  | AnsweredService
  | { readonly service: string; readonly verdict: null; readonly message: string };

/** Formats a reason and a name: neutralized for a chat, since anybody can write them; otherwise unchanged. */
export type ShowWhy = (why: string) => string;

/** The services of a silence, by whether they are failing. */
export interface Failing {
  /** The number of its services. */
  readonly count: number;
  readonly notFailing: readonly string[];
  /** The number of its services that were never checked. */
  readonly unchecked: number;
}

/** Returns the answer to a new silence. `failing` is `null` unless it is until services are healthy, and if the states can't be read. */
export function silencedAnswer(silence: Silence, failing: Failing | null, showWhy: ShowWhy): Answer {
  const notFailing = failing?.notFailing ?? [];
  const isNeeded = failing === null || notFailing.length < failing.count;
  const who = `${servicesText(silence)} ${isOrAre(silence.services)}`;
  const text = isNeeded
    ? `${who} silenced ${timesText(silence, showWhy)}; the id is ${silence.id}${failingNote(failing)}`
    : `Nothing to silence: ${notFailingWords(silence.services)} now; ${NOTIFIED_LATER}`;
  return { kind: 'silenced', text, silence: silenceDocument(silence), notFailing, isNeeded };
}

const NOTIFIED_LATER = 'people are notified of what begins later';

function failingNote(failing: Failing | null): string {
  if (failing === null) return '';
  const { count, notFailing, unchecked } = failing;
  if (unchecked === count) {
    const whether = count === 1 ? 'whether it fails' : 'whether they fail';
    return `; ${whether} is unknown: nothing has been checked here yet`;
  }
  return notFailing.length === 0 ? '' : `; ${notFailingWords(notFailing)} now: ${NOTIFIED_LATER}`;
}

function notFailingWords(services: readonly string[] | null): string {
  return services === null ? 'no service is failing' : `${nameSome(services)} ${isOrAre(services)} not failing`;
}

/** Returns the answer to an acknowledgement. `others` are requested services without an open incident. */
export function acknowledgedAnswer(ack: Silence, others: readonly string[], showWhy: ShowWhy): Answer {
  const note = others.length === 0 ? '' : `; ${noIncidentText(others)}`;
  return {
    kind: 'acknowledged',
    text: `${silenceText(ack, showWhy)}; the id is ${ack.id}${note}`,
    silence: silenceDocument(ack),
  };
}

/** Returns the answer if none of the services has an open incident; `null` stands for all services. */
export function nothingToAckAnswer(services: readonly string[] | null): Answer {
  return refusedAnswer([`nothing to acknowledge: ${noIncidentText(services)} now`]);
}

function noIncidentText(services: readonly string[] | null): string {
  if (services === null) return 'no service has an open incident';
  return `${nameSome(services)} ${services.length === 1 ? 'has' : 'have'} no open incident`;
}

export function silencesAnswer(silences: readonly Silence[], showWhy: ShowWhy): Answer {
  const text = silences.length === 0 ? 'nothing is silenced' : silencesText(silences, showWhy);
  return { kind: 'silences', text, silences: silences.map(silenceDocument) };
}

/** Returns the answer to a removed silence. `others` of its kind still hold for the services `still`. */
export function unsilencedAnswer(
  silence: Silence,
  { others, still }: { readonly others: readonly Silence[]; readonly still: readonly string[] },
  showWhy: ShowWhy,
): Answer {
  const ids = others.map(({ id }) => id);
  const [what, ended, held] = isAck(silence)
    ? ['acknowledgement', 'undone', 'acknowledged']
    : ['silence', 'ended', 'silenced'];
  const note = ids.length === 0 ? '' : `; ${nameSome(still)} ${isOrAre(still)} still ${held} by ${nameSome(ids)}`;
  const text = `the ${what} ${silence.id} is ${ended}: ${servicesText(silence)} ${timesText(silence, showWhy)}${note}`;
  return { kind: 'unsilenced', text, silence: silenceDocument(silence), others: ids };
}

/** Returns the answer to a name that is neither an id nor a service with one silence: `named` are the service's silences, `others` the rest. */
export function notSilencedAnswer(name: string, named: readonly string[], others: readonly string[]): Answer {
  if (named.length > 1) return refusedAnswer([`${name} has ${named.length} silences; name one: ${nameSome(named)}`]);
  const now = others.length === 0 ? 'none' : nameSome(others);
  return refusedAnswer([`no silence has the id ${shown(name)}, or is for that service alone; in force: ${now}`]);
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

export function refusedAnswer(faults: readonly string[]): Extract<Answer, { kind: 'refused' }> {
  return { kind: 'refused', text: faults.join('; '), faults };
}

/** Returns silences as a line: the first few, and the number of others. */
function silencesText(silences: readonly Silence[], showWhy: ShowWhy): string {
  const each = silences.map((silence) => `${silence.id}: ${silenceText(silence, showWhy)}`);
  return nameSome(each, undefined, '; ');
}

/** The most services that are all named; with more, only the failing ones are. */
const MOST_DESCRIBED = 3;

function describeMany(checks: readonly Check[]): string {
  const failing = checks.filter(({ kind }) => kind !== 'healthy');
  if (failing.length === 0) return `all ${checks.length} are healthy`;
  const why = (check: Check) => (hasVerdict(check) ? reasonPhrase(check.reason) : 'not checked');
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
  const often = attempts > 1 ? `, checked ${attempts} times` : '';
  return `${id} is down: ${neutralize(message)}${often}`;
}

/** Returns a silence as text: `payment-service until … (deploy 2.5.0, by ana)`, or `payment-service acknowledged by ana until it is healthy, at most until …`. */
function silenceText(silence: Silence, showWhy: ShowWhy): string {
  if (!isAck(silence)) return `${servicesText(silence)} ${timesText(silence, showWhy)}`;
  return `${servicesText(silence)} acknowledged by ${showWhy(actorName(silence.by))} ${timesText({ ...silence, by: null }, showWhy)}`;
}

function servicesText({ services }: Silence): string {
  return services === null ? 'all services' : nameSome(services);
}

function isOrAre(services: readonly string[] | null): string {
  return services?.length === 1 ? 'is' : 'are';
}

function timesText({ planned, untilWell, services, from, until, reason, by }: Silence, showWhy: ShowWhy): string {
  const well = services?.length === 1 ? 'until it is healthy, at most ' : 'until they are healthy, at most ';
  const begin = planned ? `from ${timeText(from)} ` : '';
  const why = [reason, by && `by ${by}`].filter(Boolean).join(', ');
  return `${begin}${untilWell ? well : ''}until ${timeText(until)}${why && ` (${showWhy(why)})`}`;
}

export function timeText(instant: number): string {
  return readable(new Date(instant).toISOString());
}
