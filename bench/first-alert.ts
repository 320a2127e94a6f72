/** The time from the start of a run to its first message and to its last one, if one service fails or many do. */

import { checkerMemoryMb } from '../lambda/core/run/invocation';
import { type AwsApis, startAwsApis, startLambda } from './aws-apis';
import { configOf } from './bench-config';
import { makeCertificate } from './certificate';
import { bundleLambda } from './lambda-bundle';
import { spreadOf } from './statistics';
import type { Row, Topic } from './topic';
import { startChild } from './workplace';

const WARM_UP = 20;
const FAILING_RUNS = 8;
/** As many healthy runs as end an incident. */
const WELL_RUNS = 2;

/** How many services there are, and which of them fails: `*` for all, `null` for none. */
const CASES = [
  { name: '6, all well', count: 6, failing: null },
  { name: '6, one fails', count: 6, failing: 'first' },
  { name: '6, all fail', count: 6, failing: '*' },
  { name: '200, all well', count: 200, failing: null },
  { name: '200, one fails', count: 200, failing: 'first' },
  { name: '200, all fail', count: 200, failing: '*' },
] as const;

export async function firstAlert(): Promise<Topic> {
  const certificate = await makeCertificate();
  const apis = await startAwsApis(certificate, { latencyMs: 0, quietMs: null });
  const services = startChild('lambda-services', { certificate, latencyMs: 0 });
  const rows: Row[] = [];
  for (const { name, count, failing } of CASES) {
    const config = configOf({ origins: (await services.ask(null)) as string[], count, ca: certificate.ca });
    const sick = failing === 'first' ? (config.services[0]?.id ?? null) : failing;
    const lambda = startLambda(await bundleLambda(config), apis.environment, checkerMemoryMb(config, 1));
    const run = (runs: number, healthy: number) => lambda.invoke({ count: runs, pauseMs: 20, healthy });
    await run(WARM_UP, count);
    const measured: Awaited<ReturnType<typeof measure>>[] = [];
    for (let index = 0; index < FAILING_RUNS; index++) {
      await services.ask(sick);
      measured.push(await measure(apis, () => run(1, count - (sick === null ? 0 : sick === '*' ? count : 1))));
      await services.ask(null);
      await run(WELL_RUNS, count);
    }
    lambda.end();
    const pick = (figure: (one: (typeof measured)[number]) => number | null) => {
      const values = measured.map(figure).filter((value) => value !== null);
      return values.length === 0 ? null : spreadOf(values);
    };
    const figures = [pick(({ wallMs }) => wallMs), pick(({ firstMs }) => firstMs), pick(({ lastMs }) => lastMs)];
    rows.push({ name, figures: [...figures, pick(({ messages }) => messages)], targets: [] });
  }
  apis.end();
  services.end();
  return {
    title: 'From the start of a run to its messages: services and AWS APIs over TLS on loopback that answer at once',
    columns: ['the run, ms', 'its first message, ms', 'its last message, ms', 'messages'],
    rows,
    note: 'Warm runs of one process: it finds a failure at the first attempt. The APIs note when they get a message.',
  };
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
