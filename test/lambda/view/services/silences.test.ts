/** Silences on the page, in the widget and in words: who silenced what until when, and why. */

import { START } from '../../../../lambda/core/documents/address';
import type { Known } from '../../../../lambda/core/documents/facts/known';
import { silencedServices, silenceLine } from '../../../../lambda/core/documents/words/silence-words';
import type { Silence } from '../../../../lambda/core/notify/silences/silence';
import { silenceDocument } from '../../../../lambda/core/notify/silences/silence-document';
import { startProcess, storedState } from '../../../support/core/keeping';
import { knownOf } from '../../../support/core/known';
import { memoryOutputs } from '../../../support/core/memory-outputs';
import { NOW } from '../../../support/core/observations';
import { silenceAt } from '../../../support/core/silences';
import { renderPage } from '../../../support/view/drawn-page';
import { widgetOf } from '../../../support/view/shown-widget';
import { textOf } from '../../../support/view/text-of';

const ALL = START;
const WIDGET = { endpoint: 'arn:aws:lambda:x', theme: 'dark', from: NOW - 3_600_000, to: NOW } as const;
const HOSTILE = `"><script>alert(1)</script><img src=x onerror=alert(2)>`;

const renders: readonly (readonly [string, 'here' | 'deployed', (known: Known) => string])[] = [
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

it.each<[string, Partial<Silence>, string]>([
  ['by a person', {}, 'silence k3v9x1: a until 13:00:00 UTC by ana: deploy 2.5.0'],
  ['by somebody, without a reason', { by: null, reason: null }, 'silence k3v9x1: a until 13:00:00 UTC'],
  [
    'that ends on another day',
    { until: NOW + 86_400_000, by: null },
    'silence k3v9x1: a until 2026-03-02 12:00 UTC: deploy 2.5.0',
  ],
  [
    'until well',
    { untilWell: true },
    'silence k3v9x1: a until well, or 13:00:00 UTC at the latest, by ana: deploy 2.5.0',
  ],
  [
    'planned in the config',
    { planned: true, by: null, reason: 'upgrade' },
    'maintenance "upgrade": a until 13:00:00 UTC',
  ],
  [
    'planned in the config, without a name',
    { planned: true, by: null, reason: null },
    'maintenance: a until 13:00:00 UTC',
  ],
])('the line of a silence: %s', (_, silence, words) => {
  expect(silenceLine(silenceDocument(silenceAt(NOW, { services: ['a'], ...silence })), NOW)).toBe(words);
});

it.each<[readonly string[] | null, string]>([
  [null, 'all services'],
  [['a'], 'a'],
  [['a', 'b', 'c', 'd', 'e'], 'a, b, c, d, e'],
  [['a', 'b', 'c', 'd', 'e', 'f', 'g'], 'a, b, c, d, e and 2 more'],
])('what it silences is named: %j', (services, words) => {
  expect(silencedServices({ services })).toBe(words);
});

describe.each(renders)('%s', (_, where, render) => {
  it('says beside the state of a failing service who silenced it until when, and why', async () => {
    const html = render(await shop([{}]));
    expect(html).toContain('<p class="when"><span class="badge">silenced</span> until <time');
    expect(textOf(html)).toContain('silenced until 13:00 by ana: deploy 2.5.0');
  });

  it('says the same of planned maintenance, by its name', async () => {
    const html = render(await shop([{ planned: true, by: null, reason: 'weekly upgrade' }]));
    expect(html).toContain('<span class="badge">in maintenance &quot;weekly upgrade&quot;</span> until <time');
    expect(textOf(html)).toContain('in maintenance "weekly upgrade" until 13:00');
    expect(textOf(html)).not.toMatch(/silenced/);
    expect(textOf(html)).not.toContain('unsilence');
  });

  it('lists what is silenced, with the command that ends it', async () => {
    const text = textOf(render(await shop([{ services: ['a', 'c'] }, { id: 'x1y2z3', services: null, by: 'ben' }])));
    const options = where === 'deployed' ? ' --deployed shop' : '';
    expect(text).toContain(
      `Silences a, c silenced until 13:00 by ana: deploy 2.5.0 · statuswatch unsilence k3v9x1${options} ` +
        `all services silenced until 13:00 by ben: deploy 2.5.0 · statuswatch unsilence x1y2z3${options} `,
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

it('a silence of one service marks no other, neither in its row nor on its page', async () => {
  const known = await shop([{}]);
  const rowOf = (id: string) =>
    new RegExp(`<li class="service [a-z]+" id="service-${id}".*?</li>`, 's').exec(renderPage(known, ALL));
  expect(['a', 'b'].map((id) => rowOf(id)?.[0].includes('>silenced<'))).toEqual([true, false]);
  expect(textOf(renderPage(known, { ...ALL, service: 'b' }))).not.toMatch(/unsilence|silenced until/);
});

describe('an incident of a silenced time', () => {
  const MINUTE = 60_000;
  /** The list of incidents after runs, one a minute, of which the silence covers the minutes from 2 to before 5. */
  const incidentsAfter = async (reasons: readonly string[], silence: Partial<Silence> = {}) => {
    const outputs = memoryOutputs();
    const planned = [silenceAt(NOW, { from: NOW + 2 * MINUTE, until: NOW + 5 * MINUTE, ...silence })];
    const process = startProcess(outputs, { planned });
    for (const [minute, reason] of reasons.entries()) await process.run(minute, { a: reason });
    const { services, ...known } = await knownOf({ a: ['well'] });
    const state = storedState(outputs, 'a');
    const shown = {
      ...known,
      now: NOW + reasons.length * MINUTE,
      services: services.map((one) => ({ ...one, state })),
    };
    return /(?:open incident|Past incidents) (.*?) (?:All services|Silences|As data)/.exec(
      textOf(renderPage(shown, ALL)),
    )?.[1];
  };
  const SICK = ['http_503', 'http_503'];

  it('that is over by its end says that nobody was notified', async () => {
    expect(await incidentsAfter(['well', 'well', ...SICK, 'well', 'well', 'well'])).toContain(
      '2 failed checks silenced by ana: deploy 2.5.0; nobody was notified',
    );
    expect(
      await incidentsAfter(['well', 'well', ...SICK, 'well'], { planned: true, by: null, reason: 'upgrade' }),
    ).toContain('2 failed checks in maintenance "upgrade"; nobody was notified');
  });

  it('that goes on says that nobody is notified yet, and then when people were', async () => {
    expect(await incidentsAfter(['well', 'well', ...SICK])).toMatch(/; nobody notified yet( Details)?$/);
    expect(await incidentsAfter(['well', 'well', ...SICK, ...SICK])).toMatch(
      /silenced by ana: deploy 2\.5\.0; notified 12:05 ?( Details)?$/,
    );
  });

  it('of which people know says that its end was silenced', async () => {
    expect(await incidentsAfter(['well', ...SICK, 'well'])).toMatch(
      /its end silenced by ana: deploy 2\.5\.0; nobody notified yet( Details)?$/,
    );
    expect(await incidentsAfter(['well', ...SICK, 'well', 'well', 'well'])).toMatch(
      /its end silenced by ana: deploy 2\.5\.0; notified 12:05 ?( Details)?$/,
    );
  });

  it('of another time says nothing of it', async () => {
    expect(await incidentsAfter(['http_503', 'well', 'well'])).not.toMatch(/silenced|notified/);
  });
});
