/** Who is notified of what, when: the facts, and what a receiver knows of them → the alerts that are due. */

import { sendAll, toOne } from '../../../../bench/send-all';
import { advanceOutage } from '../../../../lambda/core/incident/advance-outage';
import { advanceProblems, type Problem } from '../../../../lambda/core/incident/advance-problems';
import { type Incident, openIncidents, openOutage, withIncident } from '../../../../lambda/core/incident/incident';
import { nextAlerts } from '../../../../lambda/core/notify/due';
import { MOST_MISSED, markDue, markTried } from '../../../../lambda/core/notify/mark';
import { notifiedOf } from '../../../../lambda/core/notify/notified';
import type { Silence } from '../../../../lambda/core/silences/silence';
import { CONTEXT } from '../../../support/core/alerts';
import { NOW } from '../../../support/core/observations';
import { silenceAt } from '../../../support/core/silences';
import { BEFORE, findingOf, MINUTE_MS, POLICY, runOf, type StoryState } from '../../../support/core/story';

const SUBJECT = { severity: 'warning', environment: 'staging' } as const;
const at = (minute: number) => NOW + minute * MINUTE_MS;

function advance(state: StoryState, reason: string, minute: number, subject: object = SUBJECT): StoryState {
  const advancing = {
    policy: POLICY,
    subject: { ...SUBJECT, ...subject },
    url: '',
    intervalMs: MINUTE_MS,
    now: at(minute),
  };
  return advanceOutage({ ...state, run: state.run + 1 }, findingOf(reason), advancing);
}

const SLOW: Problem = {
  kind: 'condition',
  reason: 'slow',
  message: 'it is slow',
  severity: 'warning',
  since: NOW,
  stage: 0,
};

function withMatters(state: StoryState, matters: readonly Problem[], minute: number): StoryState {
  return advanceProblems(state, 'condition', matters, { subject: SUBJECT, url: '', now: at(minute) });
}

const events = ({ sent }: ReturnType<typeof sendAll>) =>
  sent.map(({ due: { event, incident } }) => [event, incident.reason]);

describe('what an incident is opened with', () => {
  it('stays with it until it is resolved, whatever the config says by then', () => {
    const changed = { severity: 'critical', environment: 'production' };
    const opened = sendAll(advance(BEFORE, 'http_503', 0), toOne(at(0)), CONTEXT);
    const updated = sendAll(advance(opened.state, 'dns_failure', 1, changed), toOne(at(1)), CONTEXT);
    const ended = sendAll(advance(updated.state, 'well', 2, changed), toOne(at(2)), CONTEXT);
    const alerts = [opened, updated, ended].flatMap(({ sent }) => sent.map(({ alert }) => alert));
    expect(alerts.map(({ event }) => event)).toEqual(['opened', 'updated', 'resolved']);
    for (const { severity, service } of alerts) expect([severity, service.environment]).toEqual(['warning', 'staging']);
  });
});

describe('an incident of another kind', () => {
  it('is notified after an outage, which neither changes it nor ends it', () => {
    const first = sendAll(advance(withMatters(BEFORE, [SLOW], 0), 'http_503', 0), toOne(at(0)), CONTEXT);
    expect(events(first)).toEqual([
      ['opened', 'http_503'],
      ['opened', 'slow'],
    ]);
    const last = sendAll(withMatters(advance(first.state, 'well', 1), [SLOW], 1), toOne(at(1)), CONTEXT);
    expect(events(last)).toEqual([['resolved', 'http_503']]);
    expect(openIncidents(last.state)).toMatchObject([{ kind: 'condition', reason: 'slow' }]);
  });

  it('is notified while the service answers healthy, and nobody is reminded', () => {
    const first = sendAll(withMatters(BEFORE, [SLOW], 0), toOne(at(0), 60 * MINUTE_MS), CONTEXT);
    const later = sendAll(withMatters(first.state, [SLOW], 60), toOne(at(60), 60 * MINUTE_MS), CONTEXT);
    expect([...events(first), ...events(later)]).toEqual([['opened', 'slow']]);
  });
});

