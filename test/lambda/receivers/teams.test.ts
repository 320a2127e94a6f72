/** The card for Teams: its form and its limits, and nothing in it that a service could misuse. */

import fc from 'fast-check';
import type { Alert } from '../../../lambda/core/message/alert';
import { type Notification, notificationOf } from '../../../lambda/core/message/notification';
import { teams } from '../../../lambda/receivers/teams/form';
import { alertOn, DANGEROUS, removalAlert, SERVICE } from '../../support/core/alerts';
import { hostileNotification, notificationOfAll } from '../../support/core/receiver-requests';
import { runs } from '../../support/jest/lane';

interface Run {
  readonly text: string;
}
interface Element {
  readonly type: string;
  readonly style?: string;
  readonly items?: readonly Element[];
  readonly inlines?: readonly Run[];
}
interface Card {
  readonly body: readonly Element[];
  readonly actions?: readonly { readonly title: string; readonly url: string }[];
}

const URL = 'https://prod-00.westeurope.logic.azure.com/workflows/x/triggers/manual/paths/invoke?sig=y';
const bodyOf = (notification: Notification) => teams.requestOf(notification, { url: URL }, 0).body;
const cardOf = (notification: Notification): Card => JSON.parse(bodyOf(notification)).attachments[0].content;
/** The text of each line. */
const linesOf = ({ body }: Card) =>
  body
    .flatMap((element) => element.items ?? [element])
    .map(({ inlines = [] }) => inlines.map(({ text }) => text).join(''));

const plain = (text: string) => ({ type: 'TextRun', text });
const bold = (text: string) => ({ type: 'TextRun', text, weight: 'Bolder' });
const line = (spacing: string, ...inlines: object[]) => ({ type: 'RichTextBlock', inlines, spacing });

it('is this request', () => {
  const { url, headers, body } = teams.requestOf(notificationOf(alertOn('updated')), { url: URL }, 0);
  expect({ url, headers }).toEqual({ url: URL, headers: { 'content-type': 'application/json' } });
  expect(JSON.parse(body)).toEqual({
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.2',
          msteams: { width: 'full' },
          body: [
            {
              type: 'Container',
              style: 'warning',
              bleed: true,
              items: [
                {
                  type: 'RichTextBlock',
                  inlines: [
                    { ...bold('🟠 user-service is still down: HTTP 503, was name not resolved'), size: 'Medium' },
                  ],
                },
              ],
            },
            line('Medium', plain('HTTP 503: it is http_503')),
            line('Small', bold('Since'), plain(' 12:02:00 UTC (4 min, 2 failed checks)')),
            line('Small', bold('Last healthy at'), plain(' 12:01:00 UTC, version 1.4.2, up 1 min, 257 of 512 MB')),
            line(
              'Medium',
              bold('Check first:'),
              plain(expect.stringMatching(/behind its load balancer\?$/) as unknown as string),
            ),
            line('Small', bold('Where:'), plain(' https://user.internal/status (production)')),
            line('Medium', { ...plain('shop · critical · 2026-03-01 12:06:00 UTC'), size: 'Small', isSubtle: true }),
          ],
          actions: [
            {
              type: 'Action.OpenUrl',
              title: 'Open incident',
              url: 'https://status.internal/incidents/user-service/20260301T120200.000Z-1',
            },
            { type: 'Action.OpenUrl', title: 'Runbook', url: 'https://wiki.internal/user' },
            { type: 'Action.OpenUrl', title: 'Logs', url: 'https://logs.internal/' },
          ],
        },
      },
    ],
  });
});

const end = notificationOf(alertOn('resolved'));
it.each<[string, Notification, string, string]>([
  ['a beginning', notificationOf(alertOn('opened')), 'attention', '🔴 user-service is down: name '],
  ['a reminder', notificationOf(alertOn('reminder')), 'attention', '🔴 user-service is still '],
  ['an end', end, 'good', '🟢 user-service recovered'],
  ['an end while others are down', { ...end, alsoFailing: ['ledger'] }, 'warning', '🟡 user-service recovered'],
  ['the end of a service that is not watched any more', notificationOf(removalAlert()), 'emphasis', '⚪ '],
  [
    'a budget',
    notificationOf({ ...alertOn('opened'), kind: 'objective', reason: 'availability_burns_fast' }),
    'warning',
    '🟡 user-service burns its availability budget fast',
  ],
])('has the color and the mark of %s', (_, notification, style, start) => {
  const card = cardOf(notification);
  expect(card.body[0]?.style).toBe(style);
  expect(linesOf(card)[0]?.slice(0, start.length)).toBe(start);
});

