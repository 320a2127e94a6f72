/** Topic ten: the Lambda with the share of a core that comes with its memory, and what each size costs. */

import { DEFAULTS } from '../lambda/core/config-schema';
import { parseDuration } from '../lambda/core/duration';
import { PRICES } from '../lambda/core/prices';
import { type AwsApis, type LambdaProcess, startAwsApis, startLambda } from './aws-apis';
import { configOf } from './bench-config';
import { type Certificate, makeCertificate } from './certificate';
import type { Invocation } from './children/lambda-host';
import type { LambdaServicesSetup } from './children/lambda-services';
import { type CpuShare, limitCpu, shareOf } from './cpu-share';
import { bundleLambda } from './lambda-bundle';
import { spreadOf } from './statistics';
import { isWithin, type Row, type Topic } from './topic';
import { startChild } from './workplace';

const SIZES_MB = [128, 256, 512];
const SERVICE_LATENCY_MS = 100;
const AWS_LATENCY_MS = 10;
const QUIET_MS = 150;
const PAUSE_MS = 200;
const COLD_STARTS = 3;
/** Runs with the whole core, until Node has compiled what runs often; the environment of a Lambda lives for hours. */
const WARM_UP = 20;
const WARM_RUNS = 10;
const FAILING_RUNS = 2;
const HEALTHY = { count: 1, pauseMs: PAUSE_MS, healthy: 6 };
const RUNS_A_MONTH = (730 * 3_600) / 60;
/** A failure is to be confirmed with half of its interval left. */
const IN_TIME_MS = (parseDuration(DEFAULTS.interval) ?? Number.NaN) / 2;

/** What one size meets outside. */
interface Stage {
  readonly bundle: string;
  readonly apis: AwsApis;
  /** Makes the first service fail, or be well again. */
  fail(fails: boolean): Promise<void>;
  end(): void;
}

export async function lambdaShare(): Promise<Topic> {
  const certificate = await makeCertificate();
  return topicOf(await Promise.all(SIZES_MB.map((memoryMb) => rowOf(memoryMb, certificate))));
}

/** Each size has services and APIs of its own, so that all can be measured at the same time: they hardly use the machine. */
async function rowOf(memoryMb: number, certificate: Certificate): Promise<Row> {
  const share = shareOf(memoryMb);
  const name = `${memoryMb} MB, 1/${Math.round(1 / share)} of a core`;
  let limit: CpuShare;
  try {
    limit = limitCpu(share);
  } catch (error) {
    return { name, absent: `not measured: no share can be set here (${(error as Error).message})` };
  }
  const stage = await setStage(certificate);
  try {
    return { name, ...(await measure(memoryMb, stage, limit)) };
  } finally {
    stage.end();
    limit.end();
  }
}

async function setStage(certificate: Certificate): Promise<Stage> {
  const apis = await startAwsApis(certificate, { latencyMs: AWS_LATENCY_MS, quietMs: QUIET_MS });
  const setup = { certificate, latencyMs: SERVICE_LATENCY_MS } satisfies LambdaServicesSetup;
  const services = startChild('lambda-services', setup);
  const config = configFor((await services.ask(null)) as string[], certificate);
  const fail = async (fails: boolean) => {
    await services.ask(fails ? config.services[0]?.id : null);
  };
  const end = () => {
    apis.end();
    services.end();
  };
  return { bundle: await bundleLambda(config), apis, fail, end };
}

/** As configured by default, its attempts and the pauses between them included. */
function configFor(origins: readonly string[], { ca }: Certificate) {
  const config = configOf({ origins, count: origins.length, ca });
  const retry = { attempts: DEFAULTS.attempts, backoffMs: parseDuration(DEFAULTS.backoff) ?? 0 };
  return { ...config, services: config.services.map((service) => ({ ...service, retry })) };
}

async function measure(memoryMb: number, stage: Stage, limit: CpuShare) {
  const cold: Invocation[] = [];
  for (let index = 0; index < COLD_STARTS; index++) {
    const lambda = startLambda(stage.bundle, stage.apis.environment, memoryMb);
    limit.join(lambda.pid);
    cold.push(...(await lambda.invoke(HEALTHY)).invocations);
    lambda.end();
  }
  const lambda = startLambda(stage.bundle, stage.apis.environment, memoryMb);
  await lambda.invoke({ ...HEALTHY, count: WARM_UP, pauseMs: 0 });
  await stage.apis.seen();
  limit.join(lambda.pid);
  const { invocations: warm } = await lambda.invoke({ ...HEALTHY, count: WARM_RUNS });
  const { slowestMs } = await stage.apis.seen();
  const failing = await failAndRecover(lambda, stage);
  const { peakMb } = await lambda.invoke(HEALTHY);
  lambda.end();
  const failed = spreadOf(failing.map(({ wallMs }) => wallMs));
  const billed = warm.map(({ wallMs }) => (Math.ceil(wallMs) / 1_000) * (memoryMb / 1_024) * PRICES.lambdaDuration);
  return {
    figures: [
      spreadOf(cold.map(({ loadMs, wallMs }) => loadMs + wallMs)),
      spreadOf(warm.map(({ wallMs }) => wallMs)),
      spreadOf(slowestMs),
      failed,
      spreadOf([peakMb]),
      spreadOf(billed.map((dollars) => dollars * RUNS_A_MONTH)),
    ],
    targets: [{ wanted: `a failure told within ${IN_TIME_MS / 1_000} s`, met: isWithin(failed, IN_TIME_MS) }],
  };
}

/** Runs that find a failure, use up its attempts, and tell of it; each is followed by those that end the incident. */
async function failAndRecover(lambda: LambdaProcess, { apis, fail }: Stage): Promise<Invocation[]> {
  const failing: Invocation[] = [];
  for (let index = 0; index < FAILING_RUNS; index++) {
    await fail(true);
    failing.push(...(await lambda.invoke({ ...HEALTHY, healthy: 5 })).invocations);
    await fail(false);
    await lambda.invoke({ ...HEALTHY, count: DEFAULTS.successThreshold });
  }
  const { alerts } = await apis.seen();
  if (alerts !== 2 * FAILING_RUNS) throw new Error(`${alerts} alerts were sent for ${FAILING_RUNS} incidents`);
  return failing;
}

function topicOf(rows: readonly Row[]): Topic {
  return {
    title: 'The Lambda with its share of a core: six services over TLS that take 100 ms, AWS APIs that take 10 ms',
    columns: [
      'cold with its load, ms',
      'warm, ms',
      'a service seems to take, ms',
      'one fails, ms',
      'peak memory, MB',
      'warm runs of a month, $',
    ],
    rows,
    note:
      'The share is set by a control group of the kernel; memory is measured, not limited, and Node has the flags that Lambda\n' +
      'gives it. One fails: three attempts and the pauses between them, the state kept, and the alert sent, all in one run.\n' +
      'The price: Lambda time at list price, one run a minute; connections to AWS are made anew in each run.',
  };
}
