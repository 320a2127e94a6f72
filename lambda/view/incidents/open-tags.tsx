/** The tags of open incidents, and when they began together. */

import type { OpenIncident } from '../../core/documents/incident-details';
import type { IncidentGroup } from '../../core/documents/incident-list';
import { TOGETHER_MS } from '../../core/documents/incident-story/incident-causes';
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
  const { count, atOnce, openedAt, tags } = group;
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
