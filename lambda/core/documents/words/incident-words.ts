/** What incidents other than outages are about, in a few words: the same on a page, a dashboard and a terminal. */

import type { IncidentKind } from '../../words/codes';
import { nameSome } from '../../words/shown-value';

/** A condition, by its code: `certificate expires soon`. Codes that are not known are shown as they are. */
export function conditionWords(code: string): string {
  return code.replaceAll('_', ' ');
}

/** `degraded: slow, memory filling and 1 more`, from the codes of conditions. */
export function degradedWords(codes: readonly string[]): string {
  return `degraded: ${nameSome(codes.map(conditionWords), 2)}`;
}

/** `availability budget burns fast`, from the reason of an incident of an objective. */
function burnWords(reason: string): string {
  return conditionWords(reason.replace('_burns_', '_budget_burns_'));
}

/** What an incident is about; `null` for an outage, whose verdict says it. */
export function incidentWords({
  kind,
  reason,
}: {
  readonly kind: IncidentKind;
  readonly reason: string;
}): string | null {
  switch (kind) {
    case 'outage':
      return null;
    case 'condition':
      return degradedWords([reason]);
    case 'objective':
      return burnWords(reason);
  }
}

/** Which outages spent the budget of an objective, by the ids of these; at least one. */
export function spentWords(outages: readonly string[]): string {
  const named = nameSome(outages, 2);
  return outages.length === 1 ? `its outage ${named} spent the budget` : `its outages ${named} spent the budget`;
}

/** Of the incident of a budget whose outages people were notified of: that is why nobody is notified of it. */
export const OUTAGE_NOTIFIED = 'notified of its outage';
