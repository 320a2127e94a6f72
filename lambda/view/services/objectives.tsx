/** The objectives of a service, and how it meets them. */

import type { ServiceNow } from '../../core/documents/service-document';
import { budgetOf, objectiveBrief, objectiveWords, shareLeft } from '../../core/documents/words/objective-words';

/** One aim of an objective. */
type Standing = ServiceNow['objective'][number];

interface ObjectivesProps {
  readonly standings: readonly Standing[];
  readonly now: number;
}

/** A line for each aim, and a bar for the rest of its budget; nothing without an objective. */
export function Objectives({ standings, now }: ObjectivesProps) {
  return (
    <>
      {standings.map((standing) => {
        const { reached, budget, others } = objectiveWords(standing, now);
        return (
          <div class={`objective ${budgetOf(standing)}`}>
            <p>
              {reached}
              {budget !== null && (
                <>
                  , <strong>{budget}</strong>
                </>
              )}
              {others.map((text) => `, ${text}`).join('')}
            </p>
            {budget !== null && <BudgetBar share={shareLeft(standing)} />}
          </div>
        );
      })}
    </>
  );
}

/** `84 % left`, `spent`: for the budget with the least left; nothing without an objective. */
export function BudgetLeft({ standing }: { readonly standing: Standing | null }) {
  if (standing === null || standing.checks === 0) return null;
  return (
    <span class={`note budget ${budgetOf(standing)}`} title={objectiveBrief(standing)}>
      {budgetOf(standing) === 'spent' ? 'spent' : `${Math.floor(100 * shareLeft(standing))} % left`}
    </span>
  );
}

function BudgetBar({ share }: { readonly share: number }) {
  return (
    <svg class="meter" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
      <rect class="whole" width="100" height="6" />
      <rect class="part" width={Math.round(share * 1_000) / 10} height="6" />
    </svg>
  );
}
