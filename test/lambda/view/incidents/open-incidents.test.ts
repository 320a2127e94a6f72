/** Tests of the open incidents on the overview. */

import { START } from '../../../../lambda/core/documents/address';
import type { ServiceFacts } from '../../../../lambda/core/documents/facts/deployment-facts';
import { type OverviewDocument, pageDocument } from '../../../../lambda/core/documents/page-document';
import { advanceProblems } from '../../../../lambda/core/incident/advance-problems';
import type { Incident } from '../../../../lambda/core/incident/incident';
import type { ServiceState } from '../../../../lambda/core/state/service-state';
import { drawPage } from '../../../../lambda/view/page/page';
import { type Found, knownOf, often } from '../../../support/core/deployment-facts';
import { NOW } from '../../../support/core/observations';
import { withSpentBudget } from '../../../support/core/past-services';
import { silenceAt } from '../../../support/core/silences';
import { renderPage } from '../../../support/view/drawn-page';
import { shown } from '../../../support/view/shown-parts';
import { textOf } from '../../../support/view/text-of';
import { HOSTILE } from '../../../support/view/views';

const PROBLEM = { severity: 'warning', since: NOW, stage: 0 } as const;
const SLOW = { ...PROBLEM, kind: 'condition', code: 'slow', reason: 'slow', message: 'p50', notifies: true } as const;
const BURNS = { ...PROBLEM, kind: 'objective', reason: 'availability_burns_fast', message: 'it burns' } as const;
const ADVANCING = { subject: { severity: 'warning', environment: null }, url: '', now: NOW } as const;

describe('the open incidents', () => {
  it('have one line for each cause, and a count of those left out', async () => {
    const known = await knownOf(Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((id) => [id, ['well', '503']])));
    const document = pageDocument(known, START);
    const content = document.content as OverviewDocument;
    const html = String(
      drawPage({ ...document, content: { ...content, open: { ...content.open, left: 6 } } }, START, null),
    );
    const [open] = shown(html).all('region', /^Open incidents 5$/);
    expect(open?.all('group')[0]?.name).toMatch(/^\w+: a, b, c and 2 more HTTP 503 all at 12:00 Shown 12:00 0 s$/);
    // The advice appears once.
    expect(open?.text.split('Check first')).toHaveLength(2);
    expect(open?.all('paragraph', 'and 6 more: all incidents')).toHaveLength(1);
  });

  it('tell the last good check, the failures, who was notified, and what to check first', async () => {
    const known = await knownOf({ a: ['well', '503', '503', 'refused'] });
    const stepsIn = (html: string) => shown(html).all('list', 'What happened')[0]?.all('listitem');
    expect(stepsIn(renderPage(known, START))?.map(({ text }) => text)).toEqual([
      '11:57:00 Last good check Healthy in 15 ms',
      '11:58:00 Down : HTTP 503 Answered in 15 ms',
      '11:58:00 Shown by the watch, not sent',
      '11:59:00 2 checks in a row failed the same way',
      expect.stringMatching(/^12:00:00 Connection refused/),
      '12:00:00 Shown by the watch, not sent',
    ]);
    expect(textOf(renderPage(known, START))).toMatch(
      /Check first The machine answers but nothing listens on the port: /,
    );
    // A deployment sends its alerts.
    expect(textOf(renderPage({ ...known, isDeployed: true }, START))).toContain('11:58:00 Notified the topic ');
    const recovering = await knownOf({ a: ['well', '503', '503', 'refused', 'well'] });
    expect(stepsIn(renderPage(recovering, START))?.at(-1)?.text).toBe('12:00:00 Healthy, 1 check, 15 ms');
  });

  it('unfold the incident that began first', async () => {
    const known = await knownOf({
      cart: ['well', 'well', '500'],
      ledger: ['well', '503', '503'],
      wiki: often('well', 3),
    });
    const view = shown(renderPage(known, START));
    expect(view.text).toContain('ledger first, at 11:59');
    const [first, second] = view.all('region', /^Open incidents/)[0]?.all('group') ?? [];
    expect([first?.name, first?.isOpen, second?.isOpen]).toEqual([expect.stringContaining(': ledger '), true, false]);
    expect(second?.name).toContain('1 min after ledger');
  });

  it('leave conditions of healthy services to a quiet line below the services, without actions', async () => {
    const known = await knownOf({ a: often('well', 3), b: often('well', 3) });
    const withSlow = (state: ServiceState) =>
      advanceProblems({ ...state, conditions: [SLOW] }, 'condition', [SLOW], ADVANCING);
    const services = known.services.map((one) => ({ ...one, state: withSlow(one.state as ServiceState) }));
    const view = shown(renderPage({ ...known, services }, START, { needsToken: false, canSilence: true }));
    expect(view.all('region', /^Open incidents/)).toEqual([]);
    const [look] = view.all('region', 'Worth a look 1');
    expect(look?.all('listitem').map(({ text }) => text)).toEqual(['Slow a (p50), b (p50) 0 s']);
    expect(look?.all('link', 'a')[0]?.href).toMatch(/^\/incidents\/a\//);
    expect([look?.all('button'), look?.all('group')]).toEqual([[], []]);
    expect(view.all('link', '1 worth a look')[0]?.href).toBe('#worth-a-look');
    expect(view.text.indexOf('Worth a look')).toBeGreaterThan(view.text.indexOf('Services'));
  });

  it('call budgets of healthy services worth a look below a green headline', async () => {
    const known = await knownOf({ a: ['503', ...often('well', 9)], b: ['well'] }, {}, [
      'objective: { availability: 99.9% }',
    ]);
    const services = known.services.map((one) =>
      one.service.id === 'a'
        ? { ...one, state: advanceProblems(one.state as ServiceState, 'objective', [BURNS], ADVANCING) }
        : one,
    );
    const view = shown(renderPage({ ...known, services }, START, { needsToken: false, canSilence: true }));
    expect(view.all('heading', 'All 2 healthy')).toHaveLength(1);
    expect(view.all('link', '1 worth a look')).toHaveLength(1);
    const [look] = view.all('region', 'Worth a look 1');
    expect(look?.all('listitem')[0]?.text).toMatch(/^Error budget (spent|burns) a \(.* of 43 min\) 0 s$/);
  });

  it('have one black button for what is down, and none while nobody is waited for', async () => {
    const buttons = { needsToken: false, canSilence: true };
    const stories = { a: ['well', '503'], b: ['well'] } as const satisfies Record<string, Found[]>;
    const black = 'aria-label="Acknowledge: a" class="first"';
    expect(renderPage(await knownOf(stories), START, buttons)).toContain(black);
    const silenced = await knownOf(stories, { silences: [silenceAt(NOW, { services: ['a'] })] });
    expect(renderPage(silenced, START, buttons)).not.toContain(black);
  });

  it('show the burning budget of a service that is down as a tag alone', async () => {
    const known = await knownOf({ a: [...often('well', 3), ...often('503', 20)], b: ['well'] }, {}, [
      'objective: { availability: 99% }',
    ]);
    const slowly = { ...BURNS, reason: 'availability_burns_slowly' } as const;
    const services = known.services.map((one) =>
      one.service.id === 'a'
        ? { ...one, state: advanceProblems(one.state as ServiceState, 'objective', [BURNS, slowly], ADVANCING) }
        : one,
    );
    const view = shown(renderPage({ ...known, services }, START));
    const [open] = view.all('region', /^Open incidents/);
    expect(open?.all('group').map(({ name }) => name)).toEqual([
      expect.stringMatching(/: a HTTP 503: .* budget burns /),
    ]);
    expect(view.all('region', /^Worth a look/)).toEqual([]);
    expect(open?.text.match(/budget/g)).toHaveLength(1);
  });
});

