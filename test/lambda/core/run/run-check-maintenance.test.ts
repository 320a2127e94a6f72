/** Stories of planned maintenance, from the config to what people are notified of, minute by minute. */

import { nextStart } from '../../../../lambda/adapters/system/cron-starts';
import { START } from '../../../../lambda/core/documents/address';
import type { DeploymentFacts } from '../../../../lambda/core/documents/facts/deployment-facts';
import { spanOf } from '../../../../lambda/core/documents/facts/service-view';
import { serviceDocuments } from '../../../../lambda/core/documents/service-document';
import { readBuckets } from '../../../../lambda/core/history/past';
import type { Alert } from '../../../../lambda/core/message/alert';
import type { Probe } from '../../../../lambda/core/probe/probe-request';
import { runCheck } from '../../../../lambda/core/run/run-check';
import { plannedSilences } from '../../../../lambda/core/silences/maintenance';
import type { Snapshots } from '../../../../lambda/core/state/snapshot';
import { memoryHistory } from '../../../support/core/histories';
import { memoryOutputs } from '../../../support/core/memory-outputs';
import { answer, reportOf } from '../../../support/core/observations';
import { configOf } from '../../../support/core/runs';
import { renderPage } from '../../../support/view/drawn-page';

const CONFIG = configOf({ mail: 'https://mail.internal', cart: 'https://cart.internal' }, [
  'retry: { attempts: 1 }',
  'alerts: { successThreshold: 1, remindEvery: never }',
  'maintenance: [{ name: weekly upgrade, services: [mail], cron: "0 3 * * 0", timeZone: Europe/Berlin, for: 1h }]',
]);
/** Three o'clock of a Sunday in Berlin: a minute of a story is counted from here. */
const BEGIN = Date.parse('2026-12-06T02:00:00.000Z');
const MINUTE_MS = 60_000;

type Outage = readonly [service: string, from: number, to: number];

/** Runs from the minute `from` to before `to`; each failing service fails in the minutes of its outage. */
async function live(from: number, to: number, outages: readonly Outage[]) {
  const memory = memoryOutputs();
  const history = memoryHistory();
  let states: Snapshots = new Map();
  const [sent, failures]: [string[], string[]] = [[], []];
  for (let minute = from; minute < to; minute += 1) {
    const now = BEGIN + minute * MINUTE_MS;
    const probe: Probe = async ({ url }) => {
      const [service = ''] = new URL(url).hostname.split('.');
      const isOut = outages.some(([id, start, end]) => id === service && start <= minute && minute < end);
      const timestamp = new Date(now).toISOString();
      return isOut ? answer(503, { error: 'x', timestamp, service }) : answer(200, reportOf({ service, timestamp }));
    };
    const run = await runCheck(
      CONFIG,
      {
        probe,
        clock: { now: () => now, elapsed: () => 0, sleep: async () => undefined },
        planned: (start, end) => plannedSilences(CONFIG.maintenance, { from: start, to: end }, nextStart),
        outputs: { ...memory, history, publish: async () => undefined, links: { dashboard: null, logs: null } },
      },
      { remembered: states },
    );
    states = run.states;
    sent.push(...run.sent.flatMap(({ alerts }) => alerts.map((alert) => `${minute}: ${lineOf(alert)}`)));
    failures.push(...run.failures.map(({ message }) => message));
  }
  expect(failures).toEqual([]);
  const now = BEGIN + (to - 1) * MINUTE_MS;
  const stateOf = (id: string) => states.get(id)?.state ?? null;
  const histories = new Map([...states].map(([id, { state }]) => [id, state.history]));
  const { from: start, to: end } = spanOf('24h', now) as { from: number; to: number };
  const bucketsOf = await readBuckets(histories, { from: start, to: end, resolution: 'fine' }, history, now);
  const known: DeploymentFacts = {
    deployment: 'shop',
    now,
    intervalMs: MINUTE_MS,
    staleAfterMs: 3 * MINUTE_MS,
    removed: [],
    own: null,
    acks: [],
    problems: [],
    silences: [],
    isDeployed: false,
    services: CONFIG.services.map((service) => ({
      service,
      state: stateOf(service.id),
      buckets: bucketsOf(service.id),
    })),
  };
  return { known, sent, stateOf };
}

/** With the minutes of the incident's beginning and end. */
function lineOf({ service, event, openedAt, resolvedAt }: Alert): string {
  const minuteOf = (time: string) => (Date.parse(time) - BEGIN) / MINUTE_MS;
  return `${service.id} ${event} ${minuteOf(openedAt)}${resolvedAt === null ? '' : `-${minuteOf(resolvedAt)}`}`;
}

const textOf = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');

it('an outage within maintenance is recorded and nobody is notified; of other services people are', async () => {
  const { sent, stateOf } = await live(-5, 70, [
    ['mail', 10, 20],
    ['cart', 15, 17],
  ]);
  expect(sent).toEqual(['15: cart opened 15', '17: cart resolved 15-17']);
  expect(stateOf('mail')).toMatchObject({
    incidents: [{ openedAt: BEGIN + 10 * MINUTE_MS, over: { at: BEGIN + 20 * MINUTE_MS }, failedRuns: 10 }],
    heldAlerts: [
      {
        event: 'opened',
        hold: { kind: 'maintenance', reason: 'weekly upgrade', by: null, until: BEGIN + 60 * MINUTE_MS },
      },
    ],
  });
});

it('people are notified of an outage that outlasts maintenance when that ends, with the true time of its opening', async () => {
  const { sent } = await live(-5, 80, [['mail', 50, 65]]);
  expect(sent).toEqual(['60: mail opened 50', '65: mail resolved 50-65']);
});

it('the next maintenance is as long, in the week after', async () => {
  const WEEK = 7 * 24 * 60;
  const { sent } = await live(WEEK - 2, WEEK + 62, [
    ['mail', WEEK - 1, WEEK + 5],
    ['mail', WEEK + 55, WEEK + 61],
  ]);
  expect(sent).toEqual([
    `${WEEK - 1}: mail opened ${WEEK - 1}`,
    `${WEEK + 60}: mail resolved ${WEEK - 1}-${WEEK + 5}`,
    `${WEEK + 60}: mail opened ${WEEK + 55}`,
    `${WEEK + 61}: mail resolved ${WEEK + 55}-${WEEK + 61}`,
  ]);
});

describe('availability', () => {
  // Of 100 checks 60 are within maintenance, of which 10 failed; of the other 40 one did.
  const outages: readonly Outage[] = [
    ['mail', 50, 61],
    ['cart', 50, 61],
  ];

  it('leaves maintenance out, for programs', async () => {
    const { known } = await live(-20, 80, outages);
    expect([...serviceDocuments(known)]).toMatchObject([
      { service: 'mail', availability: 0.975, checksInMaintenance: 60 },
      { service: 'cart', availability: 0.89, checksInMaintenance: 0 },
    ]);
  });

  it.each([
    ['24h', /98 % of 40 checks passed · [^·]* · 60 checks in maintenance left out/],
    // The last 60 checks.
    ['latest', /95 % of 20 checks passed · [^·]* · 40 checks in maintenance left out/],
  ] as const)('leaves maintenance out on the page, and says so: %s', async (range, details) => {
    const { known } = await live(-20, 80, outages);
    expect(textOf(renderPage(known, { ...START, range, service: 'mail' }))).toMatch(details);
  });
});
