/** Possible causes of an incident, the strongest clue first, for its page. */

import type { ServiceChange } from '../../history/service-change';
import type { Clue } from '../../incident/clue';
import { CLUE_CODES } from '../../incident/clues/clue-order';
import { cluesTo } from '../../incident/clues/others-failing';
import type { Incident } from '../../incident/incident';
import { capitalized } from '../../words/capitalized';
import { roughDuration } from '../../words/duration';
import type { IncidentRecord } from '../facts/incident-records';
import { versionWords } from './incident-tags';

export interface CausesDocument {
  readonly main: string;
  /** Whether the main cause is another version. */
  readonly isVersion: boolean;
  /** The change of the service with which it became healthy again; `null` if none is recorded. */
  readonly healed: string | null;
  /** The other clues, the strongest first. */
  readonly others: readonly string[];
}

/** Returns the possible causes; `null` without a clue. */
export function causesOf({ incident, state }: IncidentRecord): CausesDocument | null {
  const [main, ...others] = strongestFirst(incident);
  if (main === undefined) return null;
  return {
    main: causeText(main, incident, state.changes),
    isVersion: main.code === 'version_changed',
    healed: healedBy(incident, state.changes),
    others: others.map((clue) => causeText(clue, incident, state.changes)),
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

function strongestFirst(incident: Incident): readonly Clue[] {
  return cluesTo(incident).toSorted((left, right) => strengthOf(left) - strengthOf(right));
}

function strengthOf({ code }: Clue): number {
  const index = (CLUE_CODES as readonly string[]).indexOf(code);
  return index < 0 ? CLUE_CODES.length : index;
}

/** Returns the text of a cause; for a stored change, with its exact distance in time. */
function causeText(clue: Clue, incident: Incident, changes: readonly ServiceChange[]): string {
  const change = changes.find(({ at }) => at === clue.at);
  const version = clue.code === 'version_changed' ? change?.version : null;
  if (!change || !version) return capitalized(clue.message);
  const ms = incident.openedAt - change.at;
  const when = ms > 0 ? `${roughDuration(ms)} before the first failed check` : 'seen by a later check';
  return `Version ${version.from} → ${version.to}, ${when}`;
}

function healedBy({ over, openedAt }: Incident, changes: readonly ServiceChange[]): string | null {
  if (over === null || over.why !== 'well') return null;
  const change = changes.findLast(({ at }) => at > openedAt && at <= over.at);
  if (change === undefined) return null;
  return change.version === null ? 'Healthy again after a restart' : `Healthy again with version ${change.version.to}`;
}
