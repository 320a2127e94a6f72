/** Stories of drills that somebody has asked the runs for, run by run. */

import { type Receiver, TOPIC } from '../../../../lambda/core/deliver/receiver';
import type { Alert } from '../../../../lambda/core/message/alert';
import { mailText, subjectOf } from '../../../../lambda/core/message/forms/mail';
import type { Notification } from '../../../../lambda/core/message/notification';
import type { MeasuredRun } from '../../../../lambda/core/metrics/metrics';
import type { Probe } from '../../../../lambda/core/probe/probe-request';
import { runCheck } from '../../../../lambda/core/run/run-check';
import {
  type DrillRequest,
  drillCode,
  LONGEST_DRILL_MS,
  readDrillRequest,
} from '../../../../lambda/core/silences/drill-request';
import type { Silence } from '../../../../lambda/core/silences/silence';
import { isDoneWith } from '../../../../lambda/core/state/retired';
import type { Snapshots } from '../../../../lambda/core/state/snapshot';
import { readState } from '../../../../lambda/core/state/stored-state';
import { DRILL } from '../../../../lambda/core/words/ids';
import { memoryHistory } from '../../../support/core/histories';
import { memoryOutputs } from '../../../support/core/memory-outputs';
import { answer, reportOf } from '../../../support/core/observations';
import { configOf } from '../../../support/core/runs';

const CONFIG = configOf({ mail: 'https://mail.internal', cart: 'https://cart.internal' }, [
  'retry: { attempts: 1 }',
  'alerts: { failureThreshold: 2, successThreshold: 2, remindEvery: 1m }',
]);
const BEGIN = Date.parse('2026-12-06T02:00:00.000Z');
const MINUTE_MS = 60_000;
const ASKED: DrillRequest = {
  id: '4f2a',
  service: 'mail',
  from: BEGIN,
  until: BEGIN + 60 * MINUTE_MS,
  secret: 'secret',
};

/** A deployment whose runs a test does one by one, a minute apart. */
function deployment(config = CONFIG) {
  const memory = memoryOutputs();
  const history = memoryHistory();
  const asked: { drill: DrillRequest | null; silences: Silence[]; isAway: boolean } = {
    drill: null,
    silences: [],
    isAway: false,
  };
  const failing = new Set<string>();
  const measured: MeasuredRun[] = [];
  const others: Notification[] = [];
  const pager: Receiver = {
    id: 'pager',
    send: async (notification) => void others.push(notification),
    filter: { wants: () => true, events: ['opened', 'resolved'], afterMs: 10 * MINUTE_MS },
  };
  let minute = 0;
  let states: Snapshots = new Map();
  const failures: string[] = [];
  const probe: Probe = async ({ url }) => {
    const [service = ''] = new URL(url).hostname.split('.');
    const timestamp = new Date(BEGIN + minute * MINUTE_MS).toISOString();
    return failing.has(service)
      ? answer(503, { error: 'disk full', timestamp, service })
      : answer(200, reportOf({ service, timestamp }));
  };
  const run = async (times = 1): Promise<readonly string[]> => {
    const lines: string[] = [];
    for (let count = 0; count < times; count += 1, minute += 1) {
      const now = BEGIN + minute * MINUTE_MS;
      const done = await runCheck(
        config,
        {
          probe,
          clock: { now: () => now, elapsed: () => 0, sleep: async () => undefined },
          outputs: {
            ...memory,
            receivers: [...memory.receivers, pager],
            silences: {
              read: async () => asked.silences,
              readWithDrill: async () => {
                if (asked.isAway) throw new Error('the table is away');
                const drill = asked.drill === null ? null : readDrillRequest(asked.drill, now);
                return { silences: asked.silences, drill };
              },
            },
            history,
            publish: async (each) => void measured.push(each),
            links: { dashboard: null, logs: null },
          },
        },
        { remembered: states },
      );
      states = done.states;
      failures.push(...done.failures.map(({ message }) => message));
      const sent = done.sent.flatMap(({ alerts }) => alerts.map((alert) => `${minute}: ${lineOf(alert)}`));
      lines.push(...[...new Set(sent)]);
    }
    return lines;
  };
  return {
    ...memory,
    asked,
    failing,
    measured,
    others,
    failures,
    run,
    /** Another process does the next run. */
    forget: () => {
      states = new Map();
    },
    stateOf: (id: string) => readState(memory.stored.get(id)?.state),
    known: (id: string) => states.get(id)?.state,
  };
}

function lineOf({ event, service, drill }: Alert): string {
  return `${drill ? 'drill ' : ''}${event} ${service.id}`;
}

