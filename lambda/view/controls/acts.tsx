/** Actions on services: buttons of one form, wherever they are; the form works without a script. */

import { type Address, addressPath } from '../../core/documents/address';
import type { AckDocument } from '../../core/documents/service-document';
import { ackNote } from '../../core/documents/words/hold-words';
import { nameSome } from '../../core/words/shown-value';
import { Time } from '../parts/time';
import type { ActedOn } from './acted-on';
import type { PageControls } from './page-controls';
import { SilenceSheet } from './silence-sheet';

const FORM = 'act';

/** Draws the form itself, with the address to return to, and how long its buttons silence. */
export function ActForm({ controls, address }: { readonly controls: PageControls | null; readonly address: Address }) {
  if (controls === null) return null;
  return (
    <form id={FORM} method="post" class="filters">
      <input type="hidden" name="back" value={addressPath(address)} />
      <input type="hidden" name="for" value="1h" />
    </form>
  );
}

interface ActsProps {
  readonly on: ActedOn;
  readonly controls: PageControls;
  /** Part of the ids of its elements. */
  readonly name: string;
  readonly address: Address;
  readonly now: number;
  /** Whether it is what the page is about: its first button is black. */
  readonly isMain?: boolean;
  /** The acknowledgement, if all was acknowledged. */
  readonly acked?: AckDocument | null;
  /** Whether it is in a list: on a phone a menu has the buttons for which there is no room then. */
  readonly isListed?: boolean;
  /** The incident's own page; `null` for none. */
  readonly details?: string | null;
}

/** Draws a row of buttons. */
export function Acts({ on, controls, name, address, now, ...props }: ActsProps) {
  const { isMain = false, acked = null, isListed = false, details = null } = props;
  const { unacknowledged, acks, silences } = on;
  const { canSilence } = controls;
  return (
    <div class={acked === null ? 'actions' : 'actions acked'} id={`acts-of-${name}`}>
      {acked !== null && (
        <p class="done">
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d="M3.5 8.5l3 3 6-7" />
          </svg>
          <span>
            Acknowledged at <Time at={Date.parse(acked.since)} now={now} />
            {ackNote(acked)}
          </span>
        </p>
      )}
      {canSilence && unacknowledged.length > 0 && (
        <Act to="/ack" on={unacknowledged} text={ackText(on)} kind={isMain ? 'first' : undefined} />
      )}
      {canSilence && acked !== null && acks.length > 0 && (
        <Act to="/end" ids={acks} on={on.services} text="Undo" label="Undo the acknowledgement" />
      )}
      {canSilence && silences.length > 0 && <Act to="/end" ids={silences} on={on.services} text="End silence" />}
      {canSilence && silences.length === 0 && <SilenceSheet on={on} name={name} address={address} now={now} />}
      <Act to="/ask" on={on.services} text="Check now" kind="wide" />
      {details !== null && <DetailsLink to={details} name={name} />}
      {isListed && (
        <details class="acts menu" id={`more-${name}`}>
          <summary class="button" aria-label={`More actions on ${nameSome(on.services)}`}>
            ⋯
          </summary>
          <p>
            <Act to="/ask" on={on.services} text="Check now" />
            {details !== null && (
              <a class="button" href={details}>
                Details
              </a>
            )}
          </p>
        </details>
      )}
    </div>
  );
}

function DetailsLink({ to, name }: { readonly to: string; readonly name: string }) {
  return (
    <a class="button plain wide" href={to}>
      Details<span class="hidden"> of the incident {name}</span>
    </a>
  );
}

/** `Acknowledge`, `Acknowledge both`, `Acknowledge all 5`, `Acknowledge 2 of 5`. */
export function ackText({ services, unacknowledged }: Pick<ActedOn, 'services' | 'unacknowledged'>): string {
  const { length } = unacknowledged;
  if (services.length === 1) return 'Acknowledge';
  if (length < services.length) return `Acknowledge ${length} of ${services.length}`;
  return length === 2 ? 'Acknowledge both' : `Acknowledge all ${length}`;
}

interface MenuProps {
  readonly on: ActedOn;
  readonly controls: PageControls | null;
  readonly name: string;
}

/** Draws all actions on a service as a menu in its row. */
export function ActMenu({ on, controls, name }: MenuProps) {
  if (controls === null) return null;
  const { services, unacknowledged, acks, silences } = on;
  return (
    <details class="acts" id={`acts-${name}`}>
      <summary aria-label={`Act on ${nameSome(services)}`}>⋯</summary>
      <p>
        {controls.canSilence && (
          <>
            {acks.length > 0 && <Act to="/end" ids={acks} on={services} text="Unacknowledge" />}
            {unacknowledged.length > 0 && <Act to="/ack" on={services} text="Acknowledge" />}
            {silences.length > 0 ? (
              <Act to="/end" ids={silences} on={services} text="End silence" />
            ) : (
              <Act to="/silence" on={services} text="Silence 1 h" />
            )}
          </>
        )}
        <Act to="/ask" on={services} text="Check now" />
      </p>
    </details>
  );
}

interface ActProps {
  readonly to: '/ack' | '/silence' | '/ask' | '/end';
  readonly on: readonly string[];
  /** What is ended. */
  readonly ids?: readonly string[];
  readonly text: string;
  /** What screen readers read out for the text. */
  readonly label?: string;
  readonly kind?: 'first' | 'plain' | 'wide' | undefined;
}

/** Draws a button. All that it is about is one request. */
export function Act({ to, on, ids, text, label = text, kind }: ActProps) {
  return (
    <button
      type="submit"
      form={FORM}
      formaction={to}
      name={ids === undefined ? 'services' : 'ids'}
      value={(ids ?? on).join(' ')}
      aria-label={`${label}: ${nameSome(on)}`}
      class={kind}
    >
      {text}
    </button>
  );
}
