/** The clues to an outage: facts that may explain it. */

import type { ServiceState } from '../../core/state/service-state';

interface CluesProps {
  readonly state: Pick<ServiceState, 'clues'>;
  /** The id of the incident that is shown. */
  readonly incident: string;
}

/** The strongest, the newest first; nothing if none of this incident are known. A clue's own text has its time. */
export function Clues({ state: { clues }, incident }: CluesProps) {
  if (clues === null || clues.incident !== incident || clues.found.length === 0) return null;
  return (
    <ul class="clues" aria-label="Clues">
      {clues.found.map(({ code, message }) => (
        <li>
          {message} <code>{code}</code>
        </li>
      ))}
    </ul>
  );
}