describe('what was not due', () => {
  it('is notified with the true time of its opening while it lasts', () => {
    const failing = advance(advance(BEFORE, 'http_503', 0), 'http_503', 9);
    expect(sendAll(failing, toOne(at(9)), CONTEXT).sent).toMatchObject([
      { due: { event: 'opened', at: at(9), incident: { openedAt: NOW, failedRuns: 2 } } },
    ]);
  });

  it('is never notified once it is over', () => {
    const over = advance(advance(BEFORE, 'http_503', 0), 'well', 9);
    expect(sendAll(over, toOne(at(9)), CONTEXT).sent).toEqual([]);
  });

  it('is not notified while it recovers either: it does not fail now', () => {
    const policy = { ...POLICY, successThreshold: 3 };
    const failing = advance(BEFORE, 'http_503', 0);
    expect(runOf(failing, findingOf('well'), policy, at(1)).due).toEqual([]);
  });
});

it('what was due is sent with its true times, also if it is over by then', () => {
  const due = markDue(advance(BEFORE, 'http_503', 0), toOne(at(0)));
  const over = advance(due, 'well', 5);
  expect(
    sendAll(over, toOne(at(5)), CONTEXT).sent.map(({ alert }) => [alert.event, alert.at, alert.durationSeconds]),
  ).toEqual([
    ['opened', new Date(at(0)).toISOString(), 0],
    ['resolved', new Date(at(5)).toISOString(), 300],
  ]);
});

describe('a silence', () => {
  const silence = silenceAt(NOW, { id: 's', until: at(10) });
  const silenced = (minute: number, found: Silence | null = silence) => ({
    ...toOne(at(minute)),
    silenceFor: () => (found !== null && at(minute) < found.until ? found : null),
  });

  it('holds back the recovery of an incident that a receiver knows, until the silence is over', () => {
    const known = sendAll(advance(BEFORE, 'http_503', 0), toOne(at(0)), CONTEXT);
    const over = sendAll(advance(known.state, 'well', 2), silenced(2), CONTEXT);
    expect([over.sent, over.state.heldAlerts]).toMatchObject([[], [{ event: 'resolved' }]]);
    expect(sendAll(advance(over.state, 'well', 10), silenced(10), CONTEXT).sent).toMatchObject([
      { due: { event: 'resolved', at: at(2) } },
    ]);
  });

  it('is noted once, however long it lasts, and for what is due, not for reminders', () => {
    let state = sendAll(advance(BEFORE, 'http_503', 0), toOne(at(0), MINUTE_MS), CONTEXT).state;
    for (const minute of [2, 3, 4, 5])
      state = sendAll(
        advance(state, 'dns_failure', minute),
        { ...silenced(minute), remindEveryMs: MINUTE_MS },
        CONTEXT,
      ).state;
    expect(state.heldAlerts.map(({ event }) => event)).toEqual(['updated']);
  });
});

