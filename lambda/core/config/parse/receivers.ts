/** Who is notified besides the topic, and who is told that a run was done: `alerts.receivers` and `pulse` of the file, their faults, and what is made of them. */

import { isJsonObject, type JsonObject, jsonObjectOf } from '../../words/json';
import { nameSome } from '../../words/shown-value';
import { reachOf } from '../addresses';
import type { Service } from '../config';
import type { PulseConfig } from '../pulse';
import { RECEIVER_KINDS, type ReceiverConfig, type ReceiverKind } from '../receivers';
import { keysAt } from '../schema/config-schema';
import type { PulseInput } from '../schema/pulse-keys';
import type { ReceiverInput } from '../schema/receiver-keys';
import { isHttp } from '../schema/values';
import type { SecretValue } from '../secret-value';
import { unknownServices } from './cross-checks';
import type { ConfigDocument } from './document';
import { type ConfigFault, type ConfigPath, nearMiss } from './fault';
import { rawServices } from './raw-services';
import { secretValues, type ValueContext } from './secret-values';

const PAGERDUTY_EU = 'https://events.eu.pagerduty.com/v2/enqueue';

/** The receivers of a file without faults. Groups become the ids of their services. */
export function buildReceivers(
  receivers: readonly ReceiverInput[] = [],
  services: readonly Pick<Service, 'id' | 'group'>[],
  context: ValueContext,
): readonly ReceiverConfig[] {
  return receivers.map(({ id, groups, afterMs = 0, ...receiver }, index) => {
    const kind = RECEIVER_KINDS.find((each) => receiver[each] !== undefined) as ReceiverKind;
    const { region, ...values } = { region: undefined, ...receiver[kind] };
    const settings = secretValues(values, receiverPath(index, kind), context);
    const ofRegion: ReceiverConfig['settings'] =
      region === 'eu' ? { url: { kind: 'literal', value: PAGERDUTY_EU } } : {};
    const isOf = (service: Pick<Service, 'id' | 'group'>) =>
      receiver.services?.includes(service.id) || (service.group !== null && groups?.includes(service.group));
    return {
      id,
      kind,
      settings: { ...settings, ...ofRegion },
      services: receiver.services === null && groups === null ? null : services.filter(isOf).map(({ id }) => id),
      events: receiver.events,
      kinds: receiver.kinds,
      severities: receiver.severities,
      afterMs,
    };
  });
}

/** The faults of `alerts.receivers` and `pulse` that show only if several keys are compared, or by where an address leads. */
export function receiverFaults(document: ConfigDocument): ConfigFault[] {
  const receivers = rawReceivers(document);
  return [
    ...repeatedIds(receivers, document),
    ...wrongKinds(receivers, document),
    ...unknownServices(
      document,
      receivers.map(({ services }, index) => [receiverPath(index, 'services'), services]),
    ),
    ...unknownGroups(receivers, document),
    ...plainAddresses(document),
    ...repeatedPulses(document),
  ];
}

/** The faults of `alerts.receivers` and `pulse` that only a deployment has: what would be readable in the bundle, and where no Lambda gets to. */
export function receiverDeployFaults(
  document: ConfigDocument,
  probing: 'all' | 'none' | readonly string[],
): ConfigFault[] {
  return rawReceiverSettings(document).flatMap(({ path, value, isSecret }) => {
    if (typeof value !== 'string') return [];
    const reference = '{ secret: NAME-OR-ARN, key: KEY }';
    if (isSecret)
      return [document.fault(path, `expected ${reference}: any other value would be readable in the bundle`)];
    if (document.substitution(path) !== null) {
      const why = 'a value from the environment would be readable in the bundle';
      return [document.fault(path, `expected the address itself, or ${reference}: ${why}`)];
    }
    if (probing === 'none' || !isHttpAddress(value) || reachOf(value) !== 'self') return [];
    const expected = 'expected an address that the Lambda can reach: this one leads to the machine itself';
    return [document.fault(path, expected)];
  });
}

/** A setting of a receiver, or of a pulse, as the file has it. */
interface RawSetting {
  readonly path: ConfigPath;
  readonly value: unknown;
  readonly isAddress: boolean;
  /** Whether whoever knows it can notify in our name, or read along. */
  readonly isSecret: boolean;
}

/** Where a notification goes: who knows it gains nothing. All else that receivers are set up with is secret. */
const OPEN_ADDRESSES: readonly ReceiverKind[] = ['webhook', 'ntfy'];

/** A part of an address that is so long is made up by a machine, so that nobody guesses it. */
const TOKEN_LENGTH = 20;

/** Whether whoever knows an address may use it, as those of Discord, Teams and Zapier. */
export function hasToken(address: unknown): boolean {
  if (!isHttpAddress(address)) return false;
  const { search, username, pathname } = new URL(address);
  return search !== '' || username !== '' || pathname.split('/').some(({ length }) => length >= TOKEN_LENGTH);
}

/** All settings of all receivers, and of the pulses, each with its place. */
export function rawReceiverSettings(document: ConfigDocument): readonly RawSetting[] {
  const ofPulses = rawPulseUrls(document).map(
    ([path, value]): RawSetting => ({ path, value, isAddress: true, isSecret: true }),
  );
  return [...settingsOfReceivers(document), ...ofPulses];
}

