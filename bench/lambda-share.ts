/** Topic: the Lambda with the share of a core that comes with its memory, and the cost of each size. */

import { DEFAULTS } from '../lambda/core/config/schema/config-schema';
import { PRICES } from '../lambda/core/cost/prices';
import { CHECKER_MEMORY_MB, checkerMemoryMb } from '../lambda/core/invoke/invocation';
import { type AwsApis, type LambdaProcess, startAwsApis, startLambda } from './aws-apis';
import { configOf, ONE_INVOCATION } from './bench-config';
import { type Certificate, makeCertificate } from './certificate';
import type { Invocation } from './children/lambda-host';
import type { LambdaServicesSetup } from './children/lambda-services';
import type { CpuShare } from './cpu-share';
import { bundleLambda } from './lambda-bundle';
import { coldOf, limitedRow, type Measured } from './limited-row';
import { spreadOf } from './statistics';
import { isWithin, type Row, type Topic } from './topic';
import { startChild } from './workplace';

const SIZES_MB = [128, 256, 512, 1_024];
const SERVICE_LATENCY_MS = 100;
const AWS_LATENCY_MS = 10;
const QUIET_MS = 150;
const PAUSE_MS = 200;
const COLD_STARTS = 3;
/** Runs with the whole core, until Node has compiled the code that runs often; a Lambda's environment lives for hours. */
const WARM_UP = 20;
const WARM_RUNS = 10;
const FAILING_RUNS = 2;
/** The most services of an invocation by default. */
const FLEETS = [DEFAULTS.servicesPerInvocation];
/** The most that the checker's own work may add to a response time, for the default size. */
const OWN_WORK_MS = 12;
const TIMEOUT_MS = DEFAULTS.timeoutMs;
const HEALTHY = { count: 1, pauseMs: PAUSE_MS, healthy: 6 };
const RUNS_A_MONTH = (730 * 3_600) / 60;
/** A failure must be confirmed with half of its interval left. */
const IN_TIME_MS = DEFAULTS.intervalMs / 2;

/** The services and APIs of a size. */
interface Stage {
  readonly bundle: string;
  readonly apis: AwsApis;
  /** Makes a service fail, by its place in the config; `null` makes all healthy again. */
  fail(index: number | null): Promise<void>;
  end(): void;
}

export async function lambdaShare(): Promise<Topic> {
  const certificate = await makeCertificate();
  const rows: Row[] = [];
  for (const memoryMb of SIZES_MB) {
    rows.push(await limitedRow(`6 with ${memoryMb} MB`, memoryMb, (limit) => measureSix(memoryMb, certificate, limit)));
  }
  for (const count of FLEETS) {
    const memoryMb = memoryFor(count);
    rows.push(
      await limitedRow(`${count} with ${memoryMb} MB`, memoryMb, (limit) => measureFleet(count, certificate, limit)),
    );
  }
  return topicOf(rows);
}

/** The size that the stack gives to a number of services. */
function memoryFor(count: number): number {
  return checkerMemoryMb(configOf({ origins: ['http://127.0.0.1'], count, ca: null }), ONE_INVOCATION);
}

async function setStage(count: number, certificate: Certificate, quietMs: number | null): Promise<Stage> {
  const apis = await startAwsApis(certificate, { latencyMs: AWS_LATENCY_MS, quietMs });
  const setup = { certificate, latencyMs: SERVICE_LATENCY_MS } satisfies LambdaServicesSetup;
  const services = startChild('lambda-services', setup);
  const config = configFor((await services.ask(null)) as string[], count, certificate);
  const fail = async (index: number | null) => {
    await services.ask(index === null ? null : config.services[index]?.id);
  };
  const end = () => {
    apis.end();
    services.end();
  };
  return { bundle: bundleLambda(config), apis, fail, end };
}

/** A config with the default attempts, and the default pauses between them. */
function configFor(origins: readonly string[], count: number, { ca }: Certificate) {
  const config = configOf({ origins, count, ca });
  return { ...config, services: config.services.map((service) => ({ ...service, retry: DEFAULTS.retry })) };
}

