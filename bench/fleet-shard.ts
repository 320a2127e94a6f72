/** A simulated fleet: its shards, each a process of its own, and what every minute of theirs takes. */

import { join } from 'node:path';
import type { Plugin } from 'esbuild';
import type { Config } from '../lambda/core/config/config';
import { checkerMemoryMb } from '../lambda/core/run/invocation';
import type { AwsApis } from './aws-apis';
import { configFrom } from './bench-config';
import type { Used } from './children/aws-stub';
import type { FleetSetup, Minute, MinuteRun } from './children/fleet-host';
import { bundleLambda, lambdaFlags } from './lambda-bundle';
import { startChild } from './workplace';

export const SERVICES_A_SHARD = 200;
const DEPLOYMENT = { servicesPerInvocation: SERVICES_A_SHARD, memoryMb: null };
const CHILDREN = join(__dirname, 'children');

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
  const config = fleetConfig(services);
  const shards = services / SERVICES_A_SHARD;
  const bundle = await bundleLambda(config, {
    entryPoints: [join(CHILDREN, 'fleet-handler.ts')],
    plugins: [simulatedWorld],
  });
  const options = { env: apis.environment, flags: lambdaFlags(checkerMemoryMb(config, DEPLOYMENT)) };
  return {
    services,
    shards,
    end: () => apis.end(),
    start: (shard) => {
      const child = startChild('fleet-host', { bundle, part: { shard, shards } } satisfies FleetSetup, options);
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
function fleetConfig(count: number): Config {
  const services = Array.from({ length: count }, (_, index) => {
    const id = `service-${String(index).padStart(5, '0')}`;
    return { id, baseUrl: `https://host-${String(index % 100).padStart(2, '0')}.internal/${id}` };
  });
  return configFrom(JSON.stringify({ name: 'fleet', metrics: 'summary', services }));
}

const simulatedWorld: Plugin = {
  name: 'simulated-world',
  setup: ({ onResolve }) => {
    onResolve({ filter: /^\.\/adapters\/(http\/http-probe|system\/system-clock)$/ }, () => ({
      path: join(CHILDREN, 'simulated-world.ts'),
    }));
  },
};
