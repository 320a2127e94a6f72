/** The tags of open incidents: those of all incidents, when they began together, and other problems of the service. */

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

export function OpenTags({ group, others, now }: TagsProps) {
  const { count, atOnce, details, openedAt, tags } = group;
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
      {tags.map(({ text, isVersion }) => (
        <span class={isVersion ? 'tag version' : 'tag'}>{cleanText(text, TAG_SHOWN)}</span>
      ))}
      {count === 1 && alsoTags(incident).map((text) => <span class="tag">{text}</span>)}
    </span>
  );
}

const TAG_SHOWN = 48;

/** Returns `1 min after ledger`: the time since the first outage, if this one began later. */
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

function isOutage({ details, now }: IncidentGroup<OpenIncident>): boolean {
  return now === 'down' && details[0].kind === 'outage';
}

/** Returns the clues that the steps do not show, without other failing services if they are in the group or listed below. */
export function furtherClues(
  { count, details }: IncidentGroup<OpenIncident>,
  later: readonly IncidentGroup<OpenIncident>[],
): OpenIncident['clues'] {
  const areOthersShown = count > 1 || later.some(isOutage);
  const isShown = ({ code }: OpenIncident['clues'][number]) =>
    code === 'version_changed' || code === 'restarted' || (code === 'others_failing' && areOthersShown);
  return details[0].clues.filter((clue) => !isShown(clue));
}

/** Returns the tags of a service's other problems. Two burn rates of the same budget share a tag. */
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

/** Returns the aim that the reason of an objective's incident is about. */
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
