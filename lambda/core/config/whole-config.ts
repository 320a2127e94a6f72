/** The config of a fleet: each process asks some of the services, and reads only those until all are asked for. */

import type { Config, Service } from './config';
import { type Part, shardOf } from './part';

export interface WholeConfig {
  /** With all services: of a fleet they are read when they are first looked at. */
  readonly all: Config;
  /** The ids of all services, in the config's order. */
  readonly ids: readonly string[];
  /** The config with the services of a part alone. */
  partOf(part: Part): Config;
}

/** The values that all parts of a config have in common; each part has besides what its services do not share with all others. */
export interface ConfigPieces {
  readonly rest: Omit<Config, 'services'>;
  readonly ids: readonly string[];
  readonly shared: Partial<Service>;
  /** How many parts there are. */
  readonly shards: number;
}

/** A config in pieces, for `joinedConfig`. */
export interface SplitConfig extends ConfigPieces {
  readonly parts: readonly (readonly Partial<Service>[])[];
}

/** The names of the files that a config's pieces are stored in. */
export const CONFIG_FILE = 'config.json';
export const partFile = (part: number): string => `services-${part}.json`;

/** Takes a config to pieces: the JSON of each service stands in its part alone, without what all services share. */
export function splitConfig({ services, ...rest }: Config, shards: number): SplitConfig {
  const [first] = services.map((service) => Object.entries(service));
  const texts = (key: string) => services.map((service) => JSON.stringify(service[key as keyof Service]));
  const shared = (first ?? []).filter(([key]) => new Set(texts(key)).size === 1);
  const keys = new Set(shared.map(([key]) => key));
  const ownOf = (service: Service) => Object.fromEntries(Object.entries(service).filter(([key]) => !keys.has(key)));
  const parts = Array.from({ length: shards }, (_, shard) =>
    shardOf({ ...rest, services }, { shard, shards }).services.map(ownOf),
  );
  return { rest, ids: services.map(({ id }) => id), shared: Object.fromEntries(shared), shards, parts };
}

/**
 * Reads the services of a part when it is asked for, by `read`. Those of all are read once `all.services` is looked at, also by
 * `{ ...all }`.
 */
export function joinedConfig(
  { rest, ids, shared, shards }: ConfigPieces,
  read: (part: number) => SplitConfig['parts'][number],
): WholeConfig {
  const known = new Map<number, readonly Service[]>();
  const servicesOf = (shard: number): readonly Service[] => {
    const services = known.get(shard) ?? read(shard).map((service) => ({ ...shared, ...service }) as Service);
    known.set(shard, services);
    return services;
  };
  let services: readonly Service[] | undefined;
  const all: Config = {
    ...rest,
    get services() {
      services ??= ids.flatMap((_, index) => servicesOf(index % shards)[Math.floor(index / shards)] ?? []);
      return services;
    },
  };
  return {
    all,
    ids,
    // A schedule of another version may have other parts.
    partOf: (part) => (part.shards === shards ? { ...rest, services: servicesOf(part.shard) } : shardOf(all, part)),
  };
}
