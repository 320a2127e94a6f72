/** Asks for the name of whoever acts through the page; only the page's script opens it. */

import { BY_LIMIT } from '../../core/words/limits';

export function AskName() {
  return (
    <dialog id="who" aria-label="Who are you?">
      <form method="dialog">
        <label for="who-name">Your name</label>
        <input type="text" id="who-name" maxlength={BY_LIMIT} autocomplete="name" />
        <p>Others see it beside what you acknowledge or silence. This browser keeps it.</p>
        <p class="filters">
          <button type="submit" value="named">
            Continue
          </button>
          <button type="submit" value="">
            Cancel
          </button>
        </p>
      </form>
    </dialog>
  );
}
