/** One incident has one length, wherever it is shown. */

import { START } from '../../../../lambda/core/documents/address';
import { incidentDocuments } from '../../../../lambda/core/documents/incident-document';
import { type Incident, incidentSeconds } from '../../../../lambda/core/incident/incident';
import { alertOf } from '../../../../lambda/core/message/alert';
import { mailText } from '../../../../lambda/core/message/forms/mail';
import { notificationOf } from '../../../../lambda/core/message/notification';
import { NEW_STATE } from '../../../../lambda/core/state/service-state';
import { renderFramedRun } from '../../../../local/terminal/framed-run';
import { CONTEXT } from '../../../support/core/alerts';
import { knownOf } from '../../../support/core/deployment-facts';
import { NOW } from '../../../support/core/observations';
import { pastOutage } from '../../../support/core/past-services';
import { afterRun, runOf } from '../../../support/core/runs';
import { MINUTE_MS, tell } from '../../../support/core/story';
import { renderPage } from '../../../support/view/drawn-page';

it.each([
  [0, 0],
  [999, 0],
  [48_999, 48],
  [49_000, 49],
  [-5_000, 0],
])('of %d ms are %d whole seconds', (milliseconds, seconds) => {
  const open = { ...pastOutage(NOW, NOW), over: null, failing: { since: NOW, runs: 1 } };
  expect(incidentSeconds(open, NOW + milliseconds)).toBe(seconds);
});

it('is the sum of the times in which an outage failed, over or not', () => {
  const { state } = tell({ successThreshold: 2 }, ['http_503', 'http_503', 'well', 'http_503', 'well', 'http_503']);
  const [outage] = state.incidents as [Incident];
  expect(outage).toMatchObject({ failures: 3, failedRuns: 4, over: null });
  expect(incidentSeconds(outage, NOW + 7 * MINUTE_MS)).toBe(240);
  const { state: after } = tell({ successThreshold: 1 }, ['+7m well', 'well x30'], state);
  expect(after.incidents).toMatchObject([{ downMs: 4 * MINUTE_MS, over: { at: NOW + 7 * MINUTE_MS } }]);
  expect(incidentSeconds(after.incidents[0] as Incident, NOW + 60 * MINUTE_MS)).toBe(240);
});

it('of a condition goes from its beginning to its end, and until now while it is open', () => {
  const condition = pastOutage(NOW, NOW + 5 * MINUTE_MS, { kind: 'condition' });
  expect(incidentSeconds(condition, NOW + 60 * MINUTE_MS)).toBe(300);
  expect(incidentSeconds({ ...condition, over: null }, NOW + 60 * MINUTE_MS)).toBe(3_600);
});

describe('an incident of nearly 49 seconds has 48', () => {
  const openedAt = NOW - 48_600;
  const { events } = tell({}, ['http_503', 'well']);
  const over = pastOutage(openedAt, NOW, { verdict: 'unhealthy', reason: 'http_503' });

  it('in its alert and all its forms', () => {
    const [, resolved] = events;
    if (!resolved) throw new Error('the story has two events');
    const alert = alertOf({ ...resolved, at: NOW, incident: over }, CONTEXT);
    expect(alert.durationSeconds).toBe(48);
    for (const text of [alert.summary, mailText(notificationOf(alert))]) expect(text).toMatch(/\b48 s\b/);
  });

  it('as a document, on the page and on the screen, over or still open', async () => {
    const open = { ...over, id: 'open', over: null, failing: { since: openedAt, runs: 1 }, downMs: 0 };
    const state = { ...NEW_STATE, incidents: [over, open] };
    expect([...incidentDocuments([['a', state]], NOW)].map(({ durationSeconds }) => durationSeconds)).toEqual([48, 48]);

    const { services, ...known } = await knownOf({ a: ['503'] });
    const page = renderPage({ ...known, services: services.map((one) => ({ ...one, state })) }, START);
    const text = page.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
    expect(text).toMatch(/Open incidents 1 Down: a .* 48 s .* Past incidents .* Down: a [^.]* 48 s Wallboard/);

    const run = { ...runOf([]), states: new Map([['a', { state, revision: 1, unsaved: false }]]) };
    expect(renderFramedRun(afterRun(run), { before: [], after: [] }, { color: false, columns: 100 })).toContain(
      'incident: a down for 48 s',
    );
  });
});
