/** The form that silences services: a popover, which on a phone is a sheet from below. It works without a script. */

import { type Address, addressPath } from '../../core/documents/address';
import { capitalized } from '../../core/words/capitalized';
import { nameSome } from '../../core/words/shown-value';
import { Time } from '../parts/time';
import type { ActedOn } from './acted-on';

/** The value of `for`, its words, and its length in milliseconds. */
const LENGTHS = [
  ['30m', '30 min', 1_800_000],
  ['1h', '1 h', 3_600_000],
  ['4h', '4 h', 14_400_000],
] as const;
const USUAL_LENGTH = '1h';

interface SheetProps {
  readonly on: ActedOn;
  readonly name: string;
  readonly address: Address;
  readonly now: number;
}

/** Draws the button and its form. */
export function SilenceSheet({ on: { services, hasIncident }, name, address, now }: SheetProps) {
  const id = `silence-${name}`;
  const isOne = services.length === 1;
  const recover = `until ${isOne ? 'it recovers' : 'they recover'}`;
  return (
    <>
      <button type="button" class="menu-button" popovertarget={id} aria-label={`Silence: ${nameSome(services)}`}>
        Silence
      </button>
      <form method="post" action="/silence" class="sheet" id={id} popover="auto" aria-labelledby={`${id}-title`}>
        <input type="hidden" name="services" value={services.join(' ')} />
        <input type="hidden" name="back" value={addressPath(address)} />
        <h3 id={`${id}-title`}>Silence {isOne ? services[0] : `${services.length} services`}</h3>
        <p>
          Nobody is notified of {isOne ? 'it' : 'them'}.
          {hasIncident && (isOne ? ' It stays red here.' : ' They stay red here.')}
        </p>
        <fieldset>
          <legend class="hidden">For how long</legend>
          {LENGTHS.map(([value, text, ms]) => (
            <label>
              <input type="radio" name="for" value={value} checked={value === USUAL_LENGTH} /> {text}
              <span>
                until <Time at={now + ms} now={now} />
              </span>
            </label>
          ))}
          {hasIncident && (
            <label>
              <input type="radio" name="for" value="well" /> {capitalized(recover)}
              <span>24 h at most</span>
            </label>
          )}
        </fieldset>
        <label class="because">
          Reason <span>optional</span>
          <input type="text" name="reason" maxlength={100} placeholder="proxy is being replaced" />
        </label>
        <p class="buttons">
          <button type="submit" class="first">
            {LENGTHS.map(([value, text]) => (
              <span class={`for-${value}`}>Silence for {text}</span>
            ))}
            {hasIncident && <span class="for-well">Silence {recover}</span>}
          </button>
          <button type="button" popovertarget={id} popovertargetaction="hide">
            Cancel
          </button>
        </p>
      </form>
    </>
  );
}

/** The button has a text for each length, of which that of the chosen one is shown. */
export const SHEET_STYLE = `
.sw .sheet{width:320px;margin:0;padding:16px;border:1px solid var(--line);border-radius:10px;background:var(--card);color:var(--text);box-shadow:0 6px 20px rgb(0 0 0/20%);position-area:bottom span-right;position-try-fallbacks:flip-inline,flip-block;margin-top:4px}
.sw .sheet>p{color:var(--quiet);font-size:13px}
.sw .sheet fieldset{margin:12px 0;padding:0;border:1px solid var(--line);border-radius:8px;overflow:hidden}
.sw .sheet fieldset label{display:flex;align-items:center;gap:10px;min-height:36px;padding:0 12px;font-size:13px}
.sw .sheet fieldset label+label{border-top:1px solid var(--line)}.sw .sheet label:has(:checked){background:var(--sunk)}
.sw .sheet label span{margin-left:auto;color:var(--faint);font-weight:400}
.sw .sheet input[type=radio]{width:16px;height:16px;margin:0;accent-color:var(--text)}
.sw .sheet .because{display:flex;flex-wrap:wrap;padding:0;font-size:13px;font-weight:500;color:var(--text)}.sw .sheet .because input{flex:1 0 100%;margin:4px 0 12px}
.sw .sheet .first{flex:1;justify-content:center}.sw .sheet .first span{display:none}
${[...LENGTHS.map(([value]) => value), 'well'].map((value) => `.sw .sheet:has([value="${value}"]:checked) .for-${value}{display:inline!important}`).join('')}
.sw .sheet::backdrop{background:none}
@supports not (position-area:bottom){.sw .sheet{margin:auto}}
@container sw (max-width:760px){
.sw .sheet{position:fixed;position-area:none;inset:auto 0 0;width:auto;max-width:none;margin:0;padding:20px 16px max(16px,env(safe-area-inset-bottom));border-width:1px 0 0;border-radius:16px 16px 0 0}
.sw .sheet h3{font-size:18px;line-height:24px}.sw .sheet>p{font-size:14px}
.sw .sheet fieldset label{min-height:44px;padding:0 16px;font-size:14px}
.sw .sheet .because input{min-height:44px;font-size:16px}
.sw .sheet::backdrop{background:rgb(0 0 0/35%)}
}
`.trim();
