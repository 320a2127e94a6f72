/** The config of a deployment, of which each process reads no more services than it asks. */

import type { Config, Service } from './config';
import { type Part, shardOf } from './part';

/** A config without its services. */
export type CommonConfig = Omit<Config, 'services'>;

export interface WholeConfig {
  readonly common: CommonConfig;
  /** The ids of all services, in the config's order. */
  readonly ids: readonly string[];
  /** The config with the services of a part alone. */
  partOf(part: Part): Config;
  /** The config with all services. */
  all(): Config;
}

/** What is stored besides the services of each part. */
export interface ConfigPieces extends Pick<WholeConfig, 'common' | 'ids'> {
  /** How many parts there are. */
  readonly shards: number;
}

/** A config in pieces, for `joinedConfig`. */
export interface SplitConfig extends ConfigPieces {
  readonly parts: readonly (readonly Service[])[];
}

/** The names of the files that a config's pieces are stored in. */
export const CONFIG_FILE = 'config.json';
export const partFile = (part: number): string => `services-${part}.json`;

export function splitConfig(config: Config, shards: number): SplitConfig {
  const { services, ...common } = config;
  const parts = Array.from({ length: shards }, (_, shard) => shardOf(config, { shard, shards }).services);
  return { common, ids: services.map(({ id }) => id), shards, parts };
}

/** Reads the services of a part once they are asked for, by `read`. */
export function joinedConfig(
  { common, ids, shards }: ConfigPieces,
  read: (part: number) => readonly Service[],
): WholeConfig {
  const known = new Map<number, readonly Service[]>();
  const servicesOf = (shard: number): readonly Service[] => {
    const services = known.get(shard) ?? read(shard);
    known.set(shard, services);
    return services;
  };
  const all = (): Config => ({
    ...common,
    services: Array.from({ length: shards }, (_, shard) => servicesOf(shard)).flat(),
  });
  return {
    common,
    ids,
    all,
    // A schedule of another version may have other parts.
    partOf: (part) => (part.shards === shards ? { ...common, services: servicesOf(part.shard) } : shardOf(all(), part)),
  };
}
