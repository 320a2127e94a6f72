/** Reads `alerts.receivers` and `pulse` from the file, and finds their faults. */

import {
  hasInstances,
  isReceiverKind,
  isShownSetting,
  RECEIVER_KINDS,
  type ReceiverKind,
  receiverKeysOf,
} from '../../../receivers/kinds';
import { nearMiss } from '../../keys/near-miss';
import { notedValues } from '../../keys/notes';
import { RECEIVER_ID_LIMIT } from '../../words/ids';
import { isJsonObject, type JsonObject, jsonObjectOf, objectsOf } from '../../words/json';
import { nameSome } from '../../words/shown-value';
import { reachOf } from '../addresses';
import type { Service } from '../config';
import type { PulseConfig } from '../pulse';
import type { ReceiverConfig } from '../receivers';
import { configSchema, keysAt } from '../schema/config-schema';
import type { PulseInput } from '../schema/pulse-keys';
import { MOST_RECEIVERS, type ReceiverInput } from '../schema/receiver-keys';
import type { SecretValue } from '../secret-value';
import { authIn, secretValues, type ValueContext } from './credentials';
import type { ConfigDocument } from './document';
import { type ConfigFault, type ConfigPath, receiverPath } from './fault';
import { hasToken, isHttpAddress } from './outside';

/** The receivers of a file without faults: of an Alertmanager, one for each instance. Groups become the ids of their services. */
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

type Target = Pick<ReceiverConfig, 'id' | 'kind' | 'settings' | 'instance' | 'bus' | 'changes'>;

function targetsOf(receiver: ReceiverInput, index: number, context: ValueContext): readonly Target[] {
  const { id } = receiver;
  const kind = RECEIVER_KINDS.find((each) => receiver[each] !== undefined) as ReceiverKind;
  const path = receiverPath(index, kind);
  const entry: object = receiver[kind] ?? {};
  if (hasUrls(entry)) return instancesOf(id, kind, entry, path, context);
  const keys = receiverKeysOf(kind);
  const secret = Object.entries(entry).filter(([key]) => !isShownSetting(kind, key));
  const settings = secretValues(Object.fromEntries(secret), path, context);
  return [{ id, kind, ...(keys.targetOf?.(entry as never, settings) ?? { settings }) }];
}

/** The entry of a kind that has instances. */
type Cluster = NonNullable<ReceiverInput['alertmanager']>;

function hasUrls(entry: object): entry is Cluster {
  return 'urls' in entry;
}

function instancesOf(
  id: string,
  kind: ReceiverKind,
  { urls, headers, auth }: Cluster,
  path: ConfigPath,
  context: ValueContext,
): readonly Target[] {
  const addresses = Object.values(secretValues(Object.fromEntries(urls.entries()), [...path, 'urls'], context));
  const common = {
    headers: secretValues(headers, [...path, 'headers'], context),
    auth: auth === undefined ? null : authIn(auth, path, context),
  };
  return addresses.map((url, at) => ({
    id: instanceId(id, at + 1),
    kind,
    settings: { url },
    instance: { nth: at + 1, ...common },
  }));
}

/** The first has the id of its entry, so that another instance, added behind it, changes nothing for those that are there. */
function instanceId(id: string, nth: number): string {
  return nth === 1 ? id : `${id}-${nth}`;
}

/** The faults of `alerts.receivers` and `pulse` that show only if several keys are compared, or by where an address leads. */
export function receiverFaults(document: ConfigDocument): ConfigFault[] {
  const receivers = rawReceivers(document);
  return [
    ...repeatedIds(receivers, document),
    ...wrongKinds(receivers, document),
    ...unknownGroups(receivers, document),
    ...plainAddresses(document),
    ...repeatedPulses(document),
    ...instanceFaults(receivers, document),
    ...filteredEvents(receivers, document),
    ...regionsOfBuses(receivers, document),
  ];
}