it('says that it may be a repetition, before all facts', () => {
  const card = cardOf(notificationOf({ ...alertOn('opened'), possiblyRepeated: true }));
  expect(card.body[2]?.inlines).toEqual([
    { ...plain('You may have been notified of this before: the state could not be read or saved.'), italic: true },
  ]);
});

it('has no buttons if no page is known', () => {
  const links = { runbook: null, dashboard: null, logs: null };
  expect(cardOf(notificationOf({ ...alertOn('opened'), links, page: null })).actions).toBeUndefined();
});

it('lists several services, each on a line of its own if they differ', () => {
  const alerts = ['api', 'ledger', 'shop'].map((id) => ({
    ...alertOn('opened', { service: { ...SERVICE, id } }),
    message: `HTTP 503: ${id}`,
    reason: 'http_503',
  }));
  const lines = linesOf(cardOf(notificationOfAll(alerts)));
  expect(lines[0]).toMatch(/^🔴 3 of 3 services are down: HTTP 503$/);
  const [services] = lines.flatMap((text, index) => (text === 'Services:' ? [index] : []));
  expect(lines.slice(Number(services), Number(services) + 4)).toEqual([
    'Services:',
    '• api: “api”',
    '• ledger: “ledger”',
    '• shop: “shop”',
  ]);
});

/**
 * Adaptive Cards, "Text features": hosts turn "{{DATE(2017-02-14T06:00:00Z, SHORT)}}" into a time of the reader's zone, in each text.
 */
it('shows the text of a service as it is: no Markdown, no mention, no time of the reader', () => {
  const message = '**b** _i_ <at>Jo</at> [a](https://evil.test) {{DATE(2017-02-14T06:00:00Z, SHORT)}} http_503';
  const lines = linesOf(cardOf(notificationOf({ ...alertOn('updated'), message }))).join('\n');
  expect(lines).toContain('b _i_ ‹at›Jo‹/at› a (https:/ /evil. test) { {DATE(2017-02-14T06:00:00Z, SHORT)}} http_503');
});

it('leaves out the last of many services before what to look at first', () => {
  const page = `https://wiki.internal/${'a'.repeat(1_400)}`;
  const links = { runbook: page, dashboard: page, logs: page };
  const alerts = Array.from({ length: 20 }, (_, index): Alert => {
    const service = { ...SERVICE, id: `service-${'x'.repeat(50)}-${index}` };
    return { ...alertOn('opened', { service }), message: `${'🌑'.repeat(90)} ${index}`, links };
  });
  const lines = linesOf(cardOf(notificationOfAll(alerts)));
  expect(lines.some((text) => /^• service-x+-0: /.test(text))).toBe(true);
  expect(lines.some((text) => text.includes('-19: '))).toBe(false);
  expect(lines.slice(-3)).toEqual([
    expect.stringContaining('Check the DNS record'),
    'Where: user.internal (production)',
    expect.stringMatching(/^shop · critical/),
  ]);
});

it('leaves out a page with an address that is too long', () => {
  const links = {
    runbook: `https://wiki.internal/${'a'.repeat(1_500)}`,
    dashboard: null,
    logs: 'https://logs.internal/',
  };
  expect(
    cardOf(notificationOf({ ...alertOn('opened'), links, page: null })).actions?.map(({ title }) => title),
  ).toEqual(['Logs']);
});

it('has no link, mention or markup of a service, whatever it sends', () => {
  fc.assert(
    fc.property(hostileNotification(25), (notification) => {
      const { links, page } = notification.alerts[0];
      const card = cardOf(notification);
      const ours: readonly (string | null)[] = [...Object.values(links), page?.url ?? null];
      for (const { url } of card.actions ?? []) expect(ours).toContain(url);
      // These are of the config; a headline may be cut within them.
      const shown = linesOf(card)
        .join('\n')
        .replace(/api\.users|all on user\.[a-z]*|\nWhere: .*/g, '');
      expect(shown).not.toMatch(DANGEROUS);
      expect(shown).not.toContain('{{');
    }),
    { numRuns: runs(34) },
  );
});
