/** Asks the reader for a name, and for the token if actions need it; only the page's script opens it. */

import { BY_LIMIT } from '../../core/words/limits';
import type { PageControls } from './page-controls';

export function AskReader({ controls: { needsToken, canSilence } }: { readonly controls: PageControls }) {
  return (
    <dialog id="who" aria-labelledby="who-title">
      <form method="dialog">
        <h2 id="who-title">{needsToken ? 'Unlock actions' : 'Who are you?'}</h2>
        {needsToken && (
          <>
            <label for="who-token">Token of the watch</label>
            <input type="password" id="who-token" required autocomplete="off" aria-describedby="who-wrong" />
            <p id="who-wrong" role="alert" />
          </>
        )}
        {canSilence && (
          <>
            <label for="who-name">Your name</label>
            <input type="text" id="who-name" maxlength={BY_LIMIT} autocomplete="name" />
          </>
        )}
        <p class="when">
          {canSilence && 'Others see the name beside what you acknowledge or silence. '}
          {needsToken && 'The token is stored until you close this tab.'}
        </p>
        <p class="buttons">
          <button type="submit" class="first" value="given">
            Continue
          </button>
          <button type="submit" value="" formnovalidate>
            Cancel
          </button>
        </p>
      </form>
    </dialog>
  );
}
