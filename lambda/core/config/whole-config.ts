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

/** A config in pieces: the text of each part holds, as JSON, what its services do not share with all others. */
export interface SplitConfig {
  readonly rest: Omit<Config, 'services'>;
  readonly ids: readonly string[];
  readonly shared: Partial<Service>;
  readonly parts: readonly string[];
}

/** A config that is read whole. */
export function wholeConfig(config: Config): WholeConfig {
  return {
    all: config,
    ids: config.services.map(({ id }) => id),
    partOf: (part) => shardOf(config, part),
  };
}

/** Takes a config to pieces for `joinedConfig`. */
export function splitConfig({ services, ...rest }: Config, shards: number): SplitConfig {
  const [first] = services.map((service) => Object.entries(service));
  const texts = (key: string) => services.map((service) => JSON.stringify(service[key as keyof Service]));
  const shared = (first ?? []).filter(([key]) => new Set(texts(key)).size === 1);
  const keys = new Set(shared.map(([key]) => key));
  const ownOf = (service: Service) => Object.fromEntries(Object.entries(service).filter(([key]) => !keys.has(key)));
  const parts = Array.from({ length: shards }, (_, shard) =>
    JSON.stringify(shardOf({ ...rest, services }, { shard, shards }).services.map(ownOf)),
  );
  return { rest, ids: services.map(({ id }) => id), shared: Object.fromEntries(shared), parts };
}

/** Reads the services of a part when it is asked for. Those of all are read once `all.services` is looked at, also by `{ ...all }`. */
export function joinedConfig({ rest, ids, shared, parts }: SplitConfig): WholeConfig {
  const read = new Map<number, readonly Service[]>();
  const servicesOf = (shard: number): readonly Service[] => {
    const known = read.get(shard);
    if (known !== undefined) return known;
    const own = JSON.parse(parts[shard] ?? '[]') as readonly Partial<Service>[];
    const services = own.map((service) => ({ ...shared, ...service }) as Service);
    read.set(shard, services);
    return services;
  };
  let services: readonly Service[] | undefined;
  const all: Config = {
    ...rest,
    get services() {
      services ??= ids.flatMap((_, index) => servicesOf(index % parts.length)[Math.floor(index / parts.length)] ?? []);
      return services;
    },
  };
  return {
    all,
    ids,
    // A schedule of another version may have other parts.
    partOf: (part) =>
      part.shards === parts.length ? { ...rest, services: servicesOf(part.shard) } : shardOf(all, part),
  };
}