function settingsOfReceivers(document: ConfigDocument): readonly RawSetting[] {
  return rawReceivers(document).flatMap((receiver, index) =>
    RECEIVER_KINDS.flatMap((kind) =>
      keysAt(receiverPath(index, kind))
        .filter((name) => name !== 'region')
        .map((name) => {
          const value = jsonObjectOf(receiver[kind])[name];
          const isAddress = name === 'url';
          const isSecret = !(isAddress && OPEN_ADDRESSES.includes(kind)) || (isAddress && hasToken(value));
          return { path: receiverPath(index, kind, name), value, isAddress, isSecret };
        }),
    ),
  );
}

function rawReceivers({ value }: ConfigDocument): readonly JsonObject[] {
  const { receivers } = jsonObjectOf(jsonObjectOf(value).alerts);
  return Array.isArray(receivers) ? receivers.map(jsonObjectOf) : [];
}

/** Whether a place is that of a setting of a receiver, or of a pulse, whose value may be a secret. */
export function isSecretSetting(path: ConfigPath): boolean {
  if (isPulseUrl(path)) return true;
  const [top, list, , kind, setting] = path;
  const isOfKind = RECEIVER_KINDS.some((each) => each === kind) && path.length === 5;
  return top === 'alerts' && list === 'receivers' && isOfKind && setting !== 'region';
}

function receiverPath(index: number, ...keys: ConfigPath): ConfigPath {
  return ['alerts', 'receivers', index, ...keys];
}

/** The knowledge of a receiver is kept under its id. */
function repeatedIds(receivers: readonly JsonObject[], document: ConfigDocument): ConfigFault[] {
  const ids = receivers.map(({ id }) => id);
  return ids.flatMap((id, index) => {
    const first = ids.indexOf(id);
    if (typeof id !== 'string' || first === index) return [];
    return [
      document.fault(receiverPath(index, 'id'), `expected a unique id: receivers[${first}] already has this one`),
    ];
  });
}

/** A receiver has exactly one kind. If it has an unknown key, that may be its kind, misspelt. */
function wrongKinds(receivers: readonly JsonObject[], document: ConfigDocument): ConfigFault[] {
  return receivers.flatMap((receiver, index) => {
    const [first, ...others] = RECEIVER_KINDS.filter((kind) => Object.hasOwn(receiver, kind));
    const known = keysAt(receiverPath(index));
    const keys = Object.keys(receiver);
    if (first === undefined && keys.length > 0 && keys.every((key) => known.includes(key))) {
      return [document.fault(receiverPath(index), `expected one of ${RECEIVER_KINDS.join(', ')} in it too`)];
    }
    return others.map((kind) =>
      document.keyFault(
        receiverPath(index, kind),
        `is one kind too many: a receiver has one, and this is ${first} too`,
      ),
    );
  });
}

function unknownGroups(receivers: readonly JsonObject[], document: ConfigDocument): ConfigFault[] {
  const groups = rawServices(document).flatMap(({ group }) => (typeof group === 'string' ? [group] : []));
  const known = [...new Set(groups)];
  return receivers.flatMap((receiver, index) =>
    (Array.isArray(receiver.groups) ? receiver.groups : []).flatMap((group: unknown, place) => {
      if (typeof group !== 'string' || known.includes(group)) return [];
      const meant = nearMiss(group, known);
      const all = known.length === 0 ? 'but no service has one' : `one of ${nameSome(known)}`;
      const expected = `expected the group of a service, ${all}${meant ? `; did you mean "${meant}"?` : ''}`;
      return [document.fault(receiverPath(index, 'groups', place), expected)];
    }),
  );
}

/** Messages to a receiver are confidential, so http is for a server on the machine itself alone. */
function plainAddresses(document: ConfigDocument): ConfigFault[] {
  return rawReceiverSettings(document).flatMap(({ path, value, isAddress }) => {
    if (!isAddress || !isHttpAddress(value) || new URL(value).protocol === 'https:' || reachOf(value) === 'self')
      return [];
    return [document.fault(path, 'expected an https:// address: http:// is only for this machine, such as localhost')];
  });
}

function isHttpAddress(value: unknown): value is string {
  return typeof value === 'string' && URL.canParse(value) && isHttp(new URL(value));
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

/** What is kept of a pulse is kept under its id. */
function repeatedPulses(document: ConfigDocument): ConfigFault[] {
  const ids = rawPulses(document).map(([path, entry]) => [path, jsonObjectOf(entry).id ?? 'outside'] as const);
  return ids.flatMap(([path, id], index) => {
    const first = ids.findIndex(([, other]) => other === id);
    if (typeof id !== 'string' || first === index) return [];
    return [document.fault([...path, 'id'], `expected a unique id: pulse[${first}] already has this one`)];
  });
}

/** The addresses of pulses as the file has them, each with its place. Whoever knows an address can pretend that all is well. */
function rawPulseUrls(document: ConfigDocument): readonly (readonly [path: ConfigPath, value: unknown])[] {
  return rawPulses(document).map(([path, entry]) => [[...path, 'url'], jsonObjectOf(entry).url] as const);
}

/** Whether a place is that of the address of a pulse. */
function isPulseUrl(path: ConfigPath): boolean {
  return path[0] === PULSE && path.length <= 3 && path.at(-1) === 'url';
}

function rawPulses(document: ConfigDocument): readonly (readonly [path: ConfigPath, entry: unknown])[] {
  return pulsesAt(jsonObjectOf(document.value)[PULSE]);
}

/** A single pulse, or each of a list, with its place. */
function pulsesAt<Entry>(held: Entry | readonly Entry[] | undefined): readonly (readonly [ConfigPath, Entry])[] {
  if (Array.isArray(held)) return held.map((entry: Entry, index) => [[PULSE, index], entry] as const);
  return isJsonObject(held) ? [[[PULSE], held as Entry]] : [];
}
