/** Silences on the page and in the widget: who silenced what until when, and why. */

import { START } from '../../../../lambda/core/documents/address';
import type { DeploymentFacts } from '../../../../lambda/core/documents/facts/deployment-facts';
import type { Silence } from '../../../../lambda/core/silences/silence';
import { knownOf } from '../../../support/core/deployment-facts';
import { NOW } from '../../../support/core/observations';
import { silenceAt } from '../../../support/core/silences';
import { renderPage } from '../../../support/view/drawn-page';
import { widgetOf } from '../../../support/view/shown-widget';
import { textOf } from '../../../support/view/text-of';

const ALL = START;
const WIDGET = { endpoint: 'arn:aws:lambda:x', theme: 'dark', from: NOW - 3_600_000, to: NOW } as const;
const HOSTILE = `"><script>alert(1)</script><img src=x onerror=alert(2)>`;

const renders: readonly (readonly [string, 'here' | 'deployed', (known: DeploymentFacts) => string])[] = [
  ['the page', 'here', (known) => renderPage(known, ALL)],
  ['the page of a service', 'here', (known) => renderPage(known, { ...ALL, service: 'a' })],
  ['the widget', 'deployed', (known) => widgetOf(known, null, WIDGET)],
  ['the pop-up of a service', 'deployed', (known) => widgetOf(known, 'a', WIDGET)],
];
const shop = (silences: readonly Partial<Silence>[]) =>
  knownOf(
    { a: ['well', '503'], b: ['well'] },
    { silences: silences.map((silence) => silenceAt(NOW, { services: ['a'], ...silence })) },
  );

describe.each(renders)('%s', (_, where, render) => {
  it('says beside the state of a failing service who silenced it until when, and why', async () => {
    const html = render(await shop([{}]));
    expect(textOf(html)).toMatch(/silenced until 13:00 by ana: deploy 2\.5\.0/i);
  });

  it('says the same of planned maintenance, by its name', async () => {
    const html = render(await shop([{ planned: true, by: null, reason: 'weekly upgrade' }]));
    expect(textOf(html)).toMatch(/in maintenance "weekly upgrade" until 13:00/i);
    expect(textOf(html)).not.toMatch(/silenced/);
    expect(textOf(html)).not.toContain('unsilence');
  });

  it('lists what is silenced, with the command that ends it', async () => {
    const text = textOf(render(await shop([{ services: ['a', 'c'] }, { id: 'x1y2z3', services: null, by: 'ben' }])));
    const options = where === 'deployed' ? ' --deployed shop' : '';
    expect(text).toContain(
      `Silences and maintenance a, c until 13:00 Deploy 2.5.0, by ana · statuswatch unsilence k3v9x1${options} ` +
        `all services until 13:00 Deploy 2.5.0, by ben · statuswatch unsilence x1y2z3${options} `,
    );
  });

  it('has no word and no list of silences where there are none', async () => {
    const text = textOf(render(await shop([])));
    expect(text).not.toMatch(/silence|maintenance (until|")/i);
  });

  it('shows what people and stores say as text only', async () => {
    const html = render(await shop([{ id: HOSTILE, by: HOSTILE, reason: HOSTILE, services: ['a', HOSTILE] }]));
    expect(html).not.toMatch(/<script>alert|<img/);
    expect(html).toContain('&lt;script&gt;alert(1)');
    expect(textOf(html)).not.toContain('unsilence');
  });
});

it.each([
  ['its list', null, '11:58 – 11:59'],
  ['its page', 'the incident', ': deploy 2.5.0; nobody was notified'],
])('of an incident that was silenced, %s says so', async (_, which, after) => {
  const { services, ...known } = await knownOf({ a: ['well', '503', 'well', 'well'] });
  const [incident] = services[0]?.state?.incidents ?? [];
  if (!incident) throw new Error('it has an incident');
  const silence = { id: 'k3v9x1', reason: 'deploy 2.5.0', by: 'ana', until: NOW, planned: false };
  const silencedAlerts = [{ incident: incident.id, event: 'opened' as const, at: incident.openedAt, silence }];
  const silenced = services.map((one) => ({
    ...one,
    state: one.state && { ...one.state, silencedAlerts, notified: {} },
  }));
  const address = { ...ALL, of: 'incidents' as const, service: 'a', incident: which && incident.id };
  const text = textOf(renderPage({ ...known, services: silenced }, address));
  expect(text).toMatch(/silenced/i);
  expect(text.split(/silenced(?: by ana)?/i).some((rest) => rest.trimStart().startsWith(after))).toBe(true);
});

it('a silence of one service marks no other, neither in its row nor on its page', async () => {
  const known = await shop([{}]);
  const rowOf = (id: string) =>
    new RegExp(`<li class="service [a-z]+" id="service-${id}".*?</li>`, 's').exec(renderPage(known, ALL));
  expect(['a', 'b'].map((id) => rowOf(id)?.[0].includes('Silenced'))).toEqual([true, false]);
  expect(textOf(renderPage(known, { ...ALL, service: 'b' }))).not.toMatch(/unsilence|silenced until/);
});
