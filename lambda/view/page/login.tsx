/** The login form of a deployment's page. It reveals nothing about the services. */

import { type Address, addressPath } from '../../core/documents/address';
import { drawDocument, PAGE_PATHS } from './document';

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

/** HTML text. */
export function renderLogin({ deployment, back, isWrong, isLinked }: Login): string {
  return String(
    drawDocument(
      { title: `Log in · ${deployment}`, whole: null },
      isLinked && <meta http-equiv="refresh" content="0" />,
      <main class="login">
        <h1>{deployment}</h1>
        <form method="post" action={PAGE_PATHS.login}>
          <input type="hidden" name="back" value={addressPath(back)} />
          <label for="token">Token</label>
          <input
            type="password"
            id="token"
            name="token"
            required
            autofocus
            autocomplete="current-password"
            aria-describedby={isWrong ? 'wrong' : undefined}
          />
          <button type="submit">Log in</button>
          {isWrong && (
            <p id="wrong" role="alert">
              This is not the token of this page.
            </p>
          )}
        </form>
        <p class="when">The token is in the secret that the config names. You stay logged in for twelve hours.</p>
      </main>,
    ),
  );
}
