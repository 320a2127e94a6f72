/** The command that stops a silence. */

import type { DeploymentDocument } from '../../core/documents/deployment-document';

interface EndCommandProps {
  readonly id: string | null;
  readonly deployment: DeploymentDocument;
}

/** Draws the command that stops a silence or undoes an acknowledgement, after a text about it; nothing without an id. */
export function EndCommand({ id, deployment: { deployment, deployed } }: EndCommandProps) {
  if (id === null) return null;
  return (
    <>
      {' '}
      ·{' '}
      <code>
        statuswatch unsilence {id}
        {deployed && ` --deployed ${deployment}`}
      </code>
    </>
  );
}
