/** The script of faults of a world: which calls of which run fail, hang, lose their answer, or kill their process. */

import { UnansweredError } from '../../../lambda/core/deliver/notification-sink';
import type { Clock } from '../../../lambda/core/words/clock';

export const CALL_NAMES = ['load', 'save', 'send', 'record', 'publish', 'history', 'silences', 'receivers'] as const;
export type CallName = (typeof CALL_NAMES)[number];

/**
 * What becomes of a call. One that `fails` does nothing, and one that `fails late` has done its work by then; `lost` and `unanswered` are the
 * same without an answer. `conflict` is what a client that tries again by itself makes of a save whose first answer was lost. A process that
 * `dies` makes no other call. A number is how long the call takes, in milliseconds.
 */
export type Fate =
  | 'fails'
  | 'fails late'
  | 'lost'
  | 'unanswered'
  | 'conflict'
  | 'hangs'
  | 'dies'
  | 'dies late'
  | number;

export interface Fault {
  /** Any call if this is missing. */
  readonly call?: CallName;
  /** The id of the service that the call is about and no other, or of its receiver; of any if this is missing. */
  readonly of?: string;
  /** Of the calls in a run that are meant: which one, counted from 0. Each if this is missing. */
  readonly at?: number;
  readonly fate: Fate;
}

/** The faults of a run. Of several that fit a call the first one counts. */
export type Script = readonly Fault[];

/** The states can neither be read nor saved. */
export const UNREADABLE: Script = [
  { call: 'load', fate: 'fails' },
  { call: 'save', fate: 'fails' },
];
export const READ_ONLY: Script = [{ call: 'save', fate: 'fails' }];

/** Stands at every call of a port: a test can put other runs in between there. */
export type Pause = () => Promise<unknown>;

export interface Calling {
  readonly name: CallName;
  /** The id of the receiver that is sent something. */
  readonly receiver?: string;
  /** The ids of the services that it is about; none if it is about all. */
  readonly services?: readonly string[];
}

export interface CallOptions<Value> {
  /** The result if another process was faster. */
  readonly onConflict?: Value;
  /** Called before the call takes effect, if it does. */
  readonly onFate?: (fate: Fate | null) => void;
}

/** Makes a call of a run, which takes effect as the script has it. */
export type Call = <Value>(
  calling: Calling,
  effect: () => Value | Promise<Value>,
  options?: CallOptions<Value>,
) => Promise<Value>;

export interface Calls {
  readonly call: Call;
  /** Resolves when the process is killed. */
  readonly killed: Promise<null>;
  /** Whether a call was never answered. */
  hangs(): boolean;
}

/** The calls of one run of one process. Once it is dead, nothing comes of any. */
export function callsOf(script: Script, { sleep }: Pick<Clock, 'sleep'>, pause: Pause): Calls {
  const made = script.map(() => 0);
  let isDead = false;
  let isHanging = false;
  let die: (value: null) => void = () => undefined;
  const killed = new Promise<null>((resolve) => {
    die = resolve;
  });
  const never = new Promise<never>(() => undefined);
  const fateOf = ({ name, receiver, services = [] }: Calling): Fate | null => {
    let fate: Fate | null = null;
    for (const [index, fault] of script.entries()) {
      if (fault.call !== undefined && fault.call !== name) continue;
      if (fault.of !== undefined && fault.of !== receiver && fault.of !== services.join()) continue;
      const count = made[index] ?? 0;
      made[index] = count + 1;
      if (fault.at === undefined || fault.at === count) fate ??= fault.fate;
    }
    return fate;
  };
  const kill = () => {
    isDead = true;
    die(null);
    return never;
  };
  const call: Call = async (calling, effect, { onConflict, onFate } = {}) => {
    const fate = fateOf(calling);
    await pause();
    if (isDead) return never;
    onFate?.(fate);
    if (fate === 'dies') return kill();
    if (fate === 'fails') throw new Error(calling.name === 'send' ? 'refused with 401' : 'it can not be reached');
    if (fate === 'lost') throw new UnansweredError('it does not answer');
    if (fate === 'hangs') {
      isHanging = true;
      return never;
    }
    if (typeof fate === 'number') await sleep(fate);
    const value = await effect();
    if (fate === 'dies late') return kill();
    await pause();
    if (isDead) return never;
    if (fate === 'conflict' && onConflict !== undefined) return onConflict;
    if (fate === 'unanswered') throw new UnansweredError('the answer was lost');
    if (fate === 'fails late' || fate === 'conflict') throw new Error('it failed too late');
    return value;
  };
  return { call, killed, hangs: () => isHanging };
}

/** Whether a run with these faults can't use the store as it should. */
export function cutsOff(script: Script): boolean {
  return script.some(({ call, fate }) => (call === 'load' || call === 'save') && !isDeath(fate));
}

function isDeath(fate: Fate): boolean {
  return fate === 'dies' || fate === 'dies late';
}

/** A script in words. */
export function scriptWords(script: Script): string {
  return script
    .map(({ call = 'call', of, at, fate }) => {
      const which = at === undefined ? 'each' : `${at + 1}.`;
      const what = typeof fate === 'number' ? `takes ${fate} ms` : fate;
      return `${which} ${call}${of === undefined ? '' : ` of ${of}`} ${what}`;
    })
    .join(', ');
}
