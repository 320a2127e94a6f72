/** How a service stands beside what was set as its objective. */

import type { Standing } from '../../core/objective/standing';
import type { Known } from '../known/known';
import { budgetOf, objectiveBrief, objectiveWords, shareLeft, worstStanding } from '../words/objective-words';

interface ObjectivesProps {
  readonly standings: readonly Standing[];
  readonly now: Known['now'];
}

/** A line for each aim, and a bar of what is left of its budget; nothing without an objective. */
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

/** Of a healthy service of which enough is left: the aim of which the least is left, in a few words. Of any other as `Objectives`. */
export function RowObjectives({ standings, now, isHealthy }: ObjectivesProps & { readonly isHealthy: boolean }) {
  const worst = worstStanding(standings);
  const isQuiet = standings.every((one) => one.checks > 0 && budgetOf(one) === 'enough' && (one.burnRate ?? 0) <= 1);
  if (worst === null || !isHealthy || !isQuiet) return <Objectives standings={standings} now={now} />;
  return (
    <div class="objective enough">
      <p>objective: {objectiveBrief(worst)}</p>
      <BudgetBar share={shareLeft(worst)} />
    </div>
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
