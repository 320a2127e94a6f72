/** A simulated fleet: its shards, each a process of its own, and the cost of every minute. */

import { checkerMemoryMb } from '../lambda/core/invoke/invocation';
import type { AwsApis } from './aws-apis';
import { deployableFrom } from './bench-config';
import { SIMULATED_CHECKER } from './bundles';
import type { Used } from './children/aws-stub';
import type { FleetSetup, Minute, MinuteRun } from './children/fleet-host';
import { bundleLambda, lambdaFlags, rebuiltLambda } from './lambda-bundle';
import { startChild } from './workplace';

export const SERVICES_A_SHARD = 200;

export interface Measured extends MinuteRun {
  readonly used: Used;
}

export interface Fleet {
  readonly services: number;
  readonly shards: number;
  /** A new process for a shard. */
  start(shard: number): ShardProcess;
  /** Ends its AWS APIs. */
  end(): void;
}

export interface ShardProcess {
  run(minute: Minute): Promise<Measured>;
  end(): void;
}

export async function createFleet(services: number, apis: AwsApis): Promise<Fleet> {
  const { config, deployment } = fleetConfig(services);
  const shards = services / SERVICES_A_SHARD;
  const bundle = await rebuiltLambda(bundleLambda(config, deployment), SIMULATED_CHECKER);
  const options = { env: apis.environment, flags: lambdaFlags(checkerMemoryMb(config, deployment)) };
  return {
    services,
    shards,
    end: () => apis.end(),
    start: (shard) => {
      const child = startChild('fleet-host', { bundle, event: { shard, shards } } satisfies FleetSetup, options);
      const run = async (minute: Minute): Promise<Measured> => {
        const done = (await child.ask(minute)) as MinuteRun;
        const { used } = await apis.seen();
        if (done.failure !== null) throw new Error(`shard ${shard} of ${shards}: ${done.failure}`);
        return { ...done, used };
      };
      return { run, end: () => child.end() };
    },
  };
}

/** Ids of the same length in each fleet, so that an item has the same size. */
function fleetConfig(count: number) {
  const services = Array.from({ length: count }, (_, index) => {
    const id = `service-${String(index).padStart(5, '0')}`;
    return { id, baseUrl: `https://host-${String(index % 100).padStart(2, '0')}.internal/${id}` };
  });
  const file = { name: 'fleet', metrics: 'summary', servicesPerInvocation: SERVICES_A_SHARD, services };
  return deployableFrom(JSON.stringify(file));
}
