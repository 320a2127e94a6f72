/** The tags of an open incident: a version that may explain it, the strongest clue, and what else its service has. */

import type { OpenIncident } from '../../core/documents/incident-details';
import type { IncidentGroup } from '../../core/documents/incident-list';
import { TOGETHER_MS } from '../../core/documents/incident-story/incident-causes';
import { conditionWords } from '../../core/documents/words/incident-words';
import { budgetOf, burnRateWords } from '../../core/documents/words/objective-words';
import { cleanText } from '../../core/words/clean-text';
import { roughDuration } from '../../core/words/duration';
import { Time } from '../parts/time';

interface TagsProps {
  readonly group: IncidentGroup<OpenIncident>;
  /** The other open incidents. */
  readonly others: readonly IncidentGroup<OpenIncident>[];
  readonly now: number;
}

/** Of several incidents that they began at the same time, if they did. */
export function OpenTags({ group, others, now }: TagsProps) {
  const { count, atOnce, details, openedAt } = group;
  const [incident] = details;
  const after = afterTag(group, others);
  return (
    <span class="tags">
      {after !== null && <span class="tag">{after}</span>}
      {after === null && count > 1 && atOnce && (
        <span class="tag">
          all at <Time at={Date.parse(openedAt)} now={now} />
        </span>
      )}
      {count === 1 && <OwnTags incident={incident} />}
    </span>
  );
}

function OwnTags({ incident }: { readonly incident: OpenIncident }) {
  const version = versionTag(incident);
  const clue = clueTag(incident);
  return (
    <>
      {version !== null && <span class="tag version">{version}</span>}
      {clue !== null && (
        <span class={clue.code === 'version_changed' ? 'tag version' : 'tag'}>
          {cleanText(clue.message, CLUE_SHOWN)}
        </span>
      )}
      {alsoTags(incident).map((text) => (
        <span class="tag">{text}</span>
      ))}
    </>
  );
}

/** `2.9.4 → 3.0.0, 11 s before`; of what is no outage `since 5.2.0`. */
function versionTag({ change, kind, openedAt }: OpenIncident): string | null {
  if (change === null || change.version === null) return null;
  const { from, to } = change.version;
  if (kind !== 'outage') return `since ${cleanText(to, VERSION_SHOWN)}`;
  const beforeMs = Date.parse(openedAt) - Date.parse(change.at);
  const when = beforeMs >= 0 ? `${roughDuration(beforeMs)} before` : `${roughDuration(-beforeMs)} after`;
  return `${cleanText(from, VERSION_SHOWN)} → ${cleanText(to, VERSION_SHOWN)}, ${when}`;
}

const VERSION_SHOWN = 12;
const CLUE_SHOWN = 48;

/** The strongest clue, unless a change of version says more. */
function clueTag({ clues, change }: OpenIncident): OpenIncident['clues'][number] | null {
  return change !== null && change.version !== null ? null : (clues[0] ?? null);
}

/** `1 min after ledger`: after the outage that was first, if this one began later than that. */
function afterTag(group: IncidentGroup<OpenIncident>, others: readonly IncidentGroup<OpenIncident>[]): string | null {
  if (!isOutage(group)) return null;
  const began = Date.parse(group.openedAt);
  const before = others
    .filter((other) => isOutage(other) && Date.parse(other.openedAt) < began)
    .filter((other) => began - Date.parse(other.openedAt) <= TOGETHER_MS)
    .toSorted((left, right) => Date.parse(left.openedAt) - Date.parse(right.openedAt));
  const [first] = before;
  if (first === undefined) return null;
  return `${roughDuration(began - Date.parse(first.openedAt))} after ${first.earliest.service}`;
}

function isOutage({ about, now }: IncidentGroup<OpenIncident>): boolean {
  return now === 'down' && about.some(({ kind }) => kind === 'outage');
}

/** The clues that neither a tag nor a step has in full; `later` are the incidents that are listed after it. */
export function furtherClues(
  { clues, change }: OpenIncident,
  later: readonly IncidentGroup<OpenIncident>[],
): OpenIncident['clues'] {
  const isShown = ({ code, at, message }: OpenIncident['clues'][number], index: number) => {
    if (code === 'others_failing' && later.some(isOutage)) return true;
    return change === null ? index === 0 && message.length <= CLUE_SHOWN : at === change.at;
  };
  return clues.filter((clue, index) => !isShown(clue, index));
}

/** Two speeds at which the same budget burns are one. */
function alsoTags(incident: OpenIncident): readonly string[] {
  const conditions = incident.also.filter(({ kind }) => kind === 'condition');
  const budgets = incident.also.filter(({ kind }) => kind === 'objective');
  const own = incident.kind === 'objective' ? aimOf(incident.reason) : null;
  const aims = new Set(budgets.map(({ reason }) => aimOf(reason)).filter((aim) => aim !== own));
  return [
    ...conditions.map(({ reason }) => conditionWords(reason)),
    ...[...aims].map((aim) => budgetTag(incident, aim)),
  ];
}

type AimName = 'availability' | 'responseTime';

/** The aim that the reason of an objective's incident is about. */
function aimOf(reason: string): AimName {
  return reason.startsWith('availability') ? 'availability' : 'responseTime';
}

/** `budget burns 67×`, `budget spent`. */
function budgetTag({ of }: OpenIncident, aim: AimName): string {
  const name = aim === 'availability' ? 'budget' : 'speed budget';
  const standing = of?.objective.find((one) => one.aim === aim);
  if (standing === undefined || standing.checks === 0) return `${name} burns`;
  if (budgetOf(standing) === 'spent') return `${name} spent`;
  const { burnRate } = standing;
  return burnRate === null || burnRate < 1 ? `${name} burns` : `${name} burns ${burnRateWords(burnRate)}`;
}
