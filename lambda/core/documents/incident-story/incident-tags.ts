/** Possible causes of an incident, in a few words for a line in a list. */

import type { ServiceChange } from '../../history/service-change';
import type { Clue } from '../../incident/clue';
import { cluesTo } from '../../incident/clues/others-failing';
import type { Incident } from '../../incident/incident';
import type { ServiceState } from '../../state/service-state';
import { roughDuration } from '../../words/duration';
import type { IncidentRecord, RelatedIncidents } from '../facts/incident-records';
import { plural } from '../words/format';

export interface TagDocument {
  readonly text: string;
  readonly isVersion: boolean;
}

/** Returns the tags. Several related incidents have no clues: they are about more than one service. */
export function tagsOf(records: RelatedIncidents): readonly TagDocument[] {
  const [{ state, incident }] = records;
  const clue = records.length === 1 ? clueTag(state, incident) : null;
  const budget = records.map(budgetTag).find((tag) => tag !== null) ?? null;
  return [clue, budget].flatMap((tag) => tag ?? []);
}

/** Returns a tag if a budget still burns because of a past outage. An open outage has none: it stands for its budget. */
function budgetTag({ state, incident }: IncidentRecord): TagDocument | null {
  if (incident.over === null) return null;
  const burns = state.incidents.some(({ spentBy, over }) => over === null && spentBy.includes(incident.id));
  return burns ? { text: 'budget burns', isVersion: false } : null;
}

/** Returns the strongest clue that fits into a few words; `null` if there is none. */
function clueTag({ changes }: Pick<ServiceState, 'changes'>, incident: Incident): TagDocument | null {
  const clues = cluesTo(incident);
  if (incident.kind !== 'outage') return versionBefore(changes, incident);
  const version = clues.find(({ code }) => code === 'version_changed');
  if (version !== undefined) return { text: versionWords(version, incident, changes), isVersion: true };
  for (const [code, textOf] of SHORT) {
    const clue = clues.find((each) => each.code === code);
    if (clue !== undefined) return { text: textOf(clue.at, incident), isVersion: false };
  }
  return null;
}

/** How long after a new version a condition may begin and still be explained by it, in milliseconds. */
const VERSION_EXPLAINS_MS = 3_600_000;

function versionBefore(changes: readonly ServiceChange[], { openedAt }: Incident): TagDocument | null {
  const change = changes.findLast(
    ({ at, version }) => version !== null && at <= openedAt && openedAt - at <= VERSION_EXPLAINS_MS,
  );
  return change?.version ? { text: `since ${change.version.to}`, isVersion: true } : null;
}

/** `2.9.4 → 3.0.0, 11 s before`. */
export function versionWords(clue: Clue, { openedAt }: Incident, changes: readonly ServiceChange[]): string {
  const change = changes.find(({ at }) => at === clue.at)?.version ?? null;
  const names = change === null ? 'new version' : `${change.from} → ${change.to}`;
  return `${names}${distance(clue.at, openedAt)}`;
}

/** Returns `, 11 s before`; empty if it was at the same time, or if no time is recorded. */
function distance(at: number | null, openedAt: number): string {
  const ms = at === null ? 0 : openedAt - at;
  const length = roughDuration(Math.abs(ms));
  return length === '0 s' ? '' : `, ${length} ${ms > 0 ? 'before' : 'after'}`;
}

type ShortWords = (at: number | null, incident: Incident) => string;

/** The words for clues that add something to the reason, the strongest first. */
const SHORT: readonly (readonly [code: string, textOf: ShortWords])[] = [
  ['origin_matters', () => 'depends on Origin'],
  ['needed_failing', () => 'what it needs was down'],
  ['others_failing', (_, { others }) => `with ${plural(others?.count ?? 0, 'other')}`],
  ['restarted', (at, { openedAt }) => `restarted${distance(at, openedAt)}`],
  ['certificate_expires', () => 'certificate expired'],
  ['memory_rising', () => 'memory was rising'],
  ['answers_slower', (at, { openedAt }) => `slower${distance(at, openedAt).replace(',', ' for')}`],
];
