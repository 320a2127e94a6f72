/** Reads `alerts.receivers` and `pulse` from the file, and finds their faults. */

import {
  hasAccess,
  hasTemplate,
  isReceiverKind,
  isShownSetting,
  RECEIVER_KINDS,
  type ReceiverKind,
  receiverKeysOf,
} from '../../../receivers/kinds';
import { notedValues } from '../../keys/notes';
import { isJsonObject, jsonObjectOf } from '../../words/json';
import { textAround } from '../../words/template';
import { reachOf } from '../addresses';
import type { Service } from '../config';
import type { PulseConfig } from '../pulse';
import type { ReceiverConfig } from '../receivers';
import { configSchema, type SoundConfig } from '../schema/config-schema';
import type { PulseInput } from '../schema/pulse-keys';
import { addressesOf, type ReceiverInput, receiverId } from '../schema/receiver-keys';
import type { SecretValue } from '../secret-value';
import { authIn, secretValues, type ValueContext, type Written } from './credentials';
import type { ConfigDocument } from './document';
import { type ConfigFault, type ConfigPath, receiverPath } from './fault';
import { hasToken, isHttpAddress } from './outside';
import { buildTemplate } from './templates';

/** Returns the receivers of a file without faults. Groups become the ids of their services. */
export function buildReceivers(
  receivers: readonly ReceiverInput[] = [],
  services: readonly Pick<Service, 'id' | 'group'>[],
  context: ValueContext,
): readonly ReceiverConfig[] {
  return receivers.flatMap((receiver, index) => {
    const { groups, afterMs = 0, events, kinds, severities } = receiver;
    const isOf = (service: Pick<Service, 'id' | 'group'>) =>
      receiver.services?.includes(service.id) || (service.group !== null && groups?.includes(service.group));
    const isForAll = receiver.services === null && groups === null;
    const ids = isForAll ? null : services.filter(isOf).map(({ id }) => id);
    return targetsOf(receiver, index, context).map((target) => ({
      ...target,
      services: ids,
      events,
      kinds,
      severities,
      afterMs,
    }));
  });
}

type Target = Omit<ReceiverConfig, 'services' | 'events' | 'kinds' | 'severities' | 'afterMs'>;

function targetsOf(receiver: ReceiverInput, index: number, context: ValueContext): readonly Target[] {
  const kind = RECEIVER_KINDS.find((name) => receiver[name] !== undefined) as ReceiverKind;
  const path = receiverPath(index, kind);
  const { headers, auth, ...entry } = receiver[kind] as Entry;
  const { each, targetOf } = receiverKeysOf(kind);
  const list = Object.fromEntries(addressesOf(kind, entry).entries()) as Readonly<Record<string, Written>>;
  const addresses = each && secretValues(list, [...path, each.key], context);
  const secret = Object.entries(entry).filter(([key]) => key !== each?.key && !isShownSetting(kind, key));
  const settings = secretValues(Object.fromEntries(secret) as Readonly<Record<string, Written>>, path, context);
  const access = {
    headers: secretValues(headers, [...path, 'headers'], context),
    auth: auth === undefined ? null : authIn(auth, path, context),
  };
  const templated = hasTemplate(kind) ? buildTemplate(path, settings, access, context) : null;
  return (addresses ? Object.values(addresses) : [null]).map((address, at) => {
    const own = each && address ? { ...settings, [each.setting]: address } : settings;
    return {
      id: receiverId(receiver.id, at + 1),
      kind,
      ...(targetOf?.(entry as never, own) ?? { settings: own }),
      ...(hasAccess(kind) && { access }),
      ...templated,
      ...(at > 0 && { nth: at + 1 }),
    };
  });
}

/** The keys that kinds share, and others. */
type Entry = Pick<NonNullable<ReceiverInput['alertmanager']>, 'headers' | 'auth'> & Readonly<Record<string, unknown>>;

