/** The actions on a service and on a silence on the page: forms that work without a script. */

/** The actions that the page's server allows. */
export interface PageControls {
  /** Whether a token has to be given. */
  readonly needsToken: boolean;
  /** Whether a service can be silenced; it can always be checked again. */
  readonly canSilence: boolean;
}

/** Draws the button that stops a silence; nothing if the page can't stop any. */
export function EndSilence({ id, controls }: { readonly id: string; readonly controls: PageControls | null }) {
  if (!controls?.canSilence) return null;
  return (
    <form method="post" action={`/silences/${id}/end`} class="filters actions">
      <button type="submit">
        End it<span class="hidden"> now: silence {id}</span>
      </button>
    </form>
  );
}
