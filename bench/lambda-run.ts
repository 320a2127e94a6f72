/** Topic: the deployed bundle at work against AWS APIs over TLS: cold, warm, and with many services. */

import { checkerMemoryMb } from '../lambda/core/invoke/invocation';
import { startAwsApis, startLambda } from './aws-apis';
import { configOf, ONE_INVOCATION } from './bench-config';
import { makeCertificate } from './certificate';
import type { Invocation, Invoked } from './children/lambda-host';
import type { Targets } from './children/target-servers';
import { bundleLambda } from './lambda-bundle';
import { spreadOf } from './statistics';
import { isWithin, type Row, type Target, type Topic } from './topic';

const COLD_STARTS = 7;
// As many runs as in the other topics: a few hours at one run a minute.
const WARM_UP = 300;
const WARM_RUNS = 60;
const QUIET_MS = 20;
const PAUSE_MS = 35;
const MANY = { runs: 4, pauseMs: 200 };

/** A series of invocations, and for each the response time of its slowest service as the checker published it. */
interface Series extends Invoked {
  readonly slowestMs: readonly number[];
}

export async function lambdaRun(targets: Targets): Promise<Topic> {
  const certificate = await makeCertificate();
  const kept = await startAwsApis(certificate, { latencyMs: 0, quietMs: null });
  const closed = await startAwsApis(certificate, { latencyMs: 0, quietMs: QUIET_MS }, [targets.ca]);
  const run = (count: number, apis: typeof kept, plan: Plan) => runSeries(targets.plain, count, apis, plan);
  try {
    const warm = { processes: 1, warmUp: WARM_UP, runs: WARM_RUNS, pauseMs: PAUSE_MS };
    const many = { processes: 1, warmUp: 0, ...MANY };
    const cold = { ...warm, processes: COLD_STARTS, warmUp: 0, runs: 1 };
    const series = {
      'six, first invocation of a process': await run(6, closed, cold),
      'six over HTTPS, first invocation of a process': await runSeries(targets.secure, 6, closed, cold),
      'six, warm, connections to AWS kept': await run(6, kept, warm),
      'six, warm, connections to AWS made anew': await run(6, closed, warm),
      '200 in one invocation': await run(200, kept, many),
      '600 in one invocation': await run(600, kept, many),
    };
    return topicOf(Object.entries(series).map(([name, each]) => rowOf(name, each)));
  } finally {
    kept.end();
    closed.end();
  }
}

interface Plan {
  readonly processes: number;
  /** The invocations of each process that aren't counted, and those that are. */
  readonly warmUp: number;
  readonly runs: number;
  readonly pauseMs: number;
}

async function runSeries(
  origins: readonly string[],
  count: number,
  apis: Awaited<ReturnType<typeof startAwsApis>>,
  { processes, warmUp, runs, pauseMs }: Plan,
): Promise<Series> {
  const config = configOf({ origins, count, ca: null });
  const bundle = bundleLambda(config);
  const all: Series[] = [];
  for (let index = 0; index < processes; index++) {
    const lambda = startLambda(bundle, apis.environment, checkerMemoryMb(config, ONE_INVOCATION));
    if (warmUp > 0) await lambda.invoke({ count: warmUp, pauseMs: 0, healthy: count });
    await apis.seen();
    const invoked = await lambda.invoke({ count: runs, pauseMs, healthy: count });
    const { slowestMs } = await apis.seen();
    all.push({ ...invoked, slowestMs: slowestOfEach(slowestMs, runs) });
    lambda.end();
  }
  const peaks = all.map(({ peakMb }) => peakMb);
  return {
    invocations: all.flatMap(({ invocations }) => invocations),
    slowestMs: all.flatMap(({ slowestMs }) => slowestMs),
    peakMb: peaks.includes(null) ? null : Math.max(...(peaks as number[])),
  };
}

/** A run of many services publishes in several calls. */
function slowestOfEach(calls: readonly number[], runs: number): number[] {
  const each = calls.length / runs;
  return Array.from({ length: runs }, (_, run) => Math.max(...calls.slice(run * each, (run + 1) * each)));
}

function rowOf(name: string, { invocations, slowestMs, peakMb }: Series): Row {
  const pick = (figure: (invocation: Invocation, index: number) => number) => spreadOf(invocations.map(figure));
  const over = pick(({ wallMs }, index) => wallMs - (slowestMs[index] as number));
  const cpu = pick(({ cpuMs }) => cpuMs);
  const peak = spreadOf([peakMb]);
  const load = pick(({ loadMs }) => loadMs);
  const targets: Target[] = [];
  if (name.includes('warm')) {
    targets.push({ wanted: 'over its slowest at most 20 ms', met: isWithin(over, 20) });
    targets.push({ wanted: 'CPU at most 10 ms', met: isWithin(cpu, 10) });
    targets.push({ wanted: 'memory under 100 MB', met: isWithin(peak, 100) });
  }
  if (name.startsWith('600')) targets.push({ wanted: 'memory under 200 MB', met: isWithin(peak, 200) });
  return { name, figures: [load?.max === 0 ? null : load, pick(({ wallMs }) => wallMs), over, cpu, peak], targets };
}

function topicOf(rows: readonly Row[]): Topic {
  return {
    title: 'An invocation of the Lambda, the AWS APIs over TLS on loopback',
    columns: ['load, ms', 'wall, ms', 'over its slowest service, ms', 'CPU, ms', 'peak memory, MB'],
    rows,
    note:
      'Wall: of the handler, without the load. Its slowest service: as the checker published it. CPU: the load and the closing\n' +
      'of the connections included. Many services: the first invocations of one process.',
  };
}
