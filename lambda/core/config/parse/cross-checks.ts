/** The faults of a config that show only if its top level and its services are compared, or would otherwise show at the deployment, or never. */

import { nearMiss } from '../../keys/near-miss';
import { formatDuration } from '../../words/duration';
import { objectsOf } from '../../words/json';
import { longestAttemptMs, worstCaseMs } from '../config';
import type { SoundConfig } from '../schema/config-schema';
import { contractFaults } from './contracts';
import { authKind, credentialFaults } from './credentials';
import type { ConfigDocument } from './document';
import type { ConfigFault, ConfigPath } from './fault';
import { isHttpAddress } from './outside';

type Name = readonly [path: ConfigPath, name: string | undefined];

/** Finds names that no service has: of a misspelt one nobody would be notified. */
export function unknownNames(key: 'id' | 'group', names: readonly Name[], document: ConfigDocument): ConfigFault[] {
  const known = objectsOf(document.get(['services'])).flatMap((service) =>
    typeof service[key] === 'string' ? [service[key]] : [],
  );
  return names.flatMap(([path, name]) => {
    if (name === undefined || known.includes(name)) return [];
    const meant = nearMiss(name, known);
    return [document.fault(path, `expected the ${key} of a service${meant ? `; did you mean "${meant}"?` : ''}`)];
  });
}

/** The names in the list under a key of each entry of a list. */
function namesIn<Key extends string>(
  path: ConfigPath,
  entries: readonly (
    | { readonly [Name in Key]?: readonly (string | undefined)[] | null | undefined }
    | undefined
  )[] = [],
  key: Key,
): readonly Name[] {
  return entries.flatMap((entry, index) =>
    (entry?.[key] ?? []).map((name, place): Name => [[...path, index, key, place], name]),
  );
}

/** Steps around the keys that are refused already: a typing error in a key must neither hide a fault in another nor cause a second fault. */
export function crossKeyFaults(
  sound: SoundConfig,
  document: ConfigDocument,
  known: readonly ConfigFault[],
): ConfigFault[] {
  const { services = [], maintenance, alerts } = sound;
  const receivers = ['alerts', 'receivers'];
  const ids = [
    ...namesIn(['services'], services, 'needs'),
    ...namesIn(['maintenance'], maintenance, 'services'),
    ...namesIn(['alerts', 'subscriptions'], alerts?.subscriptions, 'services'),
    ...namesIn(receivers, alerts?.receivers, 'services'),
  ];
  return [
    ...unknownNames('id', ids, document),
    ...unknownNames('group', namesIn(receivers, alerts?.receivers, 'groups'), document),
    ...services.flatMap((_, index) => [
      ...overlongRun(sound, index, document),
      ...repeatedPath(sound, index, document),
    ]),
    ...halfResponseTimes(sound, document, new Set(known.map(({ key }) => key))),
    ...contractFaults(sound, document),
    ...credentialFaults(sound, document),
  ];
}

/** Finds a `baseUrl` with the whole address: its service would be checked at `/status/status`. */
function repeatedPath({ services, path: common }: SoundConfig, index: number, document: ConfigDocument): ConfigFault[] {
  const { path = common } = services?.[index] ?? {};
  const baseUrl = document.get(['services', index, 'baseUrl']);
  if (path === undefined || !isHttpAddress(baseUrl)) return [];
  const added = path.replace(/\?.*$/s, '').replace(/\/+$/, '');
  const base = new URL(baseUrl).pathname.replace(/\/+$/, '');
  if (added === '' || !base.endsWith(added)) return [];
  const expected = `expected only the base address: ${added} is added to it`;
  return [document.fault(['services', index, 'baseUrl'], expected)];
}

/** A value that counts for a service, and the key that it comes from. */
interface Setting<Value> {
  readonly path: ConfigPath;
  /** `undefined` if it is refused. */
  readonly value: Value | undefined;
  readonly isGiven: boolean;
}

function overlongRun(sound: SoundConfig, index: number, document: ConfigDocument): ConfigFault[] {
  const isGiven = (path: ConfigPath) => document.get(path) !== undefined;
  const own = sound.services?.[index];
  const setting = <Value>(keys: ConfigPath, ownValue: Value | undefined, common: Value | undefined): Setting<Value> => {
    const path = ['services', index, ...keys];
    return isGiven(path)
      ? { path, value: ownValue, isGiven: true }
      : { path: keys, value: common, isGiven: isGiven(keys) };
  };
  const timeout = setting(['timeout'], own?.timeout, sound.timeout);
  const attempts = setting(['retry', 'attempts'], own?.retry?.attempts, sound.retry?.attempts);
  const backoff = setting(['retry', 'backoff'], own?.retry?.backoff, sound.retry?.backoff);
  const interval = setting(['interval'], sound.interval, sound.interval);
  if (!timeout.value || !attempts.value || !backoff.value || !interval.value) return [];
  const auth = setting(['auth'], own?.auth, sound.auth).value;
  const kind = auth === 'none' ? null : authKind(auth);
  const retry = { attempts: attempts.value, backoffMs: backoff.value.ms };
  const worst = worstCaseMs(longestAttemptMs(timeout.value.ms, kind), retry);
  if (worst <= interval.value.ms) return [];
  const { path } = mostSpecific([timeout, attempts, backoff, interval]);
  const each = `${formatDuration(timeout.value.ms)} each${kind === 'oauth2' ? ', as long again for their tokens,' : ''}`;
  const took = `${attempts.value} attempts of ${each} and the pauses between them can take`;
  const expected =
    path === interval.path
      ? `expected at least ${formatDuration(worst)}: ${took} that long`
      : `expected less: ${took} ${formatDuration(worst)}, longer than the interval of ${formatDuration(interval.value.ms)}`;
  return [document.fault(path, expected)];
}

/** The place of a fault: a key of the service before a key of the top level, a given key before a default. */
function mostSpecific<Any extends Setting<unknown>>(settings: readonly Any[]): Any {
  const given = settings.filter(({ isGiven }) => isGiven);
  return given.find(({ path }) => path[0] === 'services') ?? given[0] ?? (settings.at(-1) as Any);
}

/** Finds response times with a share but no limit, or with a limit but no share. */
function halfResponseTimes(
  { objective, services = [] }: SoundConfig,
  document: ConfigDocument,
  refused: ReadonlySet<string>,
): ConfigFault[] {
  if ([...refused].some((key) => key.includes('objective'))) return [];
  return services.flatMap((service, index) => {
    const own = service?.objective?.responseTime;
    const { share, under } = { ...objective?.responseTime, ...own };
    if (share === null || (under === undefined) === (share === undefined)) return [];
    const path: ConfigPath = own === undefined ? [] : ['services', index];
    const expected = under === undefined ? 'under too, such as 800ms' : 'share too, such as 99%';
    return [document.fault([...path, 'objective', 'responseTime'], `expected ${expected}`)];
  });
}
