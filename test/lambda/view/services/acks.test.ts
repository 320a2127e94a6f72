/** Who is on what fails, on the page, in the widget and in words; nobody is silenced by that. */

import { START } from '../../../../lambda/core/documents/address';
import type { DeploymentFacts } from '../../../../lambda/core/documents/facts/deployment-facts';
import type { Silence } from '../../../../lambda/core/silences/silence';
import { knownOf, often } from '../../../support/core/deployment-facts';
import { NOW } from '../../../support/core/observations';
import { ackAt } from '../../../support/core/silences';
import { renderPage } from '../../../support/view/drawn-page';
import { widgetOf } from '../../../support/view/shown-widget';
import { textOf as spacedText } from '../../../support/view/text-of';

const WIDGET = { endpoint: 'arn:aws:lambda:x', theme: 'dark', from: NOW - 3_600_000, to: NOW } as const;
const SINCE = NOW - 30_000;
const HOSTILE = `"><script>alert(1)</script><img src=x onerror=alert(2)>`;

const renders: readonly (readonly [string, string, (known: DeploymentFacts) => string])[] = [
  ['the page', '', (known) => renderPage(known, START)],
  ['the page of a service', '', (known) => renderPage(known, { ...START, service: 'a' })],
  ['the widget', ' --deployed shop', (known) => widgetOf({ ...known, isDeployed: true }, null, WIDGET)],
  ['the pop-up of a service', ' --deployed shop', (known) => widgetOf({ ...known, isDeployed: true }, 'a', WIDGET)],
];
/** A tag stands for a blank. */
const textOf = (html: string) => spacedText(html).replaceAll(' :', ':');
/** `a` has had an incident for two minutes. */
const shop = (ack: Partial<Silence> = {}) =>
  knownOf({ a: ['well', ...often('503', 3)], b: ['well'] }, { acks: [ackAt(SINCE, { services: ['a'], ...ack })] });

describe.each(renders)('%s', (_, options, render) => {
  it('says who is on it beside the service and its incident, with the command that takes it back', async () => {
    const text = textOf(render(await shop()));
    // In the line of the incident, among its steps, and beside the service.
    expect(text.match(/acknowledged by ana/gi)?.length).toBeGreaterThanOrEqual(3);
    expect(text).toContain(`Acknowledged by ana: it is the database · statuswatch unsilence a7c1d2${options}`);
  });

  it('calls nothing silenced', async () => {
    expect(textOf(render(await shop()))).not.toMatch(/silenced|Silences/);
  });

  it('says nothing of it beside an incident that began later, or of another service', async () => {
    for (const ack of [{ from: NOW - 600_000 }, { services: ['b'] }])
      expect(textOf(render(await shop(ack)))).not.toMatch(/acknowledged/i);
  });

  it('renders texts of people as text', async () => {
    const html = render(await shop({ by: HOSTILE, reason: HOSTILE }));
    expect(html).not.toMatch(/<script>alert|<img/);
    expect(html).toContain('&lt;script&gt;alert(1)');
  });
});

it('the list of incidents and the page of one say who was on it', async () => {
  const known = await shop();
  const [a, ...others] = known.services;
  const [incident] = a?.state?.incidents ?? [];
  if (!a?.state || !incident) throw new Error('a has an incident');
  const silence = { id: 'b1', kind: 'ack', by: 'ben', reason: HOSTILE, until: NOW - 20_000, planned: false } as const;
  const silencedAlerts = [{ incident: incident.id, event: 'reminder' as const, at: NOW - 60_000, silence }];
  const later = { ...known, services: [{ ...a, state: { ...a.state, silencedAlerts } }, ...others] };
  const list = renderPage(later, { ...START, of: 'incidents' });
  expect(textOf(list)).toContain('Acknowledged by ana');
  const html = renderPage(later, { ...START, of: 'incidents', service: 'a', incident: incident.id });
  expect(textOf(html)).toContain('Acknowledged by ben from 11:59 to 11:59: "&gt;&lt;script');
  expect(textOf(html)).toContain('Acknowledged by ana since 11:59: it is the database');
  expect(`${list}${html}`).not.toMatch(/<script>alert|<img/);
});