it('an open incident lists the clues to its outage, the strongest in its line', async () => {
  const { services, ...known } = await knownOf({ a: ['well', '503'] });
  const [service] = services as [ServiceFacts & { readonly state: ServiceState }];
  const found = [
    { code: 'version_changed', at: NOW - 180_000, message: 'version 2.4.1 → 2.5.0 at 11:57, 3 min earlier' },
    { code: 'memory_filling', at: null, message: `memory was at 497 of 512 MB ${HOSTILE}` },
  ];
  const withClues = (clues: Incident['clues']) => {
    const incidents = service.state.incidents.map((one) => ({ ...one, clues }));
    return renderPage({ ...known, services: [{ ...service, state: { ...service.state, incidents } }] }, START);
  };
  const html = withClues(found);
  const [clues] = shown(html).all('list', 'Clues');
  expect(clues?.all('listitem').map(({ text }) => text)).toEqual([expect.stringContaining('memory was at 497')]);
  expect(shown(html).text).toMatch(/: a HTTP 503: Database connection failed new version, 3 min before /);
  expect(html).not.toContain(HOSTILE);
  expect(withClues([])).not.toContain('2.4.1');
});

describe('an incident of a budget that an outage spent', () => {
  it('is a tag on the outage, which stays unfolded', async () => {
    const { services, ...known } = await knownOf({ a: ['503', '503'] });
    const [service] = services as [ServiceFacts];
    const state = service.state as ServiceState;
    const [open] = state.incidents as [Incident];
    const budget = withSpentBudget(state, open, true);
    const html = renderPage({ ...known, services: [{ ...service, state: budget }] }, START);
    const lines = html.match(/<details id="incident-a-[^>]+>/g) ?? [];
    expect(lines.map((line) => / open\b/.test(line))).toEqual([true]);
    expect(textOf(html)).toContain('budget burns');
  });
});