describe('a drill that runs are asked for', () => {
  it('fails for three runs, recovers as its service would, and does not begin again', async () => {
    const { asked, run, failures } = deployment();
    await run();
    asked.drill = ASKED;
    expect(await run(8)).toEqual(['2: drill opened mail', '5: drill resolved mail']);
    asked.drill = null;
    expect(await run(3)).toEqual([]);
    expect(failures).toEqual([]);
  });

  it('fails for as long as it takes to open an outage', async () => {
    const { asked, run } = deployment(configOf({ mail: 'https://mail.internal' }, ['alerts: { failureThreshold: 5 }']));
    asked.drill = ASKED;
    expect(await run(10)).toEqual(['4: drill opened mail', '6: drill resolved mail']);
  });

  it('says in all its alerts that it is one, and has a code for each receiver', async () => {
    const { asked, run, notifications, others } = deployment();
    asked.drill = ASKED;
    await run(6);
    expect(notifications).toHaveLength(2);
    for (const notification of [...notifications, ...others]) {
      expect(subjectOf(notification)).toMatch(/^\[DRILL\] \[(DOWN|RESOLVED)\] mail: /);
      expect(notification.alerts[0].incidentId).toMatch(/\/mail\/2026[^/]*-drill-4f2a$/);
    }
    const codes = [drillCode(ASKED, TOPIC), drillCode(ASKED, 'pager')];
    expect(new Set(codes).size).toBe(2);
    for (const [index, notification] of [notifications[0], others[0]].entries()) {
      const text = mailText(notification as Notification);
      expect(text).toContain(`no action needed (code ${codes[index]})`);
      expect(text).not.toContain(codes[1 - index]);
      expect(notification?.alerts[0].summary).toContain(codes[index]);
      expect(codes[index]).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{6}$/);
    }
  });

  it('notifies receivers at once that wait for a while otherwise', async () => {
    const { asked, run, others } = deployment();
    asked.drill = ASKED;
    await run(6);
    expect(others.map(({ alerts: [{ event }] }) => event)).toEqual(['opened', 'resolved']);
  });

  it('changes nothing of its service: state, history, metrics and objectives are as without it', async () => {
    const plain = deployment();
    const drilled = deployment();
    drilled.asked.drill = ASKED;
    await Promise.all([plain.run(8), drilled.run(8)]);
    for (const id of ['mail', 'cart']) expect(drilled.known(id)).toEqual(plain.known(id));
    expect(drilled.measured).toEqual(plain.measured);
  });

  it('hides no outage of its service, and no message has both', async () => {
    const { asked, failing, run, notifications } = deployment();
    asked.drill = ASKED;
    failing.add('mail');
    expect(await run(3)).toEqual(['1: opened mail', '1: drill opened mail', '2: reminder mail']);
    failing.clear();
    expect(await run(2)).toEqual(['4: resolved mail', '4: drill resolved mail']);
    expect(notifications.every(({ alerts }) => alerts.length === 1)).toBe(true);
  });

  it('uses a sample service if none is named', async () => {
    const { asked, run } = deployment();
    asked.drill = { ...ASKED, service: null };
    expect(await run(6)).toEqual(['1: drill opened sample-service', '4: drill resolved sample-service']);
  });

  it('is not done for a service that the config does not have', async () => {
    const { asked, run, calls, stored } = deployment();
    asked.drill = { ...ASKED, service: 'basket' };
    expect(await run(6)).toEqual([]);
    expect(stored.has(DRILL)).toBe(false);
    expect(calls.filter((call) => call === 'load')).toHaveLength(6);
  });

  it('ends once it is removed, and nothing of it stays due', async () => {
    const { asked, run, known, stateOf } = deployment();
    asked.drill = ASKED;
    expect(await run(2)).toEqual(['1: drill opened mail']);
    asked.drill = null;
    expect(await run(2)).toEqual(['2: drill resolved mail']);
    const stored = stateOf(DRILL);
    expect(stored && isDoneWith(stored)).toBe(true);
    expect(known(DRILL)).toBeUndefined();
  });

  it('expires by itself', async () => {
    const { asked, run } = deployment();
    asked.drill = { ...ASKED, until: BEGIN + 2 * MINUTE_MS };
    expect(await run(4)).toEqual(['1: drill opened mail', '2: drill resolved mail']);
  });

  it('goes on in another process', async () => {
    const { asked, run, forget } = deployment();
    asked.drill = ASKED;
    const lines: string[] = [];
    for (let count = 0; count < 8; count += 1) {
      lines.push(...(await run()));
      forget();
    }
    expect(lines).toEqual(['1: drill opened mail', '4: drill resolved mail']);
  });

  it('does not end while it is unknown whether it was removed', async () => {
    const { asked, run } = deployment();
    asked.drill = ASKED;
    await run(2);
    asked.isAway = true;
    expect(await run(2)).toEqual([]);
    asked.isAway = false;
    expect(await run(4)).toEqual(['6: drill resolved mail']);
  });

  it('gives way to another, whose recovery takes no longer because of it', async () => {
    const { asked, run } = deployment();
    asked.drill = ASKED;
    await run(2);
    asked.drill = { ...ASKED, id: '5b3c', service: 'cart' };
    const lines = await run(6);
    expect(lines.filter((line) => /resolved|opened cart/.test(line))).toEqual([
      expect.stringContaining('drill resolved'),
      '3: drill opened cart',
      '6: drill resolved cart',
    ]);
    asked.drill = { ...ASKED, id: '6d4e' };
    expect(await run(6)).toEqual(['9: drill opened mail', '12: drill resolved mail']);
  });

  it('is held back by a silence of its service', async () => {
    const { asked, run } = deployment();
    const silence = { from: BEGIN, until: BEGIN + 60 * MINUTE_MS, untilWell: false, reason: null, by: null };
    asked.silences = [{ id: 's', services: ['mail'], planned: false, ...silence }];
    asked.drill = ASKED;
    expect(await run(6)).toEqual([]);
  });
});

describe('the request for a drill', () => {
  const raw = { ...ASKED };

  it('is read as it was stored', () => {
    expect(readDrillRequest(raw, BEGIN)).toEqual(ASKED);
    expect(readDrillRequest({ ...raw, service: null }, BEGIN)).toEqual({ ...ASKED, service: null });
  });

  it('expires by itself, whatever its item says', () => {
    expect(readDrillRequest(raw, ASKED.until)).toBeNull();
    expect(readDrillRequest({ ...raw, until: BEGIN + 1e12 }, BEGIN)?.until).toBe(BEGIN + LONGEST_DRILL_MS);
  });

  it.each([null, {}, { ...raw, id: 7 }, { ...raw, from: 'now' }, { ...raw, secret: undefined }])(
    'is none if it makes no sense: %j',
    (stored) => {
      expect(readDrillRequest(stored, BEGIN)).toBeNull();
    },
  );
});