describe('an alert that was not answered', () => {
  const failing = markDue(advance(BEFORE, 'http_503', 0), toOne(at(0)));
  const [opened] = sendAll(failing, toOne(at(0)), CONTEXT).sent;
  const tried = (state: StoryState, minute: number) => {
    const [next] = nextAlerts(state, toOne(at(minute)));
    if (!next || !opened) throw new Error('nothing is due');
    return markTried(state, next, { receiver: 'people', now: at(minute), alert: opened.alert });
  };

  it('is repeated as it was, after pauses of up to three minutes', () => {
    let state = failing;
    const at_: number[] = [];
    for (let minute = 0; minute <= 16; minute++) {
      const [next] = nextAlerts(state, toOne(at(minute)));
      if (next === undefined) continue;
      at_.push(minute);
      if (minute > 0) expect(next).toMatchObject({ repeated: { alert: opened?.alert } });
      state = tried(state, minute);
    }
    expect(at_).toEqual([0, 1, 2, 5, 8, 11, 14]);
  });

  it('lets nothing about the same matter go before it, and does not delay another', () => {
    const twice = tried(tried(failing, 0), 1);
    const more = markDue(withMatters(advance(twice, 'well', 1), [SLOW], 1), toOne(at(1)));
    expect(nextAlerts(more, toOne(at(1)))).toMatchObject([{ due: { event: 'opened', incident: { reason: 'slow' } } }]);
  });

  it('of a clock that was set back waits for nothing', () => {
    const twice = tried(tried(failing, 600), 601);
    expect(nextAlerts(twice, toOne(at(2)))).toHaveLength(1);
  });
});

describe('too many incidents that a receiver missed', () => {
  it('are counted in the first of the newest ones, which go one by one', () => {
    let state = BEFORE;
    for (let time = 0; time < MOST_MISSED + 7; time++) {
      state = markDue(advance(state, 'http_503', time * 100), toOne(at(time * 100)));
      for (const minute of [1, 2, 3, 4]) state = advance(state, 'well', time * 100 + minute);
    }
    const now = at(9_000);
    const { sent } = sendAll(state, toOne(now), CONTEXT);
    expect(sent.map(({ alert }) => alert.event)).toEqual(Array(MOST_MISSED).fill(['opened', 'resolved']).flat());
    expect(sent.map(({ alert }) => alert.omitted).filter((omitted) => omitted > 0)).toEqual([7]);
    expect(sent[0]?.alert).toMatchObject({ omitted: 7, openedAt: new Date(at(700)).toISOString() });
  });
});

describe('two open incidents about one matter', () => {
  const first = advance(BEFORE, 'http_503', 0);
  const real = openOutage(first) as Incident;
  const twice = withIncident(first, { ...real, id: '2-beside', openedAt: real.openedAt + 1 });
  const idsOf = ({ sent }: ReturnType<typeof sendAll>) => sent.map(({ due }) => `${due.event} ${due.incident.id}`);

  it('are one to a receiver that knows neither: the real one', () => {
    const opened = sendAll(twice, toOne(at(0)), CONTEXT);
    expect(idsOf(opened)).toEqual([`opened ${real.id}`]);
    const over = sendAll(advance(opened.state, 'well', 2), toOne(at(2)), CONTEXT);
    expect(idsOf(over)).toEqual([`resolved ${real.id}`]);
    expect(over.state.incidents).toMatchObject([
      { over: { why: 'well' } },
      { over: { why: 'duplicate', of: real.id } },
    ]);
  });

  it('are one to a receiver that knows the other: nothing is due to it about the real one', () => {
    const record = {
      ...notifiedOf(first, 'none', 'people'),
      due: at(0),
      opened: at(0),
      verdicts: ['unhealthy' as const],
    };
    const knows = { ...twice, notified: { '2-beside': { people: record } } };
    const changed = sendAll(advance(knows, 'dns_failure', 1), toOne(at(1)), CONTEXT);
    expect(idsOf(changed)).toEqual(['updated 2-beside']);
    const over = sendAll(advance(changed.state, 'well', 2), toOne(at(2)), CONTEXT);
    expect(idsOf(over)).toEqual(['resolved 2-beside']);
  });

  it('both end for a receiver that knows both', () => {
    const opened = sendAll(twice, toOne(at(0)), CONTEXT);
    const known = notifiedOf(opened.state, real.id, 'people');
    const both = { ...opened.state, notified: { ...opened.state.notified, '2-beside': { people: known } } };
    const over = sendAll(advance(both, 'well', 2), toOne(at(2)), CONTEXT);
    expect(idsOf(over)).toEqual([`resolved ${real.id}`, 'resolved 2-beside']);
  });
});
