/** Possible causes of an incident: the strongest first for its page, and in a few words for a line in a list. */

import type { ServiceChange } from '../../history/service-change';
import type { Clue } from '../../incident/clue';
import { CLUE_CODES } from '../../incident/clues/clue-order';
import { cluesTo } from '../../incident/clues/others-failing';
import type { Incident } from '../../incident/incident';
import { capitalized } from '../../words/capitalized';
import { roughDuration } from '../../words/duration';
import type { IncidentRecord, RelatedIncidents } from '../facts/incident-records';
import { plural } from '../words/format';

export interface CausesDocument {
  readonly main: string;
  /** Whether the main cause is another version. */
  readonly isVersion: boolean;
  /** The change of the service with which it became healthy again; `null` if none is recorded. */
  readonly healed: string | null;
  /** The other clues, the strongest first. */
  readonly others: readonly string[];
}

export interface TagDocument {
  readonly text: string;
  readonly isVersion: boolean;
}

/** Returns the possible causes; `null` without a clue. */
export function causesOf({ incident, state: { changes } }: IncidentRecord): CausesDocument | null {
  const [main, ...others] = strongestFirst(incident);
  if (main === undefined) return null;
  return {
    main: causeText(main, incident, changes),
    isVersion: main.code === 'version_changed',
    healed: healedBy(incident, changes),
    others: others.map((clue) => causeText(clue, incident, changes)),
  };
}

/**
 * Returns a possible cause of an open outage in a line: another version, or else that it began after the first outage, or else the
 * strongest clue; `null` without any of these.
 */
export function causeInLine({ incident, state }: Outage, first: Outage | null): string | null {
  const [main] = strongestFirst(incident);
  if (main?.code === 'version_changed') return versionWords(main, incident, state.changes);
  const afterMs = first === null ? 0 : incident.openedAt - first.incident.openedAt;
  if (first !== null && afterMs > 0 && afterMs <= TOGETHER_MS) return `${roughDuration(afterMs)} after ${first.id}`;
  return main?.message ?? null;
}

type Outage = Pick<IncidentRecord, 'id' | 'incident' | 'state'>;

/** How long after something else an incident may begin and still be caused by it, in milliseconds. */
export const TOGETHER_MS = 30 * 60_000;

/** Returns the tags. Several related incidents have no clues: they are about more than one service. */
export function tagsOf(records: RelatedIncidents): readonly TagDocument[] {
  const [{ state, incident }] = records;
  const clue = records.length === 1 ? clueTag(incident, state.changes) : null;
  const budget = records.some(isBurning) ? [{ text: 'budget burns', isVersion: false }] : [];
  return [...(clue === null ? [] : [clue]), ...budget];
}

/** Returns whether a budget still burns because of a past outage. An open outage stands for its budget. */
function isBurning({ state, incident }: IncidentRecord): boolean {
  if (incident.over === null) return false;
  return state.incidents.some(({ spentBy, over }) => over === null && spentBy.includes(incident.id));
}

/** Returns the strongest clue that fits into a few words; `null` if there is none. */
function clueTag(incident: Incident, changes: readonly ServiceChange[]): TagDocument | null {
  if (incident.kind !== 'outage') return versionBefore(changes, incident);
  const clues = cluesTo(incident);
  const version = clues.find(({ code }) => code === 'version_changed');
  if (version !== undefined) return { text: versionWords(version, incident, changes), isVersion: true };
  for (const [code, textOf] of SHORT) {
    const clue = clues.find((each) => each.code === code);
    if (clue !== undefined) return { text: textOf(distance(clue.at, incident), incident), isVersion: false };
  }
  return null;
}

/** The words for clues that add something to the reason, the strongest first; `when` is like `, 11 s before`. */
const SHORT: readonly (readonly [code: string, textOf: (when: string, incident: Incident) => string])[] = [
  ['origin_matters', () => 'depends on Origin'],
  ['needed_failing', () => 'what it needs was down'],
  ['others_failing', (_, { others }) => `with ${plural(others?.count ?? 0, 'other')}`],
  ['restarted', (when) => `restarted${when}`],
  ['certificate_expires', () => 'certificate expired'],
  ['memory_rising', () => 'memory was rising'],
  ['answers_slower', (when) => `slower${when.replace(',', ' for')}`],
];

/** How long after a new version a condition may begin and still be explained by it, in milliseconds. */
const VERSION_EXPLAINS_MS = 3_600_000;

function versionBefore(changes: readonly ServiceChange[], { openedAt }: Incident): TagDocument | null {
  const change = changes.findLast(
    ({ at, version }) => version !== null && at <= openedAt && openedAt - at <= VERSION_EXPLAINS_MS,
  );
  return change?.version ? { text: `since ${change.version.to}`, isVersion: true } : null;
}

function strongestFirst(incident: Incident): readonly Clue[] {
  return cluesTo(incident).toSorted((left, right) => strengthOf(left) - strengthOf(right));
}

function strengthOf({ code }: Clue): number {
  const index = (CLUE_CODES as readonly string[]).indexOf(code);
  return index < 0 ? CLUE_CODES.length : index;
}

/** Returns the text of a cause; for a stored version, with its exact distance in time. */
function causeText(clue: Clue, incident: Incident, changes: readonly ServiceChange[]): string {
  if (clue.code !== 'version_changed' || versionAt(changes, clue.at) === null) return capitalized(clue.message);
  const when = distance(clue.at, incident);
  return `Version ${versionWords(clue, incident, changes)}${when === '' ? '' : ' the first failed check'}`;
}

/** `2.9.4 → 3.0.0, 11 s before`. */
function versionWords(clue: Clue, incident: Incident, changes: readonly ServiceChange[]): string {
  const version = versionAt(changes, clue.at);
  const names = version === null ? 'new version' : `${version.from} → ${version.to}`;
  return `${names}${distance(clue.at, incident)}`;
}

function versionAt(changes: readonly ServiceChange[], at: number | null): ServiceChange['version'] {
  return changes.find((change) => change.at === at)?.version ?? null;
}

/** Returns `, 11 s before`; empty if it was at the same time, or if no time is recorded. */
function distance(at: number | null, { openedAt }: Incident): string {
  const ms = at === null ? 0 : openedAt - at;
  const length = roughDuration(Math.abs(ms));
  return length === '0 s' ? '' : `, ${length} ${ms > 0 ? 'before' : 'after'}`;
}

function healedBy({ over, openedAt }: Incident, changes: readonly ServiceChange[]): string | null {
  if (over === null || over.why !== 'well') return null;
  const change = changes.findLast(({ at }) => at > openedAt && at <= over.at);
  if (change === undefined) return null;
  return change.version === null ? 'Healthy again after a restart' : `Healthy again with version ${change.version.to}`;
}
