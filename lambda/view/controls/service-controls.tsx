/** The actions on a service and on a silence on the page: forms that work without a script. */

import { Option } from './controls';

/** The actions that the page's server allows. */
export interface PageControls {
  /** Whether a token has to be given. */
  readonly needsToken: boolean;
  /** Whether a service can be silenced; it can always be checked again. */
  readonly canSilence: boolean;
}

const LENGTHS = [
  ['30m', '30 minutes'],
  ['2h', '2 hours'],
  ['8h', '8 hours'],
  ['1d', 'a day'],
  ['well', 'until well'],
] as const;

interface ControlsProps {
  readonly id: string;
  readonly controls: PageControls | null;
  /** Whether the service has an incident that can be acknowledged. */
  readonly hasIncident: boolean;
}

export function ServiceControls({ id, controls, hasIncident }: ControlsProps) {
  if (controls === null) return null;
  const action = (name: string) => `/services/${encodeURIComponent(id)}/${name}`;
  return (
    <form method="post" action={action('ask')} class="filters actions">
      <button type="submit">Check now</button>
      {controls.canSilence && (
        <>
          <select name="for" aria-label="How long">
            {LENGTHS.map(([value, text]) => (
              <Option value={value} text={text} isChosen={value === '2h'} />
            ))}
          </select>
          <input type="text" name="reason" maxlength={100} placeholder="why" aria-label="Why" />
          <button type="submit" formaction={action('silence')}>
            Silence
          </button>
          {hasIncident && (
            <button type="submit" formaction={action('ack')}>
              Acknowledge
            </button>
          )}
        </>
      )}
    </form>
  );
}

/** Ends a silence; nothing if none can be ended through the page. */
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
