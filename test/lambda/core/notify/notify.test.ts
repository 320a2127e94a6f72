/** Who hears what, when: facts and what people have been notified of → the alerts that are due. */

import type { Incident } from '../../../../lambda/core/incident/incident';
import { follow, UNKNOWN } from '../../../../lambda/core/notify/follow';
import type { OwedEnd } from '../../../../lambda/core/notify/notified';
import { MAX_OWED_ENDS, notify } from '../../../../lambda/core/notify/notify';
import { NOW } from '../../../support/observations';
import { findingOf, MINUTE_MS, POLICY } from '../../../support/story';

const SUBJECT = { severity: 'warning', environment: 'staging' } as const;
const options = (minute: number) => ({ policy: POLICY, subject: SUBJECT, now: NOW + minute * MINUTE_MS });

const SLOW: Incident = {
  ...{ id: 'slow', kind: 'condition', openedAt: NOW, severity: 'warning', environment: null },
  ...{ verdict: 'healthy', reason: 'slow', message: 'it is slow', httpStatus: 200 },
  ...{ verdictRuns: 1, failedRuns: 3, healthyRuns: 0, change: null },
};

describe('what an incident is opened with', () => {
  it('stays with it to its end, whatever the config says meanwhile', () => {
    const opened = follow(UNKNOWN, findingOf('http_503'), options(0));
    const changed = { ...options(1), subject: { severity: 'critical', environment: 'production' } as const };
    const updated = follow(opened.state, findingOf('dns_failure'), changed);
    const ended = follow(updated.state, findingOf('well'), changed);
    const due = [...opened.due, ...updated.due, ...ended.due];
    expect(due.map(({ event }) => event)).toEqual(['opened', 'updated', 'resolved']);
    for (const { incident } of due) expect(incident).toMatchObject(SUBJECT);
  });
});

describe('an incident of another kind', () => {
  const withSlow = { ...UNKNOWN, open: [SLOW], incidents: 1 };

  it('is told beside an outage, which neither changes it nor ends it', () => {
    const first = follow(withSlow, findingOf('http_503'), options(0));
    expect(first.due.map(({ event, incident, finding }) => [event, incident.id, finding.reason])).toEqual([
      ['opened', 'slow', 'slow'],
      ['opened', expect.stringContaining('-2'), 'http_503'],
    ]);
    const last = follow(first.state, findingOf('well'), options(1));
    expect(last.due.map(({ event, finding }) => [event, finding.reason])).toEqual([['resolved', 'ok']]);
    expect(last.state.open).toEqual([SLOW]);
    expect(last.state.notified).toMatchObject([{ incident: 'slow' }]);
  });

  it('is told while the service answers healthy, and nobody is reminded', () => {
    const remind = { ...POLICY, remindEveryMs: 60 * MINUTE_MS };
    const first = follow(withSlow, findingOf('well'), { ...options(0), policy: remind });
    const later = follow(first.state, findingOf('well'), { ...options(60), policy: remind });
    expect([...first.due, ...later.due].map(({ event }) => event)).toEqual(['opened']);
  });

  it('ends with its service', () => {
    const { state } = follow(withSlow, findingOf('http_503'), options(0));
    const { due, state: after } = follow(state, null, options(1));
    expect(due.map(({ event, incident }) => `${event} ${incident.id}`).sort()[1]).toBe('resolved slow');
    expect(after).toMatchObject({ open: [], notified: [], past: [{ kind: 'condition' }, { kind: 'outage' }] });
  });
});

describe('an incident of which nobody was notified', () => {
  const { state } = follow(UNKNOWN, findingOf('http_503'), options(0));
  const unheard = { ...state, notified: [] };

  it('is told with its true beginning while it lasts', () => {
    expect(follow(unheard, findingOf('http_503'), options(9)).due).toMatchObject([
      { event: 'opened', at: NOW + 9 * MINUTE_MS, incident: { openedAt: NOW, failedRuns: 2 } },
    ]);
  });

  it('is not told once it is over: nobody heard of its beginning', () => {
    expect(follow(unheard, findingOf('well'), options(9)).due).toEqual([]);
  });
});

describe('a new incident while many ends are owed', () => {
  const end = (count: number): OwedEnd => ({
    ...{
      kind: 'outage',
      thread: null,
      id: `e${count}`,
      openedAt: NOW - 9 * MINUTE_MS,
      resolvedAt: NOW - MINUTE_MS,
      failedRuns: 7,
    },
    ...SUBJECT,
    ...{ verdict: 'unhealthy', reason: 'http_503', message: 'it is http_503' },
  });
  const owedEnds = Array.from({ length: MAX_OWED_ENDS }, (_, index) => end(index + 1));
  const last = `e${MAX_OWED_ENDS}`;

  it('goes on from the latest one as far as people know, whose end is taken back', () => {
    const begun = follow(UNKNOWN, findingOf('http_503'), { ...options(0), owedEnds });
    expect(begun).toMatchObject({ due: [], takenBack: [last] });
    const left = owedEnds.slice(0, -1);
    const changed = follow(begun.state, findingOf('dns_failure'), { ...options(1), owedEnds: left });
    const over = follow(changed.state, findingOf('well'), { ...options(2), owedEnds: left });
    expect([...changed.due, ...over.due]).toMatchObject([
      { event: 'updated', incident: { id: last, failedRuns: 9, openedAt: NOW - 9 * MINUTE_MS } },
      { event: 'resolved', incident: { id: last, failedRuns: 9 } },
    ]);
    // The facts are those of two incidents.
    expect(over.state.past).toMatchObject([{ openedAt: NOW, failedRuns: 2 }]);
  });

  it('is one of its own while fewer are owed', () => {
    const { due, takenBack } = follow(UNKNOWN, findingOf('http_503'), { ...options(0), owedEnds: owedEnds.slice(1) });
    expect(due).toMatchObject([{ event: 'opened' }]);
    expect(takenBack).toEqual([]);
  });
});

it('a duplicate is neither updated nor reminded of, and ends with the first', () => {
  const { state } = follow(UNKNOWN, findingOf('http_503'), options(0));
  const [first] = state.open as [Incident];
  const twice = {
    ...state,
    open: [first, { ...first, id: 'beside' }],
    notified: [...state.notified, { ...state.notified[0], incident: 'beside' } as never],
  };
  const changed = follow(twice, findingOf('dns_failure'), options(1));
  expect(changed.due.map(({ event }) => event)).toEqual(['updated']);
  const over = follow(changed.state, findingOf('well'), options(2));
  expect(over.due.map(({ event, incident }) => `${event} ${incident.id}`)).toEqual([
    `resolved ${first.id}`,
    'resolved beside',
  ]);
  expect(
    notify({ ...over.state, ended: [], finding: findingOf('well'), now: NOW }, [], POLICY, { owedEnds: [] }).due,
  ).toEqual([]);
});

it('a duplicate of which people know nothing begins for nobody', () => {
  const { state } = follow(UNKNOWN, findingOf('http_503'), options(0));
  const [first] = state.open as [Incident];
  const twice = { ...state, open: [first, { ...first, id: 'beside' }] };
  const failing = follow(twice, findingOf('http_503'), options(1));
  expect(failing.due).toEqual([]);
  const over = follow(failing.state, findingOf('well'), options(2));
  expect(over.due.map(({ event, incident }) => `${event} ${incident.id}`)).toEqual([`resolved ${first.id}`]);
});
