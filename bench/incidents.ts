/** Topic: incidents and due alerts of 10,000 services, and the cost of the state in a run of six. */

import { advanceOutage } from '../lambda/core/incident/advance-outage';
import { type Finding, INITIAL_STATE } from '../lambda/core/incident/incident';
import { markDue } from '../lambda/core/notify/mark';
import { configOf } from './bench-config';
import type { RunsJob } from './children/serve-runs';
import type { StatefulSetup } from './children/stateful-checker';
import type { Targets } from './children/target-servers';
import { type Contender, compete, type Figures, type Runs, rowOf } from './contender';
import { toOne } from './send-all';
import { spreadOf } from './statistics';
import { isWithin, type Topic } from './topic';
import { startChild, temporaryFolder } from './workplace';

const SERVICES = 10_000;
const RUNS = 60;
const WARM_UP = 10;
const MINUTE_MS = 60_000;
const POLICY = { failureThreshold: 1, successThreshold: 2, remindEveryMs: 4 * 60 * MINUTE_MS };
const SUBJECT = { severity: 'critical', environment: null } as const;
const PAUSE_MS = 10;

const answer = { httpStatus: 200, errorCode: null, report: null };
const healthy: Finding = { kind: 'healthy', reason: 'ok', message: 'healthy', ...answer };
const sick: Finding = { ...healthy, kind: 'unhealthy', reason: 'http_503', message: 'HTTP 503', httpStatus: 503 };

/** The finding of each service, by the number of the run. */
const WEATHERS: Readonly<Record<string, (run: number) => Finding>> = {
  'all are well': () => healthy,
  'all are failing': () => sick,
  'all begin an incident or end one': (run) => (run % 3 === 0 ? sick : healthy),
};

export async function advanceMany(): Promise<Topic> {
  const rows = Object.entries(WEATHERS).map(([name, findingAt]) => {
    const wall = spreadOf(timeRuns(findingAt).slice(WARM_UP));
    return { name, figures: [wall], targets: [{ wanted: 'under 50 ms', met: isWithin(wall, 50) }] };
  });
  const note =
    'One call for each service and run: the state and the verdict before, the next state and its events after.';
  return {
    title: `Incidents and what is due, for ${SERVICES.toLocaleString('en')} services`,
    columns: ['wall, ms'],
    rows,
    note,
  };
}

const NEW = { ...INITIAL_STATE, changes: [], notified: {}, receivers: null, heldAlerts: [] };

function timeRuns(findingAt: (run: number) => Finding): number[] {
  let states = Array.from({ length: SERVICES }, () => NEW);
  return Array.from({ length: WARM_UP + RUNS }, (_, run) => {
    const finding = findingAt(run);
    const start = performance.now();
    const now = run * MINUTE_MS;
    const options = { policy: POLICY, subject: SUBJECT, url: 'http://simulated.internal', intervalMs: MINUTE_MS, now };
    const notify = toOne(now, POLICY.remindEveryMs);
    states = states.map((state) => markDue(advanceOutage({ ...state, run }, finding, options), notify));
    return performance.now() - start;
  });
}

/** The same run with and without a store in files, in turn. */
export async function stateCost({ plain }: Targets): Promise<Topic> {
  const config = configOf({ origins: plain, count: 6, ca: null });
  const [first, ...others] = config.services;
  // The report has another service's name, so it is invalid: an incident is open, and saved in each run.
  const failing = { ...config, services: [{ ...(first as (typeof others)[0]), expectService: 'another' }, ...others] };
  const figures = await compete(
    [
      stateful('without a store', { config, folder: null, healthy: 6 }),
      stateful('file store, all well', { config, folder: temporaryFolder(), healthy: 6 }),
      stateful('file store, one failing', { config: failing, folder: temporaryFolder(), healthy: 5 }),
    ],
    { batches: 8, runsInBatch: 15, warmUp: 60 },
  );
  const bare = figures[0]?.overSlowest?.median ?? null;
  return {
    title: 'What keeping the state adds to a run of six services',
    columns: ['wall, ms', 'over its slowest service, ms', 'CPU, ms'],
    rows: figures.map((each, index) => rowOf(each, pickFigures, index === 1 ? [addsLittle(each, bare)] : [])),
    note:
      'Reading the states overlaps the probing. While all services are healthy, nothing is written; the state of a failing\n' +
      'service is written in each run, and flushed to the disk before the run ends.',
  };
}

function stateful(name: string, setup: StatefulSetup): Contender {
  const child = startChild('stateful-checker', setup);
  const measure = (runs: number) => child.ask({ runs, pauseMs: PAUSE_MS } satisfies RunsJob) as Promise<Runs>;
  return { name, measure, end: () => child.end() };
}

function addsLittle({ overSlowest }: Figures, bare: number | null) {
  return { wanted: 'adds under 1 ms', met: bare === null ? null : isWithin(overSlowest, bare + 1) };
}

function pickFigures({ wall, overSlowest, cpu }: Figures) {
  return [wall, overSlowest, cpu];
}
