/** A page that unlocks another: a deployment's page without its token, and actions in a browser without a script. It reveals nothing about services. */

import { type Address, addressPath } from '../../core/documents/address';
import { drawDocument } from './document';
import { UnlockForm } from './unlock-form';

export interface LockedPage {
  readonly deployment: string;
  readonly isDeployed: boolean;
  /** The address to go to once it is unlocked. */
  readonly back: Address;
  /** The given name. */
  readonly name?: string | undefined;
  /** What was wrong with the last try; missing before the first one. */
  readonly fault?: string | undefined;
  /** Whether this document asks again at once: along a link on another site a browser does not send the cookie of a session. */
  readonly isLinked: boolean;
}

/** Returns HTML text. */
export function renderLocked({ deployment, isDeployed, back, name, fault, isLinked }: LockedPage): string {
  return String(
    drawDocument(
      { title: `Unlock · ${deployment}`, whole: null, isSmall: true },
      isLinked && <meta http-equiv="refresh" content="0" />,
      <main class="locked">
        <UnlockForm needsToken={true} isDeployed={isDeployed} back={addressPath(back)} name={name} fault={fault}>
          <h1>{isDeployed ? `Unlock ${deployment}` : 'Unlock actions'}</h1>
        </UnlockForm>
        {!isDeployed && (
          <p class="when">
            <a href={addressPath(back)}>Back</a>
          </p>
        )}
      </main>,
    ),
  );
}
