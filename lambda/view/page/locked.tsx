/** Asks for the token that an action needs, and sends the action again with it: for a browser without a script. */

import { drawDocument } from './document';

export interface LockedAction {
  /** The path that the action is sent to. */
  readonly path: string;
  /** The fields of its form. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  /** Whether a wrong token was given. */
  readonly isWrong: boolean;
}

/** HTML text. */
export function renderLocked({ path, fields, isWrong }: LockedAction): string {
  return String(
    drawDocument(
      { title: 'Unlock actions', whole: null },
      null,
      <main class="login">
        <h1>Unlock actions</h1>
        <form method="post" action={path}>
          {fields.map(([name, value]) => (
            <input type="hidden" name={name} value={value} />
          ))}
          <label for="token">Token of the watch</label>
          <input
            type="password"
            id="token"
            name="token"
            required
            autofocus
            autocomplete="off"
            aria-describedby={isWrong ? 'wrong' : undefined}
          />
          <button type="submit" class="first">
            Continue
          </button>
          {isWrong && (
            <p id="wrong" role="alert">
              This is not the token of this watch.
            </p>
          )}
        </form>
        <p class="when">
          <a href="/">Back to the overview</a>
        </p>
      </main>,
    ),
  );
}
