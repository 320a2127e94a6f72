/** Topic: the cost of receivers in a run without alerts, and the delay that a slow receiver causes for the topic if all services are down. */

import { configOf, configWith } from './bench-config';
import type { AllDownSetup, DownRun } from './children/all-down';
import type { RunsJob } from './children/serve-runs';
import type { SlowReceiver, SlowReceiverSetup } from './children/slow-receiver';
import type { StatefulSetup } from './children/stateful-checker';
import type { Targets } from './children/target-servers';
import { type Contender, compete, type Runs } from './contender';
import { type Spread, spreadOf } from './statistics';
import { isWithin, type Row, type Topic } from './topic';
import { startChild, temporaryFolder } from './workplace';

const QUIET = 6;
const SCHEDULE = { batches: 10, runsInBatch: 20, warmUp: 200 };
const PAUSE_MS = 4;

const DOWN = 200;
const ANSWER_AFTER_MS = 300;
const SAMPLES = 7;
const MOST_RUNS = 30;
const INTERVAL_MS = 60_000;

/** The most CPU, on a machine with other work. */
const MOST_MORE = 1.1;

const ROUTING_KEY = 'R0123456789ABCDEF0123456789ABCDE';
const NOWHERE = 'http://127.0.0.1:9';
const FOUR = [
  { id: 'pager', pagerduty: { routingKey: ROUTING_KEY } },
  { id: 'hook', webhook: { url: `${NOWHERE}/hook` } },
  { id: 'channel', slack: { url: `${NOWHERE}/slack` } },
  { id: 'phone', ntfy: { topic: 'bench', url: NOWHERE } },
];

export async function receiversTopic(targets: Targets): Promise<Topic> {
  return {
    title: `Receivers: ${QUIET} healthy services, and ${DOWN} that are down at once with a PagerDuty that takes ${ANSWER_AFTER_MS} ms for an event`,
    columns: [
      'a run, ms',
      'its CPU, ms',
      'first message to the topic, ms',
      'events in the first run',
      'PagerDuty has all after, s',
    ],
    rows: [...(await quietRows(targets)), ...(await downRows())],
    note:
      'States in files, or in memory if all are down: then CPU is that until the first message. Runs are a minute apart: PagerDuty gets in\n' +
      'the next what is too much for one.',
  };
}

async function quietRows({ plain }: Targets): Promise<readonly Row[]> {
  const watched = { origins: plain, count: QUIET, ca: null };
  const [alone, withFour] = await compete(
    [
      quiet(`${QUIET} healthy, no receiver but the topic`, { config: configOf(watched), ...KEPT() }),
      quiet(`${QUIET} healthy, four receivers`, {
        config: configWith(watched, { alerts: { receivers: FOUR } }),
        ...KEPT(),
      }),
    ],
    SCHEDULE,
  );
  return [alone, withFour].flatMap((figures, index) => {
    if (figures === undefined) return [];
    const limit = alone?.cpu && alone.cpu.median * MOST_MORE;
    const targets = index === 0 ? [] : [{ wanted: 'CPU at most 10 % more', met: isWithin(figures.cpu, limit) }];
    return [{ name: figures.name, figures: [figures.wall, figures.cpu, null, null, null], targets }];
  });
}

const KEPT = () => ({ folder: temporaryFolder(), healthy: QUIET });

function quiet(name: string, setup: StatefulSetup): Contender {
  const child = startChild('stateful-checker', setup);
  const measure = (runs: number) => child.ask({ runs, pauseMs: PAUSE_MS } satisfies RunsJob) as Promise<Runs>;
  return { name, measure, end: () => child.end() };
}

async function downRows(): Promise<readonly Row[]> {
  const slow = startChild('slow-receiver', { answerAfterMs: ANSWER_AFTER_MS } satisfies SlowReceiverSetup);
  const { url } = (await slow.ask(null)) as SlowReceiver;
  const samples: { readonly alone: Sample; readonly paged: Sample }[] = [];
  for (let index = 0; index < SAMPLES; index += 1)
    samples.push({ alone: await sampleOf(null, slow), paged: await sampleOf(url, slow) });
  slow.end();
  const pick = (which: 'alone' | 'paged', figure: (run: Sample) => number | null): Spread | null =>
    spreadOf(samples.map((sample) => figure(sample[which])));
  const row = (name: string, which: 'alone' | 'paged'): Row & { figures: readonly (Spread | null)[] } => ({
    name,
    figures: [
      pick(which, ({ wallMs }) => wallMs),
      pick(which, ({ topicCpuMs }) => topicCpuMs),
      pick(which, ({ topicMs }) => topicMs),
      ...(which === 'alone'
        ? [null, null]
        : [pick(which, ({ events }) => events), pick(which, ({ doneAfterS }) => doneAfterS)]),
    ],
  });
  const alone = row(`${DOWN} down, no PagerDuty`, 'alone');
  const paged = row(`${DOWN} down, with it`, 'paged');
  const limit = alone.figures[1] && alone.figures[1].median * MOST_MORE;
  return [
    alone,
    { ...paged, targets: [{ wanted: 'CPU at most 10 % more', met: isWithin(paged.figures[1] ?? null, limit) }] },
  ];
}

interface Sample {
  readonly wallMs: number;
  readonly topicMs: number | null;
  readonly topicCpuMs: number | null;
  /** The number of events for PagerDuty in the first run. */
  readonly events: number;
  /** From the start of the first run until PagerDuty had the last event, at a run a minute. */
  readonly doneAfterS: number;
}

async function sampleOf(pagerUrl: string | null, slow: ReturnType<typeof startChild>): Promise<Sample> {
  const watched = { origins: [NOWHERE], count: DOWN, ca: null };
  const child = startChild('all-down', {
    config: pagerUrl === null ? configOf(watched) : paging(watched, pagerUrl),
  } satisfies AllDownSetup);
  const runs: (DownRun & { readonly answeredAt: readonly number[] })[] = [];
  do {
    const run = (await child.ask(null)) as DownRun;
    runs.push({ ...run, answeredAt: ((await slow.ask(null)) as SlowReceiver).answeredAt });
    if (runs.length > MOST_RUNS) throw new Error(`PagerDuty has not all after ${MOST_RUNS} runs`);
  } while (runs.at(-1)?.isDone === false);
  child.end();
  const first = runs[0];
  const last = runs.at(-1);
  const events = runs.reduce((sum, { answeredAt }) => sum + answeredAt.length, 0);
  if (first === undefined || last === undefined || (pagerUrl !== null && events !== DOWN))
    throw new Error(`PagerDuty got ${events} events in place of ${DOWN}`);
  const lastMs = (last.answeredAt.at(-1) ?? last.startedAt) - last.startedAt;
  const doneAfterS = ((runs.length - 1) * INTERVAL_MS + lastMs) / 1_000;
  const { wallMs, topicMs, topicCpuMs } = first;
  return { wallMs, topicMs, topicCpuMs, events: first.answeredAt.length, doneAfterS };
}

/** The config names no address of PagerDuty, but a region. */
function paging(watched: Parameters<typeof configOf>[0], url: string): AllDownSetup['config'] {
  const config = configWith(watched, {
    alerts: { receivers: [{ id: 'pager', pagerduty: { routingKey: ROUTING_KEY } }] },
  });
  const receivers = config.receivers.map((receiver) => ({
    ...receiver,
    settings: { ...receiver.settings, url: { kind: 'literal' as const, value: url } },
  }));
  return { ...config, receivers };
}
