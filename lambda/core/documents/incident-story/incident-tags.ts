/** What may explain an incident, in the few words that a line of a list has room for. */

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

/** Of several incidents that belong together there are no clues: they have more than one service. */
export function tagsOf(records: RelatedIncidents): readonly TagDocument[] {
  const [{ state, incident }] = records;
  const clue = records.length === 1 ? clueTag(state, incident) : null;
  const budget = records.map(budgetTag).find((tag) => tag !== null) ?? null;
  return [clue, budget].flatMap((tag) => tag ?? []);
}

/** Whether a budget still burns because of an outage that is over. An open outage stands for its budget. */
function budgetTag({ state, incident }: IncidentRecord): TagDocument | null {
  if (incident.over === null) return null;
  const burns = state.incidents.some(({ spentBy, over }) => over === null && spentBy.includes(incident.id));
  return burns ? { text: 'budget burns', isVersion: false } : null;
}

/** The strongest clue to an incident that fits into a few words; `null` if there is none. */
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

/** A version may explain a condition that began so long after it. */
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

/** `, 11 s before`; empty if it was at the same time, or if that is not known. */
function distance(at: number | null, openedAt: number): string {
  const ms = at === null ? 0 : openedAt - at;
  const length = roughDuration(Math.abs(ms));
  return length === '0 s' ? '' : `, ${length} ${ms > 0 ? 'before' : 'after'}`;
}

type ShortWords = (at: number | null, incident: Incident) => string;

/** The clues that a reason does not say by itself, the strongest first. */
const SHORT: readonly (readonly [code: string, textOf: ShortWords])[] = [
  ['origin_matters', () => 'depends on Origin'],
  ['needed_failing', () => 'what it needs was down'],
  ['others_failing', (_, { others }) => `with ${plural(others?.count ?? 0, 'other')}`],
  ['restarted', (at, { openedAt }) => `restarted${distance(at, openedAt)}`],
  ['certificate_expires', () => 'certificate expired'],
  ['memory_rising', () => 'memory was rising'],
  ['answers_slower', (at, { openedAt }) => `slower${distance(at, openedAt).replace(',', ' for')}`],
];
