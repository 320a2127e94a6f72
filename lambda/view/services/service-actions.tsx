/** The actions on a service, beside its name: forms that work without a script. */

import type { Address } from '../../core/documents/address';
import type { ServiceNow } from '../../core/documents/service-document';
import { ActButtons, ActForm } from '../controls/acts';
import { Option } from '../controls/controls';
import type { PageControls } from '../controls/service-controls';

const LENGTHS = [
  ['30m', '30 minutes'],
  ['1h', '1 hour'],
  ['2h', '2 hours'],
  ['8h', '8 hours'],
  ['1d', '1 day'],
  ['well', 'until it is healthy'],
] as const;
const USUAL_LENGTH = '1h';

interface ActionsProps {
  readonly service: ServiceNow & { readonly runbook: string | null };
  readonly controls: PageControls | null;
  /** The address to return to. */
  readonly address: Address;
}

export function ServiceActions({ service, controls, address }: ActionsProps) {
  const { runbook, service: id } = service;
  if (runbook === null && controls === null) return null;
  return (
    <div class="acting">
      <ActForm controls={controls} address={address} />
      {runbook !== null && (
        <a class="button" href={runbook}>
          Runbook
        </a>
      )}
      {controls?.canSilence && <SilenceMenu id={id} />}
      <ActButtons service={service} controls={controls} hasMenu />
    </div>
  );
}

/** Draws a form of its own, so that the return key in a field presses its button. */
function SilenceMenu({ id }: { readonly id: string }) {
  return (
    <form method="post" action={`/services/${encodeURIComponent(id)}/silence`}>
      <details class="acts menu" id={`silence-${id}`}>
        <summary class="button">Silence</summary>
        <div class="panel">
          <label>
            For how long
            <select name="for">
              {LENGTHS.map(([value, text]) => (
                <Option value={value} text={text} isChosen={value === USUAL_LENGTH} />
              ))}
            </select>
          </label>
          <label>
            Why
            <input type="text" name="reason" maxlength={100} placeholder="Optional" />
          </label>
          <button type="submit" class="first">
            Silence {id}
          </button>
        </div>
      </details>
    </form>
  );
}