/** The faults of `alerts.receivers` and `pulse` that only a deployment has: what would be readable in the bundle, and where no Lambda gets to. */
export function receiverDeployFaults(
  sound: SoundConfig,
  document: ConfigDocument,
  probing: 'all' | 'none' | readonly string[],
): ConfigFault[] {
  const faults = receiverSettings(document).flatMap(({ path, value, isAddress, isSecret }) => {
    if (typeof value !== 'string' || isWatchOnly(path)) return [];
    const reference = '{ secret: NAME-OR-ARN, key: KEY }';
    if (isSecret)
      return [document.fault(path, `expected ${reference}: any other value would be readable in the bundle`)];
    if (document.substitution(path) !== null) {
      const why = 'a value from the environment would be readable in the bundle';
      return [document.fault(path, `expected ${isAddress ? 'the address itself, or ' : ''}${reference}: ${why}`)];
    }
    if (!isAddress || probing === 'none' || !isHttpAddress(value) || reachOf(value) !== 'self') return [];
    const expected = 'expected an address that the Lambda can reach: this one leads to the machine itself';
    return [document.fault(path, expected)];
  });
  return [...faults, ...watchOnlyKinds(sound, document)];
}

function isWatchOnly([, , , kind]: ConfigPath): boolean {
  return isReceiverKind(kind) && receiverKeysOf(kind).watchOnly !== undefined;
}

/** The kinds that a deployment can't have. */
function watchOnlyKinds({ alerts }: SoundConfig, document: ConfigDocument): ConfigFault[] {
  return (alerts?.receivers ?? []).flatMap((receiver, index) =>
    RECEIVER_KINDS.flatMap((kind) => {
      const { watchOnly } = receiverKeysOf(kind);
      if (watchOnly === undefined || !Object.hasOwn(receiver ?? {}, kind)) return [];
      return [document.keyFault(receiverPath(index, kind), watchOnly)];
    }),
  );
}

/** A setting of a receiver, or of a pulse, as the file has it. */
interface RawSetting {
  readonly path: ConfigPath;
  readonly value: unknown;
  readonly isAddress: boolean;
  /** Whether anyone who knows it can send alerts in our name, or read them. */
  readonly isSecret: boolean;
}

/** Returns the settings of all receivers and pulses that may come from outside the file. */
function receiverSettings(document: ConfigDocument): readonly RawSetting[] {
  const values = notedValues(configSchema, document.value);
  return values.flatMap(({ path, value, note }): RawSetting[] => {
    const [top, , , kind, setting] = path;
    if (note.secret === undefined) return [];
    if (top === PULSE) return [{ path, value, isAddress: true, isSecret: true }];
    if (top !== 'alerts' || !isReceiverKind(kind)) return [];
    if (setting === 'headers' || setting === 'auth') return [{ path, value, isAddress: false, isSecret: false }];
    const isAddress = setting === 'urls' || path.at(-1) === 'url';
    const isOpen = isAddress && isOpenAddress(kind, value, document.get(path.slice(0, 4)));
    return [{ path, value, isAddress, isSecret: !isOpen }];
  });
}

/** Whether an address proves nothing: what lets requests in is elsewhere. */
function isOpenAddress(kind: ReceiverKind, address: unknown, entry: unknown): boolean {
  const { hasOpenAddress } = receiverKeysOf(kind);
  if (hasOpenAddress !== 'without a token') return hasOpenAddress === 'always';
  const { auth, headers } = jsonObjectOf(entry);
  const isAuthorized = auth !== undefined || Object.values(jsonObjectOf(headers)).some(isJsonObject);
  return (hasAccess(kind) && isAuthorized) || !hasToken(typeof address === 'string' ? textAround(address) : address);
}

/** Messages to a receiver are confidential, so http is for a server on the machine itself alone. */
export function plainAddresses(document: ConfigDocument): ConfigFault[] {
  return receiverSettings(document).flatMap(({ path, value, isAddress }) => {
    if (!isAddress || !isHttpAddress(value) || new URL(value).protocol === 'https:' || reachOf(value) === 'self')
      return [];
    return [document.fault(path, 'expected an https:// address: http:// is only for this machine, such as localhost')];
  });
}

/** The key of the pulses in the file. */
const PULSE = 'pulse';

/** The pulses of a file without faults. */
export function buildPulses(pulses: PulseInput | undefined, context: ValueContext): readonly PulseConfig[] {
  return pulsesAt(pulses).map(([path, { id, url, failPath }]) => {
    const { url: address } = secretValues({ url }, path, context);
    return { id, url: address as SecretValue, failPath };
  });
}

/** A single pulse, or each of a list, with its place. */
function pulsesAt<Entry>(held: Entry | readonly Entry[] | undefined): readonly (readonly [ConfigPath, Entry])[] {
  if (Array.isArray(held)) return held.map((entry: Entry, index) => [[PULSE, index], entry] as const);
  return isJsonObject(held) ? [[[PULSE], held as Entry]] : [];
}
