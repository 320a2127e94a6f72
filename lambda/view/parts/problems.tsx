/** What the checker itself has trouble with. */

import type { Known } from '../../core/documents/facts/known';
import { ownClockWarnings } from '../../core/probe/clock-skew';

/** What is wrong with the checker itself, its clock included. */
export function Problems({ known }: { readonly known: Known }) {
  const checks = known.services.flatMap(({ state }) => state?.latest ?? []);
  const problems = [...known.problems, ...ownClockWarnings(checks)];
  if (problems.length === 0) return null;
  return (
    <section class="problems" aria-labelledby="problems-title">
      <h2 id="problems-title">Trouble on the checker's own side</h2>
      <ul>
        {problems.map((problem) => (
          <li>{problem}</li>
        ))}
      </ul>
    </section>
  );
}