async function measureSix(memoryMb: number, certificate: Certificate, limit: CpuShare): Promise<Measured> {
  const stage = await setStage(6, certificate, QUIET_MS);
  const start = () => startLambda(stage.bundle, stage.apis.environment, memoryMb);
  const cold: Invocation[] = [];
  for (let index = 0; index < COLD_STARTS; index++) {
    const lambda = start();
    limit.join(lambda.pid);
    cold.push(...(await lambda.invoke(HEALTHY)).invocations);
    lambda.end();
  }
  const lambda = start();
  await lambda.invoke({ ...HEALTHY, count: WARM_UP, pauseMs: 0 });
  await stage.apis.seen();
  limit.join(lambda.pid);
  const { invocations: warm } = await lambda.invoke({ ...HEALTHY, count: WARM_RUNS });
  const { slowestMs } = await stage.apis.seen();
  const failing = spreadOf((await failAndRecover(lambda, stage)).map(({ wallMs }) => wallMs));
  const { peakMb } = await lambda.invoke(HEALTHY);
  lambda.end();
  stage.end();
  const seconds = warm.map(({ wallMs }) => Math.ceil(wallMs) / 1_000);
  const price = spreadOf(
    seconds.map((each) => each * (memoryMb / 1_024) * PRICES.lambdaDuration.usd * RUNS_A_MONTH * 100),
  );
  const seeming = spreadOf(slowestMs);
  const figures = [coldOf(cold), spreadOf(warm.map(({ wallMs }) => wallMs)), seeming];
  return {
    figures: [...figures, failing, spreadOf([peakMb]), price],
    targets: [
      { wanted: `a failure notified within ${IN_TIME_MS / 1_000} s`, met: isWithin(failing, IN_TIME_MS) },
      ...(memoryMb < CHECKER_MEMORY_MB
        ? []
        : [
            {
              wanted: `at most ${OWN_WORK_MS} ms of its own in a response time`,
              met: isWithin(seeming, SERVICE_LATENCY_MS + OWN_WORK_MS),
            },
          ]),
    ],
  };
}

/** The hardest run of a fleet is its first: cold, and with every state to save. */
async function measureFleet(count: number, certificate: Certificate, limit: CpuShare): Promise<Measured> {
  const stage = await setStage(count, certificate, null);
  const memoryMb = memoryFor(count);
  const lambda = startLambda(stage.bundle, stage.apis.environment, memoryMb);
  limit.join(lambda.pid);
  const { invocations, peakMb } = await lambda.invoke({ ...HEALTHY, healthy: count });
  // More than a thousand metrics go in several calls.
  const slowest = spreadOf([Math.max(...(await stage.apis.seen()).slowestMs)]);
  lambda.end();
  stage.end();
  const peak = spreadOf([peakMb]);
  return {
    figures: [coldOf(invocations), null, slowest, null, peak, null],
    targets: [
      { wanted: 'no service seems slower than half its timeout', met: isWithin(slowest, TIMEOUT_MS / 2) },
      { wanted: 'memory under its size', met: isWithin(peak, memoryMb) },
    ],
  };
}

/** Runs that find a failure, use up its attempts, and notify of it; each is followed by runs that end the incident. */
async function failAndRecover(lambda: LambdaProcess, { apis, fail }: Stage): Promise<Invocation[]> {
  const failing: Invocation[] = [];
  for (let index = 0; index < FAILING_RUNS; index++) {
    // A service that failed before would be damped: its second end is held.
    await fail(index);
    failing.push(...(await lambda.invoke({ ...HEALTHY, healthy: 5 })).invocations);
    await fail(null);
    await lambda.invoke({ ...HEALTHY, count: DEFAULTS.alerts.successThreshold });
  }
  const { alerts } = await apis.seen();
  if (alerts !== 2 * FAILING_RUNS) throw new Error(`${alerts} alerts were sent for ${FAILING_RUNS} incidents`);
  return failing;
}

function topicOf(rows: readonly Row[]): Topic {
  return {
    title: `The Lambda with its share of a core: services over TLS that take ${SERVICE_LATENCY_MS} ms, AWS APIs that take ${AWS_LATENCY_MS} ms`,
    columns: [
      'cold with its load, ms',
      'warm, ms',
      'a service seems to take, ms',
      'one fails, ms',
      'peak memory, MB',
      'warm runs of a month, US cents',
    ],
    rows,
    note:
      'The share is set by a control group of the kernel; memory is measured, not limited, and Node has the flags that Lambda\n' +
      'gives it. One fails: three attempts and the pauses between them, the state kept, and the alert sent, all in one run.\n' +
      'The price: Lambda time at list price, one run a minute; connections to AWS are made anew in each run.',
  };
}
