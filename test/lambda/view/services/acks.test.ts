/** Tests of acknowledgements on the page. */

import { START } from '../../../../lambda/core/documents/address';
import type { Silence } from '../../../../lambda/core/silences/silence';
import { knownOf, often } from '../../../support/core/deployment-facts';
import { NOW } from '../../../support/core/observations';
import { ackAt } from '../../../support/core/silences';
import { renderPage } from '../../../support/view/drawn-page';
import { textOf as spacedText } from '../../../support/view/text-of';
import { HOSTILE, VIEWS } from '../../../support/view/views';

const SINCE = NOW - 30_000;

/** Returns the text without the blanks that tags leave before a colon. */
const textOf = (html: string) => spacedText(html).replaceAll(' :', ':');
/** `a` has had an incident for two minutes. */
const shop = (ack: Partial<Silence> = {}) =>
  knownOf({ a: ['well', ...often('503', 3)], b: ['well'] }, { acks: [ackAt(SINCE, { services: ['a'], ...ack })] });

describe.each(VIEWS.slice(0, 2))('%s', (_, render) => {
  it('names who acknowledged an incident in its line, its steps and its row', async () => {
    const text = textOf(render(await shop()));
    expect(text.match(/acknowledged by ana/gi)?.length).toBeGreaterThanOrEqual(3);
    expect(text).toContain('Acknowledged by ana: it is the database');
  });

  it('calls an acknowledged service not silenced', async () => {
    expect(textOf(render(await shop()))).not.toMatch(/silenced|Silences/);
  });

  it('does not show an acknowledgement of an earlier incident or another service', async () => {
    for (const ack of [{ from: NOW - 600_000 }, { services: ['b'] }])
      expect(textOf(render(await shop(ack)))).not.toMatch(/acknowledged/i);
  });
});

it.each(VIEWS)('%s escapes the name and the reason', async (_, render) => {
  const html = render(await shop({ by: HOSTILE, reason: HOSTILE }));
  expect(html).not.toMatch(/<script>alert|<img/);
  expect(html).toContain('&lt;script&gt;alert(1)');
});

it('the list of incidents and the page of an incident say who acknowledged it', async () => {
  const known = await shop();
  const [a, ...others] = known.services;
  const [incident] = a?.state?.incidents ?? [];
  if (!a?.state || !incident) throw new Error('a has an incident');
  const hold = { id: 'b1', kind: 'acknowledgement', by: 'ben', reason: HOSTILE, until: NOW - 20_000 } as const;
  const heldAlerts = [{ incident: incident.id, event: 'reminder' as const, at: NOW - 60_000, hold }];
  const later = { ...known, services: [{ ...a, state: { ...a.state, heldAlerts } }, ...others] };
  const list = renderPage(later, { ...START, of: 'incidents' });
  expect(textOf(list)).toContain('Acknowledged by ana');
  const html = renderPage(later, { ...START, of: 'incidents', service: 'a', incident: incident.id });
  expect(textOf(html)).toContain('Acknowledged by ben from 11:59 to 11:59: "&gt;&lt;script');
  expect(textOf(html)).toContain('Acknowledged by ana since 11:59: it is the database');
  expect(`${list}${html}`).not.toMatch(/<script>alert|<img/);
});
