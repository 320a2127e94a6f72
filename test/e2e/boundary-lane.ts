/** An outage from its beginning to its end, checked by the real code, with a fault at one call of one of its runs. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateTopicCommand, SNSClient } from '@aws-sdk/client-sns';
import { openTable } from '../../lambda/adapters/table/open-table';
import { createSilenceTable } from '../../lambda/adapters/table/silence-table';
import { createStateReader } from '../../lambda/adapters/table/state-reader';
import { ENVIRONMENT } from '../../lambda/core/invoke/invocation';
import type { Alert } from '../../lambda/core/message/alert';
import { GROUP_SCHEMA } from '../../lambda/core/message/forms/notification-document';
import type { SilenceStore } from '../../lambda/core/silences/silence';
import type { ServiceState } from '../../lambda/core/state/service-state';
import { readState } from '../../lambda/core/state/stored-state';
import { configFrom } from '../../local/input/load-config';
import {
  SAMPLE_IDS,
  type SampleId,
  type SampleService,
  sampleConfigText,
  startSampleServices,
} from '../../local/sample/sample-services';
import {
  type ApiFault,
  type ArmedFault,
  type FaultProxy,
  type SeenCall,
  startFaultProxy,
} from '../support/aws/fault-proxy';
import { alertsIn, subscribeInbox } from '../support/aws/inbox';
import { checkerCode, type InvocationResult, type LambdaProcess, startLambda } from '../support/aws/lambda-process';
import { awsEnvironment } from '../support/aws/moto';
import { createStateTable } from '../support/aws/state-table';

export const DEPLOYMENT = 'sample';
/** The services that fail in a story. */
export const SICK = {
  one: ['payment-service'],
  several: ['user-service', 'developer-service', 'payment-service', 'recurring-service'],
} as const satisfies Readonly<Record<string, readonly SampleId[]>>;
/** The one call that sends a group has this in its document; what follows it is written otherwise in a form. */
export const THE_GROUP = GROUP_SCHEMA.replace(/\/.*/, '');

export interface Story {
  /** The run that meets the fault: the one that sees the outage first, or the one that sees its end. */
  readonly run: 'beginning' | 'end';
  readonly sick: keyof typeof SICK;
  readonly action: string;
  /** Which of the run's calls of that action; or the one whose body holds this text. */
  readonly call: number | string;
  readonly fault: ApiFault;
  /** How many attempts of that call meet it; `null` for all. */
  readonly attempts: number | null;
  /** Whether one process sees all runs, as long as it lives, or each run has its own. */
  readonly processes: 'one' | 'each its own';
}

export interface BoundaryResult {
  readonly alerts: readonly Alert[];
  /** The run that met the fault, the calls that it made, and what it logged last. */
  readonly faulty: InvocationResult;
  readonly calls: readonly SeenCall[];
  readonly lastLine: Readonly<Record<string, unknown>> | undefined;
  /** All others. */
  readonly others: readonly InvocationResult[];
  /** What the table holds in the end, by service. */
  readonly stored: ReadonlyMap<string, ServiceState>;
}

/** Sample services, a checker that watches them, and a proxy to AWS: for one story at a time. */
export interface Lane {
  runStory(story: Story): Promise<BoundaryResult>;
  /** A deployment of its own, for a story that a test runs itself. */
  begin(options: Pick<Story, 'processes' | 'sick'> & { readonly shards?: number }): Promise<Scene>;
  close(): Promise<void>;
}

const LANES = 4;

/** Stories that run beside each other, since they mostly wait. */
export interface StoryRuns<Story, Result> {
  /** A lane for a story that a test runs itself. */
  lane(index: number): Lane;
  /** Rejects as the story does. */
  resultOf(story: Story): Promise<Result>;
  end(): Promise<void>;
}

/** Begins to run all stories, each in one of a few lanes. AWS is at `awsUrl`, and where `pointAwsTo` has put it. */
export async function runStories<Story, Result>(
  awsUrl: string,
  stories: readonly Story[],
  runStory: (lane: Lane, story: Story) => Promise<Result>,
): Promise<StoryRuns<Story, Result>> {
  const lanes = await Promise.all(Array.from({ length: LANES }, () => openLane(awsUrl)));
  const waiting = lanes.map(() => Promise.resolve());
  const runs = new Map<Story, Promise<Result>>();
  for (const [index, story] of stories.entries()) {
    const result = (waiting[index % LANES] as Promise<void>).then(() => runStory(lanes[index % LANES] as Lane, story));
    waiting[index % LANES] = result.then(noop, noop);
    runs.set(story, result);
  }
  return {
    lane: (index) => lanes[index] as Lane,
    resultOf: (story) => runs.get(story) as Promise<Result>,
    end: async () => {
      await Promise.allSettled(runs.values());
      await Promise.all(lanes.map((lane) => lane.close()));
    },
  };
}

function noop(): void {}

/** A deployment while its story runs. */
export interface Scene {
  /** What the sick services answer from now on. */
  setSick(isSick: boolean): Promise<unknown>;
  /** One run of all shards. A fault that is armed is met by it alone. */
  run(fault?: Omit<ArmedFault, 'kill'>): Promise<RunResult>;
  readonly silences: SilenceStore;
  /** The alerts that have arrived since this was called last. */
  arrived(): Promise<readonly Alert[]>;
  /** What the table holds, by service. */
  stored(): Promise<ReadonlyMap<string, ServiceState>>;
  end(): Promise<void>;
}

