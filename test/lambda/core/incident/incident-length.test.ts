/** One incident has one length, wherever it is told. */

import { mailText } from '../../../../lambda/core/forms/mail';
import { describeIncidentLength, incidentSeconds } from '../../../../lambda/core/incident/incident-length';
import { alertOf } from '../../../../lambda/core/message/alert';
import { notificationOf } from '../../../../lambda/core/message/notification';
import { NEW_STATE } from '../../../../lambda/core/state/service-state';
import { START } from '../../../../lambda/view/known/address';
import { incidentDocuments } from '../../../../local/documents/incident-documents';
import { renderFramedRun } from '../../../../local/terminal/framed-run';
import { CONTEXT } from '../../../support/alerts';
import { renderPage } from '../../../support/drawn-page';
import { knownOf } from '../../../support/known';
import { NOW } from '../../../support/observations';
import { runOf } from '../../../support/runs';
import { tell } from '../../../support/story';

it.each([
  [0, 0],
  [999, 0],
  [48_999, 48],
  [49_000, 49],
  [-5_000, 0],
])('of %d ms are %d whole seconds', (milliseconds, seconds) => {
  expect(incidentSeconds(NOW, NOW + milliseconds)).toBe(seconds);
  expect(describeIncidentLength(NOW, NOW + milliseconds)).toBe(`${seconds} s`);
});

describe('an incident of nearly 49 seconds has 48', () => {
  const openedAt = NOW - 48_600;
  const { state, events } = tell({}, ['http_503', 'well']);
  const over = { ...state.past[0], openedAt, resolvedAt: NOW } as (typeof state.past)[number];

  it('in its alert and all its forms', () => {
    const [opened, resolved] = events;
    if (!opened || !resolved) throw new Error('the story has two events');
    const alert = alertOf({ ...resolved, at: NOW, incident: { ...opened.incident, openedAt } }, CONTEXT);
    expect(alert.durationSeconds).toBe(48);
    for (const text of [alert.summary, mailText(notificationOf(alert))]) expect(text).toMatch(/\b48 s\b/);
  });

  it('as a document, on the page and on the screen, over or still open', async () => {
    const open = { ...tell({}, ['http_503']).state.open[0], openedAt } as (typeof state.open)[number];
    const kept = { ...NEW_STATE, open: [open], past: [over] };
    expect([...incidentDocuments([['a', kept]], NOW)].map(({ durationSeconds }) => durationSeconds)).toEqual([48, 48]);

    const { services, ...known } = await knownOf({ a: ['503'] });
    const page = renderPage({ ...known, services: services.map((one) => ({ ...one, state: kept })) }, START);
    const text = page.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
    expect(text).toMatch(/open incident unhealthy a 48 s, .* over a unhealthy 48 s/);

    const run = { ...runOf([]), states: new Map([['a', { state: kept, revision: 1, unsaved: false, sentIds: [] }]]) };
    expect(renderFramedRun(run, { before: [], after: [] }, { color: false, columns: 100 })).toContain(
      'incident: a unhealthy for 48 s',
    );
  });
});
