/** The time from the start of a run to its first and its last message, if one service or many fail. */

import { checkerMemoryMb } from '../lambda/core/invoke/invocation';
import { type AwsApis, startAwsApis, startLambda } from './aws-apis';
import { configOf, ONE_INVOCATION } from './bench-config';
import { type Certificate, makeCertificate } from './certificate';
import { bundleLambda } from './lambda-bundle';
import { spreadOf } from './statistics';
import type { Row, Topic } from './topic';
import { startChild } from './workplace';

const SAMPLES = 4;
const WARM_UP = 5;

interface Case {
  readonly count: number;
  readonly sick: 'none' | 'one' | 'all';
}

const CASES: readonly Case[] = [
  { count: 6, sick: 'none' },
  { count: 6, sick: 'one' },
  { count: 6, sick: 'all' },
  { count: 200, sick: 'none' },
  { count: 200, sick: 'all' },
];

export async function firstAlert(): Promise<Topic> {
  const certificate = await makeCertificate();
  const services = startChild('lambda-services', { certificate, latencyMs: 0 });
  const rows: Row[] = [];
  for (const { count, sick } of CASES) {
    const samples: Sample[] = [];
    // A service that has failed before counts as flapping: each sample has states of its own.
    for (let index = 0; index < SAMPLES; index++) samples.push(await sampleOf({ count, sick }, certificate, services));
    const pick = (figure: (sample: Sample) => number | null) => spreadOf(samples.map(figure));
    const times = [pick(({ wallMs }) => wallMs), pick(({ firstMs }) => firstMs), pick(({ lastMs }) => lastMs)];
    rows.push({
      name: `${count}, ${sick} of them failing`,
      figures: [...times, pick(({ messages }) => messages)],
      targets: [],
    });
  }
  services.end();
  return {
    title: 'From the start of a run to its messages: services and AWS APIs over TLS on loopback that answer at once',
    columns: ['the run, ms', 'its first message, ms', 'its last message, ms', 'messages'],
    rows,
    note: 'The sixth run of a process: it finds a failure at the first attempt. The APIs note when they get a message.',
  };
}

type Sample = Awaited<ReturnType<typeof measure>>;

async function sampleOf(
  { count, sick }: Case,
  certificate: Certificate,
  services: ReturnType<typeof startChild>,
): Promise<Sample> {
  const apis = await startAwsApis(certificate, { latencyMs: 0, quietMs: null });
  const config = configOf({ origins: (await services.ask(null)) as string[], count, ca: certificate.ca });
  const lambda = startLambda(bundleLambda(config), apis.environment, checkerMemoryMb(config, ONE_INVOCATION));
  const run = (runs: number, healthy: number) => lambda.invoke({ count: runs, pauseMs: 20, healthy });
  await run(WARM_UP, count);
  const failing = { none: null, one: config.services[0]?.id ?? null, all: '*' }[sick];
  await services.ask(failing);
  const sample = await measure(apis, () => run(1, count - { none: 0, one: 1, all: count }[sick]));
  lambda.end();
  apis.end();
  return sample;
}

async function measure(apis: AwsApis, run: () => ReturnType<ReturnType<typeof startLambda>['invoke']>) {
  await apis.seen();
  const [invocation] = (await run()).invocations;
  const { publishedAt } = await apis.seen();
  const after = (at: number | undefined) => (at === undefined ? null : at - (invocation?.startedAt ?? 0));
  return {
    wallMs: invocation?.wallMs ?? null,
    firstMs: after(publishedAt[0]),
    lastMs: after(publishedAt.at(-1)),
    messages: publishedAt.length,
  };
}
