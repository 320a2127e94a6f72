/** What ends a silence on a command line. */

import type { Known } from '../../core/documents/facts/known';

/** The command that ends a silence, or takes an acknowledgement back, after what it says; nothing if none does. */
export function EndCommand({ id, known }: { readonly id: string | null; readonly known: Known }) {
  if (id === null) return null;
  return (
    <>
      {' '}
      ·{' '}
      <code>
        statuswatch unsilence {id}
        {known.isDeployed && ` --deployed ${known.deployment}`}
      </code>
    </>
  );
}
