/** The answers of the checker to what is asked of it besides runs: for programs, each with one line for people. */

import { readable } from '../forms/readable-time';
import { neutralize } from '../message/neutralize';
import { VERDICT_PHRASES } from '../message/verdict-phrase';
import { type Check, hasVerdict } from '../probe/check-result';
import type { Silence } from '../silence/silence';
import { type SilenceDocument, silenceDocument } from '../silence/silence-document';
import { NAMES_SHOWN, nameSome } from '../silence/subject';
import { type BriefDocument, briefDocument } from './run';

/** `kind` says what it is, so that a command line of another version can refuse it; `text` is one line for people. */
export type Answer = { readonly text: string } & (
  | {
      readonly kind: 'silenced';
      readonly silence: SilenceDocument;
      /** If it holds until services are well: those of them that are not failing, so that it holds nothing back. */
      readonly notFailing: readonly string[];
    }
  | { readonly kind: 'silences'; readonly silences: readonly SilenceDocument[] }
  | { readonly kind: 'unsilenced'; readonly silence: SilenceDocument }
  | {
      readonly kind: 'asked';
      /** A service without a verdict could not be asked. */
      readonly services: readonly (BriefDocument | { readonly service: string; readonly verdict: null })[];
    }
  | { readonly kind: 'refused'; readonly faults: readonly string[] }
);

/** `notFailing` are some of its services, or all; `count` is how many it has. */
export function silencedAnswer(silence: Silence, notFailing: readonly string[], count: number): Answer {
  const who = `${whoOf(silence)} ${isOrAre(silence.services)}`;
  const text = `${who} silenced ${timesOf(silence)}; the id is ${silence.id}${noteOn(notFailing, count)}`;
  return { kind: 'silenced', text, silence: silenceDocument(silence), notFailing };
}

function noteOn(notFailing: readonly string[], count: number): string {
  if (notFailing.length === 0) return '';
  const all = count === 1 ? 'it is not failing now' : 'none of them is failing now';
  const found =
    notFailing.length === count
      ? `${all}, so nothing is held back`
      : `${nameSome(notFailing)} ${isOrAre(notFailing)} not failing now`;
  return `; ${found}: people are notified of what begins later`;
}

export function silencesAnswer(silences: readonly Silence[]): Answer {
  const text = silences.length === 0 ? 'nothing is silenced' : listed(silences);
  return { kind: 'silences', text, silences: silences.map(silenceDocument) };
}

export function unsilencedAnswer(silence: Silence): Answer {
  const text = `the silence ${silence.id} is ended: ${whoOf(silence)} ${timesOf(silence)}`;
  return { kind: 'unsilenced', text, silence: silenceDocument(silence) };
}

export function askedAnswer(checks: readonly Check[]): Answer {
  return {
    kind: 'asked',
    text: checks.length > MOST_DESCRIBED ? describeMany(checks) : checks.map(describeCheck).join('; '),
    services: checks.map((check) =>
      hasVerdict(check) ? briefDocument(check) : { service: check.service.id, verdict: null },
    ),
  };
}

export function refusedAnswer(faults: readonly string[]): Answer {
  return { kind: 'refused', text: faults.join('; '), faults };
}

/** Several silences in one line; of many the first ones, and how many more there are. */
export function listed(silences: readonly Silence[]): string {
  const others = silences.length - NAMES_SHOWN;
  const each = silences
    .slice(0, NAMES_SHOWN)
    .map((silence) => `${silence.planned ? 'planned' : silence.id}: ${whoOf(silence)} ${timesOf(silence)}`);
  return `${each.join('; ')}${others > 0 ? ` and ${others} more` : ''}`;
}

/** Of more services only those that fail are named. */
const MOST_DESCRIBED = 3;

function describeMany(checks: readonly Check[]): string {
  const failing = checks.filter(({ kind }) => kind !== 'healthy');
  if (failing.length === 0) return `all ${checks.length} are healthy`;
  const names = failing.map((check) => `${check.service.id} (${hasVerdict(check) ? check.reason : 'not asked'})`);
  return `${failing.length} of ${checks.length} still ${failing.length === 1 ? 'fails' : 'fail'}: ${nameSome(names)}`;
}

function describeCheck(check: Check): string {
  const { id } = check.service;
  if (!hasVerdict(check)) return `${id}: ${neutralize(check.failure.message)}`;
  const { kind, reason, message, attempts, timings, report } = check;
  if (kind === 'healthy') {
    const version = report?.version ? `, version ${neutralize(report.version)}` : '';
    return `${id} is healthy: it answered in ${Math.round(timings.totalMs)} ms${version}`;
  }
  const often = attempts > 1 ? `, asked ${attempts} times` : '';
  return `${id} is ${VERDICT_PHRASES[kind]} (${reason}): ${neutralize(message)}${often}`;
}

function whoOf({ services }: Silence): string {
  return services === null ? 'all services' : nameSome(services);
}

function isOrAre(services: readonly string[] | null): string {
  return services?.length === 1 ? 'is' : 'are';
}

function timesOf({ planned, untilWell, services, from, until, reason, by }: Silence): string {
  const well = services?.length === 1 ? 'until it is well, at most ' : 'until they are well, at most ';
  const begin = planned ? `from ${at(from)} ` : '';
  const why = [reason, by && `by ${by}`].filter(Boolean).join(', ');
  return `${begin}${untilWell ? well : ''}until ${at(until)}${why && ` (${neutralize(why)})`}`;
}

function at(instant: number): string {
  return readable(new Date(instant).toISOString());
}