/** The faults of `alerts.receivers` and `pulse` that only a deployment has: what would be readable in the bundle, and where no Lambda gets to. */
export function receiverDeployFaults(
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
  return [...faults, ...watchOnlyKinds(document)];
}

function isWatchOnly([, , , kind]: ConfigPath): boolean {
  return isReceiverKind(kind) && receiverKeysOf(kind).watchOnly !== undefined;
}

/** The kinds that a deployment can't have. */
function watchOnlyKinds(document: ConfigDocument): ConfigFault[] {
  return rawReceivers(document).flatMap((receiver, index) =>
    kindsOf(receiver).flatMap((kind) => {
      const { watchOnly } = receiverKeysOf(kind);
      return watchOnly === undefined ? [] : [document.keyFault(receiverPath(index, kind), watchOnly)];
    }),
  );
}

function kindsOf(receiver: JsonObject): readonly ReceiverKind[] {
  return RECEIVER_KINDS.filter((kind) => Object.hasOwn(receiver, kind));
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
    const isAddress = setting === 'url' || setting === 'urls';
    const isOpen = isAddress && receiverKeysOf(kind).hasOpenAddress && !hasToken(value);
    // The addresses of an Alertmanager prove nothing: what lets requests in is its `auth`, which is never in the file.
    return [{ path, value, isAddress, isSecret: !hasInstances(kind) && !isOpen }];
  });
}

/** Finds receivers with the same id: the record of a receiver is stored under its id. */
function repeatedIds(receivers: readonly JsonObject[], document: ConfigDocument): ConfigFault[] {
  const all = receivers.flatMap((receiver, index) => idsOf(receiver).map((id) => ({ id, index })));
  return all.flatMap(({ id, index }, at) => {
    const first = all.findIndex((other) => other.id === id);
    if (first === at) return [];
    const whose = `receivers[${all[first]?.index}] already has`;
    const expected =
      id === receivers[index]?.id
        ? `expected a unique id: ${whose} this one`
        : `expected another id: ${whose} ${id}, which an instance of this one has`;
    return [document.fault(receiverPath(index, 'id'), expected)];
  });
}

/** The ids of an entry: of an Alertmanager, those of its instances. */
function idsOf({ id, alertmanager }: JsonObject): readonly string[] {
  if (typeof id !== 'string') return [];
  const { length } = rawUrls(jsonObjectOf(alertmanager));
  return Array.from({ length: Math.max(1, length) }, (_, at) => instanceId(id, at + 1));
}

/** Finds faults of instances. Each is a receiver, so their number and the length of their ids are limited. A repeated address would get every alert twice. */
function instanceFaults(receivers: readonly JsonObject[], document: ConfigDocument): ConfigFault[] {
  const tooLong = receivers.flatMap((receiver, index) => {
    const longest = idsOf(receiver).at(-1) ?? '';
    if (longest === receiver.id || longest.length <= RECEIVER_ID_LIMIT) return [];
    const most = RECEIVER_ID_LIMIT - (longest.length - String(receiver.id).length);
    const expected = `expected an id of at most ${most} characters: its last instance is ${longest}`;
    return [document.fault(receiverPath(index, 'id'), expected)];
  });
  const twice = rawAlertmanagers(document).flatMap(([path, entry]) =>
    rawUrls(entry).flatMap((url, at, all) => {
      if (typeof url !== 'string' || all.indexOf(url) === at) return [];
      return [document.fault([...path, 'urls', at], `expected another address: urls[${all.indexOf(url)}] is the same`)];
    }),
  );
  const count = receivers.flatMap(idsOf).length;
  if (receivers.length > MOST_RECEIVERS || count <= MOST_RECEIVERS) return [...tooLong, ...twice];
  const expected = `expected at most ${MOST_RECEIVERS} receivers: with each instance of an Alertmanager they are ${count}`;
  return [...tooLong, ...twice, document.fault(['alerts', 'receivers'], expected)];
}

