/** The objectives of a service, and how it meets them. */

import type { ServiceNow } from '../../core/documents/service-document';
import { budgetOf, objectiveBrief, shareLeft } from '../../core/documents/words/objective-words';

/** One aim of an objective. */
type Standing = ServiceNow['objective'][number];

/** `84 %`, `Spent`: for the budget with the least left; nothing without an objective. */
export function BudgetLeft({ standing }: { readonly standing: Standing | null }) {
  if (standing === null || standing.checks === 0) return null;
  return (
    <span class={`note budget ${budgetOf(standing)}`} title={objectiveBrief(standing)}>
      {budgetOf(standing) === 'spent' ? 'Spent' : `${Math.floor(100 * shareLeft(standing))} %`}
    </span>
  );
}
