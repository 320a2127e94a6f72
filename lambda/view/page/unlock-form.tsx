/** The form that unlocks a page: in a dialog, which the page's script opens, and on a page of its own. A password manager can fill it. */

import type { Child } from 'hono/jsx';
import { BY_LIMIT } from '../../core/words/limits';
import type { PageControls } from '../controls/page-controls';
import { PAGE_PATHS } from './page-paths';

export function UnlockDialog({ controls, isDeployed }: Pick<UnlockFormProps, 'isDeployed'> & DialogProps) {
  return (
    <dialog id="unlock" aria-labelledby="unlock-title">
      <UnlockForm needsToken={controls.needsToken} isDeployed={isDeployed} isDialog={true}>
        <h2 id="unlock-title">{controls.needsToken ? 'Unlock actions' : 'Who are you?'}</h2>
        <p class="purpose" />
      </UnlockForm>
    </dialog>
  );
}

interface DialogProps {
  readonly controls: PageControls;
}

interface UnlockFormProps {
  /** Whether it asks for the token too; otherwise only for a name. */
  readonly needsToken: boolean;
  readonly isDeployed: boolean;
  readonly isDialog?: boolean;
  /** The path to return to. */
  readonly back?: string;
  readonly name?: string | undefined;
  /** What was wrong with the last try. */
  readonly fault?: string | undefined;
  /** What stands above the fields. */
  readonly children: Child;
}

export function UnlockForm({ needsToken, isDeployed, isDialog = false, back, name, fault, children }: UnlockFormProps) {
  return (
    <form method="post" action={PAGE_PATHS.unlock} class="unlock">
      {children}
      {back !== undefined && <input type="hidden" name="back" value={back} />}
      <label>
        <span>Your name</span>
        <input
          type="text"
          name="name"
          value={name}
          required
          maxlength={BY_LIMIT}
          autofocus={!isDialog && fault === undefined}
          autocomplete={needsToken ? 'username' : 'name'}
        />
      </label>
      {needsToken ? (
        <TokenFields isDialog={isDialog} fault={fault} />
      ) : (
        <input type="hidden" name="remember" value="on" />
      )}
      <p class="buttons">
        <button type="submit" class="first">
          {needsToken ? 'Unlock' : 'Continue'}
        </button>
        {isDialog && (
          <button type="submit" formmethod="dialog" formnovalidate>
            Cancel
          </button>
        )}
      </p>
      {needsToken && (
        <p class="where">
          <b>Don’t have the token?</b>{' '}
          {isDeployed ? (
            <>
              It is in AWS Secrets Manager, in the secret that <code>page.token</code> names in the config.
            </>
          ) : (
            <>
              On its machine, <code>statuswatch watch</code> prints a link that works once when it starts. The token is
              in <code>STATUSWATCH_TOKEN</code> or the <code>--token-file</code>.
            </>
          )}
        </p>
      )}
    </form>
  );
}

function TokenFields({ isDialog, fault }: { readonly isDialog: boolean; readonly fault: string | undefined }) {
  return (
    <>
      <p class="token">
        <label>
          <span>Token</span>
          <input
            type="password"
            name="password"
            required
            autofocus={fault !== undefined}
            autocomplete="current-password"
            aria-describedby="wrong"
            aria-invalid={fault === undefined ? undefined : 'true'}
          />
        </label>
        {isDialog && (
          <button type="button" class="eye plain" aria-label="Show the token" aria-pressed="false">
            <svg viewBox="0 0 16 16" aria-hidden="true">
              <path d="M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8z" />
              <circle cx="8" cy="8" r="2" />
            </svg>
          </button>
        )}
      </p>
      {isDialog && <input type="hidden" name="code" />}
      <p id="wrong" role="alert">
        {fault}
      </p>
      <label class="remember">
        <input type="checkbox" name="remember" checked />
        <span>
          Remember this device for 30 days
          <span class="when">Only on a device that is yours. “Lock” in the header ends it.</span>
        </span>
      </label>
    </>
  );
}
