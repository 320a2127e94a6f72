/** How a kind of receiver declares its keys in the config. */

import type * as z from 'zod';
import type { SecretValue } from '../core/config/secret-value';
import type { ReportFault, Sound } from '../core/keys/compared';
import type { RequestTemplate } from '../core/words/template';

export type Settings = Readonly<Record<string, SecretValue>>;

/** Where the alerts of a receiver go. */
export interface ReceiverTarget {
  /** The values that its form needs, by name. */
  readonly settings: Settings;
  /** Missing unless it is an event bus. */
  readonly bus?: { readonly bus: string; readonly region: string | null };
  /** Whether it also gets version changes. */
  readonly changes?: true;
  /** Missing unless the config has a body for its requests. */
  readonly template?: RequestTemplate;
}

export interface ReceiverKeys<Keys extends z.core.$ZodShape, Entry = z.output<z.ZodObject<Keys>>> {
  /** Describes its key in the config. */
  readonly meaning: string;
  /** The text of a fault if its value is not a map. */
  readonly expected: string;
  readonly keys: Keys;
  /**
   * The key with a list of addresses, and the name of the setting for one of them. Each address is a separate receiver, so that a failure of
   * one does not affect the others.
   */
  readonly each?: { readonly key: keyof Keys & string; readonly setting: string };
  /** Reports the faults of several of its keys; `given` are the keys in the file. */
  check?(entry: Sound<Entry>, report: ReportFault, given: readonly string[]): void;
  /** Whether its address alone is not enough to send to it. Missing if it always is. */
  readonly hasOpenAddress?: 'always' | 'without a token';
  /** Makes the target from an entry without faults; missing if its settings are all there is. */
  targetOf?(entry: Entry, settings: Settings): ReceiverTarget;
  /** Returns the values of the keys that are not secrets from a target. */
  shownOf?(target: ReceiverTarget): object;
  /** Why a deployment can't have it. */
  readonly watchOnly?: string;
  /** Why it can't have the filter `events`. */
  readonly allEvents?: string;
}

export type AnyReceiverKeys = ReceiverKeys<z.core.$ZodShape, never>;

export function receiverKeys<Keys extends z.core.$ZodShape>(keys: ReceiverKeys<Keys>): ReceiverKeys<Keys> {
  return keys;
}
