/** The clues to an incident, a line each. */

import type { ClueDocument } from '../../core/documents/incident-document';

/** The strongest clues, the newest first; nothing if there are none. A clue's own text has its time. */
export function Clues({ clues }: { readonly clues: readonly ClueDocument[] }) {
  if (clues.length === 0) return null;
  return (
    <ul class="clues" aria-label="Clues">
      {clues.map(({ message }) => (
        <li>{message}</li>
      ))}
    </ul>
  );
}
