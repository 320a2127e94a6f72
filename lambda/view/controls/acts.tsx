/** Quick actions on a service: buttons of one form, wherever they are; the form works without a script. */

import { type Address, addressPath } from '../../core/documents/address';
import type { ServiceNow } from '../../core/documents/service-document';
import type { Shown } from '../../core/documents/state';
import { idOf } from '../../core/documents/words/silence-words';
import type { PageControls } from './service-controls';

const FORM = 'act';

/** Draws the form itself, with the address to return to. */
export function ActForm({ controls, address }: { readonly controls: PageControls | null; readonly address: Address }) {
  if (controls === null) return null;
  return (
    <form id={FORM} method="post" class="filters">
      <input type="hidden" name="back" value={addressPath(address)} />
    </form>
  );
}

interface ActsProps {
  readonly service: ServiceNow;
  readonly controls: PageControls | null;
  /** Whether a menu beside the buttons silences it, for a time of choice. */
  readonly hasMenu?: boolean;
}

/** While a service is shown so, nobody is waited for. */
const QUIET: ReadonlySet<Shown> = new Set(['healthy', 'degraded', 'silenced', 'recovering']);

export function ActButtons({ service, controls, hasMenu = false }: ActsProps) {
  if (controls === null) return null;
  const { service: id, shown, silence, ack, hasIncident } = service;
  const path = `/services/${encodeURIComponent(id)}`;
  const silenceId = silence && idOf(silence);
  const ackId = ack && idOf({ id: ack.id, planned: false });
  return (
    <>
      {controls.canSilence && ackId !== null && <Act to={`/silences/${ackId}/end`} name="Unacknowledge" of={id} />}
      {controls.canSilence && ack === null && hasIncident && shown !== 'maintenance' && (
        <Act to={`${path}/ack`} name="Acknowledge" of={id} isFirst={!QUIET.has(shown)} />
      )}
      {controls.canSilence && silenceId !== null && (
        <Act to={`/silences/${silenceId}/end`} name="End silence" of={id} />
      )}
      {controls.canSilence && silence === null && !hasMenu && (
        <Act to={`${path}/silence`} name="Silence 1 h" of={id} length="1h" />
      )}
      <Act to={`${path}/ask`} name="Check now" of={id} />
    </>
  );
}

/** Draws the buttons of a service as a menu in its row. */
export function ActMenu({ service, controls }: ActsProps) {
  if (controls === null) return null;
  const { service: id } = service;
  return (
    <details class="acts" id={`acts-${id}`}>
      <summary aria-label={`Act on ${id}`}>⋯</summary>
      <p>
        <ActButtons service={service} controls={controls} />
      </p>
    </details>
  );
}

interface ActProps {
  readonly to: string;
  readonly name: string;
  readonly of: string;
  readonly length?: string;
  /** Whether it is what most people want. */
  readonly isFirst?: boolean;
}

function Act({ to, name, of, length, isFirst = false }: ActProps) {
  const value = length === undefined ? {} : { name: 'for', value: length };
  return (
    <button
      type="submit"
      form={FORM}
      formaction={to}
      aria-label={`${name}: ${of}`}
      class={isFirst ? 'first' : undefined}
      {...value}
    >
      {name}
    </button>
  );
}