/** Finds filters of events at kinds that need every event. */
function filteredEvents(receivers: readonly JsonObject[], document: ConfigDocument): ConfigFault[] {
  return receivers.flatMap((receiver, index) =>
    kindsOf(receiver).flatMap((kind) => {
      const { allEvents } = receiverKeysOf(kind);
      if (allEvents === undefined || receiver.events === undefined) return [];
      return [document.keyFault(receiverPath(index, 'events'), allEvents)];
    }),
  );
}

/** The ARN of a bus has its region. */
function regionsOfBuses(receivers: readonly JsonObject[], document: ConfigDocument): ConfigFault[] {
  return receivers.flatMap(({ eventbridge }, index) => {
    const { bus, region } = jsonObjectOf(eventbridge);
    if (region === undefined || typeof bus !== 'string' || !bus.startsWith('arn:')) return [];
    return [
      document.keyFault(
        receiverPath(index, 'eventbridge', 'region'),
        "can't be combined with an ARN, which has its region",
      ),
    ];
  });
}

/** A receiver has exactly one kind. If it has an unknown key, that may be its kind, misspelt. */
function wrongKinds(receivers: readonly JsonObject[], document: ConfigDocument): ConfigFault[] {
  return receivers.flatMap((receiver, index) => {
    const [first, ...others] = kindsOf(receiver);
    const known = keysAt(receiverPath(index));
    const keys = Object.keys(receiver);
    if (first === undefined && keys.length > 0 && keys.every((key) => known.includes(key))) {
      return [document.fault(receiverPath(index), `expected one of ${RECEIVER_KINDS.join(', ')} in it too`)];
    }
    return others.map((kind) =>
      document.keyFault(
        receiverPath(index, kind),
        `is not allowed: a receiver can have only one kind; this one already has ${first}`,
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

/** Finds pulses with the same id: the record of a pulse is stored under its id. */
function repeatedPulses(document: ConfigDocument): ConfigFault[] {
  const ids = rawPulses(document).map(([path, entry]) => [path, jsonObjectOf(entry).id ?? 'outside'] as const);
  return ids.flatMap(([path, id], index) => {
    const first = ids.findIndex(([, other]) => other === id);
    if (typeof id !== 'string' || first === index) return [];
    return [document.fault([...path, 'id'], `expected a unique id: pulse[${first}] already has this one`)];
  });
}

function rawPulses(document: ConfigDocument): readonly (readonly [path: ConfigPath, entry: unknown])[] {
  return pulsesAt(jsonObjectOf(document.value)[PULSE]);
}

/** A single pulse, or each of a list, with its place. */
function pulsesAt<Entry>(held: Entry | readonly Entry[] | undefined): readonly (readonly [ConfigPath, Entry])[] {
  if (Array.isArray(held)) return held.map((entry: Entry, index) => [[PULSE, index], entry] as const);
  return isJsonObject(held) ? [[[PULSE], held as Entry]] : [];
}

/** The entries of `services` as the file has them; an invalid entry is an empty map. */
function rawServices(document: ConfigDocument): readonly JsonObject[] {
  return objectsOf(jsonObjectOf(document.value).services);
}

/** The entries of `alerts.receivers` as the file has them; an invalid entry is an empty map. */
function rawReceivers({ value }: ConfigDocument): readonly JsonObject[] {
  const { receivers } = jsonObjectOf(jsonObjectOf(value).alerts);
  return objectsOf(receivers);
}

/** The maps that have `urls`, `auth` and `headers` of Alertmanagers, with their places. */
function rawAlertmanagers(document: ConfigDocument): readonly (readonly [path: ConfigPath, entry: JsonObject])[] {
  return rawReceivers(document).flatMap(({ alertmanager }, index) =>
    alertmanager === undefined ? [] : [[receiverPath(index, 'alertmanager'), jsonObjectOf(alertmanager)] as const],
  );
}

/** The addresses of an Alertmanager as the file has them. */
function rawUrls({ urls }: JsonObject): readonly unknown[] {
  return Array.isArray(urls) ? urls : [];
}
