/** Tests of how silences and planned maintenance are shown. */

import { START } from '../../../../lambda/core/documents/address';
import { holdOf } from '../../../../lambda/core/notify/held-alerts';
import type { Silence } from '../../../../lambda/core/silences/silence';
import { degrade, knownOf } from '../../../support/core/deployment-facts';
import { NOW } from '../../../support/core/observations';
import { silenceAt } from '../../../support/core/silences';
import { renderPage } from '../../../support/view/drawn-page';
import { type Part, shown } from '../../../support/view/shown-parts';
import { textOf } from '../../../support/view/text-of';
import { HOSTILE, VIEWS } from '../../../support/view/views';

const shop = (silences: readonly Partial<Silence>[]) =>
  knownOf(
    { a: ['well', '503'], b: ['well'] },
    { silences: silences.map((silence) => silenceAt(NOW, { services: ['a'], ...silence })) },
  );

describe.each(VIEWS.slice(0, 2))('%s', (_, render) => {
  it('says beside the state of a failing service who silenced it, until when, and why', async () => {
    const html = render(await shop([{}]));
    expect(textOf(html)).toMatch(/silenced until 13:00 by ana: deploy 2\.5\.0/i);
  });

  it('names planned maintenance beside the state', async () => {
    const html = render(await shop([{ planned: true, by: null, reason: 'weekly upgrade' }]));
    expect(textOf(html)).toMatch(/in maintenance "weekly upgrade" until 13:00/i);
    expect(textOf(html)).not.toMatch(/silenced/);
  });

  it('lists the silences', async () => {
    const text = textOf(render(await shop([{ services: ['a', 'c'] }, { id: 'x1y2z3', services: null, by: 'ben' }])));
    expect(text).toContain(
      'Silences and maintenance a down , c until 13:00 Deploy 2.5.0, by ana all services until 13:00 Deploy 2.5.0, by ben',
    );
  });

  it('does not mention silences if there are none', async () => {
    const text = textOf(render(await shop([])));
    expect(text).not.toMatch(/silence|maintenance (until|")/i);
  });
});

describe('the overview', () => {
  const headOf = async (silence: Partial<Silence>) => {
    const view = shown(renderPage(await shop([silence]), START));
    return [view.all('heading')[0]?.text, view.all('paragraph', /since 12:00/)[0]?.text, chipsIn(view)];
  };
  const chipsIn = (view: Part) => view.all('link', /^\d+ (down|healthy|in maint)/).map(({ text }) => text);

  it('names the only service that is down, with its silence and its reason', async () => {
    expect(await headOf({ services: null })).toEqual([
      'a is down, silenced until 13:00',
      'HTTP 503: Database connection failed since 12:00 , nobody is notified. Silenced by ana: deploy 2.5.0',
      ['1 down, silenced', '1 healthy, 1 of them silenced'],
    ]);
    const untilWell = await headOf({ untilWell: true, from: NOW, by: null, reason: null });
    expect(untilWell.slice(0, 1)).toEqual(['a is down, silenced until it is healthy']);
    expect(await headOf({ planned: true, by: null, reason: 'move to new disks' })).toEqual([
      'a is in maintenance until 13:00',
      'HTTP 503: Database connection failed since 12:00 , nobody is notified. Move to new disks',
      ['1 in maintenance, down', '1 healthy'],
    ]);
    const down = shown(renderPage(await shop([]), START));
    expect(down.all('heading')[0]?.text).toBe('a is down');
  });

  it('says in the incident what happens at the end of the silence', async () => {
    const buttons = { needsToken: false, canSilence: true };
    const html = renderPage(await shop([{}]), START, buttons);
    const [open] = shown(html).all('region', 'Open incidents 1');
    expect(open?.text).toContain('If it is still down at 13:00 People are notified then.');
    expect(open?.all('group')[0]?.isOpen).toBe(true);
    expect(html).toMatch(/<svg[^>]* class="icon silenced outlined"/);
  });

  it('lists maintenance in a section of its own, where nobody is asked to acknowledge', async () => {
    const view = shown(renderPage(await shop([{ planned: true }]), START, { needsToken: false, canSilence: true }));
    expect(view.all('region', /^Open incidents/)).toEqual([]);
    expect(view.all('region', 'Maintenance 1')[0]?.text).toContain('Planned downtime does not count against uptime');
    expect(view.all('button', /^Acknowledge/)).toEqual([]);
  });

  it('shows a degraded service as degraded, also while it is silenced', async () => {
    const known = degrade(await shop([{ services: ['b'] }]), 'b', { slow: 3 });
    const [row] = shown(renderPage(known, START)).all('listitem', /^Degraded b /);
    expect(row?.text).toMatch(/Slow: .*Silenced until 13:00 by ana: deploy 2\.5\.0/);
  });
});

it.each(VIEWS)('%s escapes the texts of a silence', async (_, render) => {
  const html = render(await shop([{ id: HOSTILE, by: HOSTILE, reason: HOSTILE, services: ['a', HOSTILE] }]));
  expect(html).not.toMatch(/<script>alert|<img/);
  expect(html).toContain('&lt;script&gt;alert(1)');
});

it.each([
  ['the list of incidents', null, '11:58 – 11:59'],
  ['the page of an incident', 'the incident', ': deploy 2.5.0; nobody was notified'],
])('%s says that the incident was silenced', async (_, which, after) => {
  const { services, ...known } = await knownOf({ a: ['well', '503', 'well', 'well'] });
  const [incident] = services[0]?.state?.incidents ?? [];
  if (!incident) throw new Error('it has an incident');
  const silence = { id: 'k3v9x1', reason: 'deploy 2.5.0', by: 'ana', until: NOW, planned: false };
  const heldAlerts = [
    { incident: incident.id, event: 'opened' as const, at: incident.openedAt, hold: holdOf(silence) },
  ];
  const silenced = services.map((one) => ({
    ...one,
    state: one.state && { ...one.state, heldAlerts, notified: {} },
  }));
  const address = { ...START, of: 'incidents' as const, service: 'a', incident: which && incident.id };
  const text = textOf(renderPage({ ...known, services: silenced }, address));
  expect(text).toMatch(/silenced/i);
  expect(text.split(/silenced(?: by ana)?/i).some((rest) => rest.trimStart().startsWith(after))).toBe(true);
});

it('a silence marks only its own service, in the list and on its page', async () => {
  const known = await shop([{}]);
  const rowOf = (id: string) =>
    new RegExp(`<li class="service [a-z]+" id="service-${id}".*?</li>`, 's').exec(renderPage(known, START));
  expect(['a', 'b'].map((id) => rowOf(id)?.[0].includes('Silenced'))).toEqual([true, false]);
  expect(textOf(renderPage(known, { ...START, service: 'b' }))).not.toMatch(/silenced until/);
});
