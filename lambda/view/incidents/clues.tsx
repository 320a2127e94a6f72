/** The clues to an outage: facts that may explain it. */

import { cluesTo } from '../../core/clue/others-failing';
import type { Incident } from '../../core/incident/incident';

/** The strongest, the newest first; nothing if none are known. A clue's own text has its time. */
export function Clues({ incident }: { readonly incident: Incident }) {
  const clues = cluesTo(incident);
  if (clues.length === 0) return null;
  return (
    <ul class="clues" aria-label="Clues">
      {clues.map(({ code, message }) => (
        <li>
          {message} <code>{code}</code>
        </li>
      ))}
    </ul>
  );
}
