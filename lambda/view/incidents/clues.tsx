/** The clues to an outage: facts that may explain it. */

import type { ClueDocument } from '../../core/documents/incident-document';

/** The strongest, the newest first; nothing if none are known. A clue's own text has its time. */
export function Clues({ clues }: { readonly clues: readonly ClueDocument[] }) {
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
