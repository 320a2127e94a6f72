/** The login form of a deployment's page. It reveals nothing about the services. */

import { type Address, addressPath } from '../../core/documents/address';
import { drawDocument } from './document';
import { PAGE_PATHS } from './page-paths';
import { TokenForm } from './token-form';

export interface Login {
  readonly deployment: string;
  /** The address to go to after the login. */
  readonly back: Address;
  /** Whether a wrong token was given before. */
  readonly isWrong: boolean;
  /**
   * Whether a link on another site leads here. Then the browser does not send the cookie of a session; it sends it once this document
   * asks again.
   */
  readonly isLinked: boolean;
}

/** Returns HTML text. */
export function renderLogin({ deployment, back, isWrong, isLinked }: Login): string {
  return String(
    drawDocument(
      { title: `Log in · ${deployment}`, whole: null, isSmall: true },
      isLinked && <meta http-equiv="refresh" content="0" />,
      <main class="login">
        <h1>{deployment}</h1>
        <TokenForm
          to={PAGE_PATHS.login}
          fields={[['back', addressPath(back)]]}
          label="Token"
          button="Log in"
          fault={isWrong ? 'This is not the token of this page.' : null}
          autocomplete="current-password"
        />
        <p class="when">The token is in the secret that the config names. You stay logged in for twelve hours.</p>
      </main>,
    ),
  );
}
