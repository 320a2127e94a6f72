/** The config of a deployment. A process reads only the services that it checks. */

import type { Config, Service } from './config';
import { needsOf } from './needs';
import { type Shard, shardOf } from './shard';

/** A config without its services. */
export type CommonConfig = Omit<Config, 'services'>;

export interface WholeConfig {
  readonly common: CommonConfig;
  /** The ids of all services, in the config's order. */
  readonly ids: readonly string[];
  /** The ids of what a service needs. */
  needsOf(id: string): readonly string[];
  /** The config with the services of a shard alone. */
  shardOf(shard: Shard): Config;
  /** The config with all services. */
  all(): Config;
}

/** The part of a config that is stored beside the services of each shard. */
export interface ConfigPieces extends Pick<WholeConfig, 'common' | 'ids'> {
  /** The services that need others, with the ids of these. */
  readonly needs: readonly (readonly [id: string, needs: readonly string[]])[];
  /** How many shards there are. */
  readonly count: number;
}

/** A config in pieces, for `joinedConfig`. */
export interface SplitConfig extends ConfigPieces {
  readonly shards: readonly (readonly Service[])[];
}

/** The names of the files that a config's pieces are stored in. */
export const CONFIG_FILE = 'config.json';
export const shardFile = (index: number): string => `services-${index}.json`;

export function splitConfig(config: Config, count: number): SplitConfig {
  const { services, ...common } = config;
  const shards = Array.from({ length: count }, (_, index) => shardOf(config, { index, count }).services);
  return { common, ids: services.map(({ id }) => id), needs: [...needsOf(services)], count, shards };
}

/** Joins the pieces of a config. `read` reads the services of a shard when they are first needed. */
export function joinedConfig(
  { common, ids, needs, count }: ConfigPieces,
  read: (index: number) => readonly Service[],
): WholeConfig {
  const known = new Map<number, readonly Service[]>();
  const needsById = new Map(needs);
  const servicesOf = (index: number): readonly Service[] => {
    const services = known.get(index) ?? read(index);
    known.set(index, services);
    return services;
  };
  const all = (): Config => ({
    ...common,
    services: Array.from({ length: count }, (_, index) => servicesOf(index)).flat(),
  });
  return {
    common,
    ids,
    needsOf: (id) => needsById.get(id) ?? [],
    all,
    // A schedule of another version may have other shards.
    shardOf: (shard) =>
      shard.count === count ? { ...common, services: servicesOf(shard.index) } : shardOf(all(), shard),
  };
}
