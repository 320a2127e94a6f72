/** An outage from its beginning to its end, checked by the real bundle, with a fault at one call of one of its runs. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateTopicCommand, SNSClient } from '@aws-sdk/client-sns';
import { createStateReader } from '../../lambda/adapters/state-reader';
import { GROUP_SCHEMA } from '../../lambda/core/forms/notification-document';
import type { Alert } from '../../lambda/core/message/alert';
import { ENVIRONMENT } from '../../lambda/core/run/invocation';
import { readState, type ServiceState } from '../../lambda/core/state/service-state';
import { configFrom } from '../../local/input/load-config';
import {
  SAMPLE_IDS,
  type SampleId,
  type SampleService,
  sampleConfigText,
  startSampleServices,
} from '../../local/sample/sample-services';
import { type ApiFault, type FaultProxy, type SeenCall, startFaultProxy } from './fault-proxy';
import { alertsIn, subscribeInbox } from './inbox';
import { bundleChecker, type Invoked, type LambdaProcess, startLambda } from './lambda-process';
import { awsEnvironment } from './moto';
import { createStateTable } from './state-table';

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

export interface StoryTold {
  readonly alerts: readonly Alert[];
  /** The run that met the fault, the calls that it made, and what it logged last. */
  readonly faulty: Invoked;
  readonly calls: readonly SeenCall[];
  readonly lastLine: Readonly<Record<string, unknown>> | undefined;
  /** All others. */
  readonly others: readonly Invoked[];
  /** What the table holds in the end, by service. */
  readonly stored: ReadonlyMap<string, ServiceState>;
}

/** Sample services, a bundle that watches them, and a proxy to AWS: for one story at a time. */
export interface Lane {
  tell(story: Story): Promise<StoryTold>;
  close(): Promise<void>;
}

/** The clients of the test itself look for AWS in the environment, where `pointAwsTo` has put it. */
export async function openLane(awsUrl: string): Promise<Lane> {
  const folder = await mkdtemp(join(tmpdir(), 'statuswatch-lane-'));
  const services = await startSampleServices(0);
  const proxy = await startFaultProxy(awsUrl);
  // On a busy machine a service that is well may take longer than a second, and would be told of.
  const text = sampleConfigText(services).replace('attempts: 2', 'attempts: 1').replace('timeout: 1s', 'timeout: 5s');
  const policy = 'alerts: { failureThreshold: 1, successThreshold: 1, remindEvery: never, groupFrom: 2 }';
  const bundle = await bundleChecker(configFrom('(lane)', `${policy}\n${text}`, 'all'), folder);
  return {
    tell: (story) => tell(story, { services, proxy, bundle }),
    close: async () => {
      await Promise.all([proxy.stop(), ...services.map((service) => service.stop())]);
      await rm(folder, { recursive: true });
    },
  };
}

interface LaneParts {
  readonly services: readonly SampleService[];
  readonly proxy: FaultProxy;
  readonly bundle: string;
}

let stories = 0;

async function tell(story: Story, { services, proxy, bundle }: LaneParts): Promise<StoryTold> {
  const sick = SICK[story.sick].map((id) => services[SAMPLE_IDS.indexOf(id)] as SampleService);
  const setFault = (fault: '503' | null) => Promise.all(sick.map((service) => service.setFault(fault)));
  const { environment, inbox, readStates } = await deploy(`story-${++stories}`, proxy.url);
  const others: Invoked[] = [];
  let checker: LambdaProcess | undefined;
  const run = async () => {
    if (!checker?.isAlive()) checker = startLambda(bundle, environment);
    const invoked = await checker.invoke({ shard: 0, shards: 1 });
    if (story.processes === 'each its own') await checker.kill();
    return invoked;
  };
  const runWithFault = async () => {
    const { action, call, fault, attempts } = story;
    const kill = async () => checker?.kill();
    proxy.arm({ action, call, fault, kill, ...(attempts === null ? {} : { attempts }) });
    const faulty = await run();
    const seen = { faulty, calls: [...proxy.calls], lastLine: checker?.log.at(-1) };
    proxy.arm(null);
    return seen;
  };

  try {
    await setFault(null);
    others.push(await run());
    await setFault('503');
    const beginning = story.run === 'beginning' ? await runWithFault() : null;
    others.push(await run());
    await setFault(null);
    const seen = beginning ?? (await runWithFault());
    others.push(await run(), await run());
    const stored = new Map(
      (await readStates(SAMPLE_IDS, Date.now())).map(({ service, state }) => [
        service,
        readState(state) as ServiceState,
      ]),
    );
    return { ...seen, others, stored, alerts: (await inbox.take()).flatMap(alertsIn) };
  } finally {
    proxy.arm(null);
    if (checker?.isAlive()) await checker.kill();
  }
}

/** A table, a topic with a queue, and the environment of a checker that uses them by way of `url`. */
async function deploy(name: string, url: string) {
  await createStateTable(name);
  const { TopicArn = '' } = await new SNSClient().send(new CreateTopicCommand({ Name: name }));
  return {
    environment: { ...awsEnvironment(url), [ENVIRONMENT.table]: name, [ENVIRONMENT.topicArn]: TopicArn },
    inbox: await subscribeInbox(TopicArn, name),
    readStates: createStateReader(name, DEPLOYMENT, process.env),
  };
}