export interface RunResult {
  /** Of the first shard, or of the one that failed. */
  readonly invoked: InvocationResult;
  readonly calls: readonly SeenCall[];
  readonly lastLine: Readonly<Record<string, unknown>> | undefined;
}

/** The clients of the test itself look for AWS in the environment, where `pointAwsTo` has put it. */
async function openLane(awsUrl: string): Promise<Lane> {
  const folder = await mkdtemp(join(tmpdir(), 'statuswatch-lane-'));
  const services = await startSampleServices(0);
  const proxy = await startFaultProxy(awsUrl);
  // On a busy machine a service that is well may take longer than a second, and people would be notified of it.
  const text = sampleConfigText(services).replace('attempts: 2', 'attempts: 1').replace('timeout: 1s', 'timeout: 5s');
  const policy = 'alerts: { failureThreshold: 1, successThreshold: 1, remindEvery: never, groupFrom: 2 }';
  const code = checkerCode(configFrom('(lane)', `${policy}\n${text}`, { probing: 'all' }), folder);
  const parts = { services, proxy, code };
  return {
    runStory: (story) => runStory(story, parts),
    begin: (options) => begin(options, parts),
    close: async () => {
      await Promise.all([proxy.stop(), ...services.map((service) => service.stop())]);
      await rm(folder, { recursive: true });
    },
  };
}

interface LaneParts {
  readonly services: readonly SampleService[];
  readonly proxy: FaultProxy;
  readonly code: string;
}

let stories = 0;

async function runStory(story: Story, parts: LaneParts): Promise<BoundaryResult> {
  const { action, call, fault, attempts } = story;
  const armed = { action, call, fault, ...(attempts === null ? {} : { attempts }) };
  const scene = await begin(story, parts);
  const others: InvocationResult[] = [];
  const run = async () => {
    others.push((await scene.run()).invoked);
  };
  try {
    await scene.setSick(false);
    await run();
    await scene.setSick(true);
    const beginning = story.run === 'beginning' ? await scene.run(armed) : null;
    await run();
    await scene.setSick(false);
    const { invoked, calls, lastLine } = beginning ?? (await scene.run(armed));
    await run();
    await run();
    const stored = await scene.stored();
    return { faulty: invoked, calls, lastLine, others, stored, alerts: await scene.arrived() };
  } finally {
    await scene.end();
  }
}

async function begin(
  { processes, sick, shards = 1 }: Parameters<Lane['begin']>[0],
  { services, proxy, code }: LaneParts,
): Promise<Scene> {
  const failing = SICK[sick].map((id) => services[SAMPLE_IDS.indexOf(id)] as SampleService);
  const { environment, inbox, readStates, silences } = await deploy(`story-${++stories}`, proxy.url);
  const checkers: (LambdaProcess | undefined)[] = Array(shards).fill(undefined);
  const invoke = async (shard: number) => {
    const checker = checkers[shard]?.isAlive() ? checkers[shard] : startLambda(code, environment);
    checkers[shard] = checker;
    const invoked = await checker.invoke({ shard, shards });
    const lastLine = checker.log.at(-1);
    if (processes === 'each its own') await checker.kill();
    return { invoked, lastLine };
  };
  return {
    setSick: (isSick) => Promise.all(failing.map((service) => service.setFault(isSick ? '503' : null))),
    run: async (fault) => {
      const kill = async () => Promise.all(checkers.map((checker) => checker?.kill()));
      proxy.arm(fault ? { ...fault, kill } : null);
      const done = [];
      for (let shard = 0; shard < shards; shard++) done.push(await invoke(shard));
      const calls = [...proxy.calls];
      proxy.arm(null);
      const result = done.find(({ invoked }) => invoked.outcome !== 'resolved') ?? done[0];
      if (!result) throw new Error('there are no shards');
      return { ...result, calls };
    },
    silences,
    arrived: async () => (await inbox.take()).flatMap(alertsIn),
    stored: async () => {
      const states = await readStates(SAMPLE_IDS, Date.now());
      return new Map(states.map(({ service, state }) => [service, readState(state) as ServiceState]));
    },
    end: async () => {
      proxy.arm(null);
      for (const checker of checkers) if (checker?.isAlive()) await checker.kill();
    },
  };
}

/** A table, a topic with a queue, and the environment of a checker that uses them by way of `url`. */
async function deploy(name: string, url: string) {
  await createStateTable(name);
  const { TopicArn = '' } = await new SNSClient().send(new CreateTopicCommand({ Name: name }));
  return {
    environment: {
      ...awsEnvironment(url),
      [ENVIRONMENT.table]: name,
      [ENVIRONMENT.topicArn]: TopicArn,
      // Cards have buttons, so what notifications were about is kept.
      [ENVIRONMENT.slackChannel]: 'C07EZ1ABC23',
      AWS_LAMBDA_FUNCTION_NAME: name,
    },
    inbox: await subscribeInbox(TopicArn, name),
    readStates: createStateReader(openTable(name, DEPLOYMENT, process.env)),
    silences: createSilenceTable(openTable(name, DEPLOYMENT, process.env)),
  };
}
