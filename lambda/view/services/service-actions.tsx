/** The actions on a service, beside its name: a form that works without a script. */

import type { ServiceNow } from '../../core/documents/service-document';
import { idOf } from '../../core/documents/words/silence-words';
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
}

export function ServiceActions({ service, controls }: ActionsProps) {
  const { runbook } = service;
  if (runbook === null && controls === null) return null;
  return (
    <div class="acting">
      {runbook !== null && (
        <a class="button" href={runbook}>
          <Glyph path={BOOK} />
          Runbook
        </a>
      )}
      {controls !== null && <ActionForm service={service} controls={controls} />}
    </div>
  );
}

interface FormProps extends ActionsProps {
  readonly controls: PageControls;
}

function ActionForm({ service: { service: id, ack, hasIncident }, controls }: FormProps) {
  const action = (name: string) => `/services/${encodeURIComponent(id)}/${name}`;
  const ackId = ack && idOf({ id: ack.id, planned: false });
  return (
    <form method="post" action={action('ask')}>
      {controls.canSilence && <SilenceMenu id={id} action={action('silence')} />}
      <button type="submit">
        <Glyph path={AGAIN} />
        Check now
      </button>
      {controls.canSilence && hasIncident && ack === null && (
        <button type="submit" class="first" formaction={action('ack')}>
          Acknowledge
        </button>
      )}
      {controls.canSilence && ackId !== null && (
        <button type="submit" formaction={`/silences/${ackId}/end`}>
          Unacknowledge
        </button>
      )}
    </form>
  );
}

const BOOK = 'M3 12.5v-10a1 1 0 0 1 1-1h7.5v9H4a1 1 0 0 0 0 2h7.5';
const AGAIN = 'M11.8 5A5 5 0 1 0 12 7.6M12 1.8V5H8.8';

function Glyph({ path }: { readonly path: string }) {
  return (
    <svg class="glyph" viewBox="0 0 14 14" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}

/** The return key in a field presses the first button of the form: this one. */
function SilenceMenu({ id, action }: { readonly id: string; readonly action: string }) {
  return (
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
        <button type="submit" class="first" formaction={action}>
          Silence {id}
        </button>
      </div>
    </details>
  );
}
