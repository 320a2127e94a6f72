/** Asks for the token that an action needs, and sends the action again with it: for a browser without a script. */

import { drawDocument } from './document';
import { TokenForm } from './token-form';

export interface LockedAction {
  /** The path that the action is sent to. */
  readonly path: string;
  /** The fields of its form. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  /** Whether a wrong token was given. */
  readonly isWrong: boolean;
}

/** Returns HTML text. */
export function renderLocked({ path, fields, isWrong }: LockedAction): string {
  return String(
    drawDocument(
      { title: 'Unlock actions', whole: null, isSmall: true },
      null,
      <main class="login">
        <h1>Unlock actions</h1>
        <TokenForm
          to={path}
          fields={fields}
          label="Token of the watch"
          button="Continue"
          fault={isWrong ? 'This is not the token of this watch.' : null}
          autocomplete="off"
        />
        <p class="when">
          <a href="/">Back to the overview</a>
        </p>
      </main>,
    ),
  );
}
