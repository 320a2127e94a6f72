/** Tests of the card for Teams, drawn by Microsoft's renderer in a browser, as a host of Adaptive Cards 1.2. */

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import type { Alert } from '../../lambda/core/message/alert';
import { type Notification, notificationOf } from '../../lambda/core/message/notification';
import { teams } from '../../lambda/receivers/teams/form';
import { alertOn, removalAlert, SERVICE } from '../support/core/alerts';
import { notificationOfAll } from '../support/core/receiver-requests';
import { type RunningServer, startHttp } from '../support/http/servers';
import { describeInBrowser } from './browser';
import { layoutFaults } from './layout-faults';

const RENDERER = dirname(require.resolve('adaptivecards/dist/adaptivecards.min.js'));
const FILES: Readonly<Record<string, string>> = {
  '/renderer.js': 'adaptivecards.min.js',
  '/renderer.css': 'adaptivecards.css',
};

/** `processed` has each text that the host was asked to read as Markdown: it takes all of it for HTML, as the most careless host would. */
const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Card</title>
<link rel="icon" href="data:,"><link rel="stylesheet" href="/renderer.css"><script src="/renderer.js"></script>
<style>body { margin: 16px; font-family: "Segoe UI", sans-serif } #card { max-width: 720px; border: 1px solid #ddd }</style>
<div id="card"></div>
<script>
  window.processed = [];
  window.opened = [];
  AdaptiveCards.AdaptiveCard.onProcessMarkdown = (text, result) => {
    processed.push(text);
    result.outputHtml = text;
    result.didProcess = true;
  };
  window.draw = (json) => {
    const card = new AdaptiveCards.AdaptiveCard();
    const context = new AdaptiveCards.SerializationContext(AdaptiveCards.Versions.v1_2);
    card.onExecuteAction = (action) => opened.push(action.url);
    card.parse(json, context);
    document.getElementById('card').replaceChildren(card.render());
    const failures = card.validateProperties().validationEvents.map(({ message }) => message);
    return [...Array(context.eventCount).keys()].map((index) => context.getEventAt(index).message).concat(failures);
  };
</script></html>`;

const LONG = 'W'.repeat(200);
const HOSTILE = [
  '<script>window.hacked=1</script>',
  '"><img src=/canary onerror=window.hacked=1>',
  '<svg onload=window.hacked=1>',
  '<a href="javascript:window.hacked=1">runbook</a>',
  '[Runbook](https://evil.test/) ![](/canary)',
  '[Runbook](javascript:window.hacked=1)',
  '<at>everyone</at> @channel <https://evil.test|x>',
  '**bold** _italic_ ~~gone~~ `code`',
  '- one\r- two\n1. three',
  '# Heading',
  'https://evil.test/ www.evil.test evil.test',
  '{{DATE(2017-02-14T06:00:00Z, SHORT)}} {{TIME(2017-02-14T06:00:00Z)}}',
  '\u202egnp.exe',
  LONG,
] as const;

const several = ['api', 'checkout', 'ledger', 'payment-service', 'user-service'].map((id) =>
  alertOn('opened', { service: { ...SERVICE, id } }),
);
const CARDS: Readonly<Record<string, Notification>> = {
  down: notificationOf(alertOn('opened')),
  'down in another way': notificationOf(alertOn('updated')),
  'still down': notificationOf(alertOn('reminder')),
  'several down': notificationOfAll(several),
  recovered: notificationOf(alertOn('resolved')),
  'recovered while others are down': { ...notificationOf(alertOn('resolved')), alsoFailing: ['ledger'] },
  'not watched any more': notificationOf(removalAlert()),
};

const cardOf = (notification: Notification) =>
  JSON.parse(teams.requestOf(notification, { url: '' }, 0).body).attachments[0].content;
/** A service that says this wherever it can. */
const saying = (text: string): Alert => ({
  ...alertOn('updated', { service: { ...SERVICE, environment: text } }, text.replace(/["\r\n]/g, ' ')),
  message: text,
});

/** Draws a card, and returns what the renderer has against it. */
const draw = (page: Page, card: object): Promise<string[]> => page.evaluate(`draw(${JSON.stringify(card)})`);
const textOf = (page: Page) => page.locator('#card').innerText();
const backgroundOf = (page: Page) =>
  page.locator('#card .ac-container .ac-container').evaluate((element) => getComputedStyle(element).backgroundColor);

/** What came of texts besides text; empty if nothing did. */
function tracesIn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const elements = [...document.querySelectorAll('#card *')];
    const alien = elements.filter((element) => !element.matches('div, span, button'));
    return [
      ...('hacked' in window ? ['a script ran'] : []),
      ...alien.map(({ outerHTML }) => outerHTML),
      ...elements.flatMap((element) => element.getAttributeNames()).filter((name) => /^on|^href$|^src/.test(name)),
    ];
  });
}

describeInBrowser('a card for Teams', (visit) => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startHttp(({ url = '' }, response) => {
      const file = FILES[url];
      if (file !== undefined) {
        response.setHeader('content-type', file.endsWith('.css') ? 'text/css' : 'text/javascript');
        return response.end(readFileSync(join(RENDERER, file)));
      }
      if (url !== '/') return response.writeHead(404).end();
      response.setHeader('content-type', 'text/html');
      return response.end(PAGE);
    });
  });
  afterAll(() => server.stop());

  it('uses only known elements, shows each line, and fits on a phone', async () => {
    const page = await visit(server.url());
    for (const [name, notification] of Object.entries(CARDS)) {
      const card = cardOf(notification);
      expect([name, await draw(page, card)]).toEqual([name, []]);
      const shown = await textOf(page);
      const lines = card.body.flatMap((element: { items?: object[] }) => element.items ?? [element]);
      for (const { inlines } of lines)
        expect(shown).toContain(inlines.map(({ text }: { text: string }) => text).join(''));
      expect([name, await tracesIn(page)]).toEqual([name, []]);
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 900 });
        expect([name, width, await layoutFaults(page)]).toEqual([name, width, []]);
      }
    }
    expect(await page.evaluate('processed')).toEqual([]);
  });

  it('has a color for down, recovered and unknown', async () => {
    const page = await visit(server.url());
    const colors = new Set<string>();
    for (const name of ['down', 'down in another way', 'recovered', 'not watched any more']) {
      await draw(page, cardOf(CARDS[name] as Notification));
      colors.add(await backgroundOf(page));
    }
    expect(colors.size).toBe(4);
  });

  it('links only to our pages', async () => {
    const page = await visit(server.url());
    await draw(page, cardOf(notificationOf(saying(HOSTILE[4]))));
    for (const name of ['Runbook', 'Open incident', 'Logs'])
      await page.locator('#card').getByText(name, { exact: true }).click();
    expect(await page.evaluate('opened')).toEqual([
      'https://wiki.internal/user',
      expect.stringMatching(/^https:\/\/status\.internal\/incidents\/user-service\//),
      'https://logs.internal/',
    ]);
    expect(page.url()).toBe(`${server.url()}/`);
  });

  it.each(HOSTILE)('escapes a text of a service: %j', async (text) => {
    const page = await visit(server.url(), { viewport: { width: 390, height: 900 } });
    expect(await draw(page, cardOf(notificationOf(saying(text))))).toEqual([]);
    expect(await tracesIn(page)).toEqual([]);
    expect(await page.evaluate('processed')).toEqual([]);
    const shown = await textOf(page);
    expect(shown).not.toMatch(/<at>|2\/14\/2017|Feb(?:ruary)? 14|evil\.test/);
    expect(shown.split('\n').filter((line) => /^(?:one|two|three|Heading)$/.test(line))).toEqual([]);
  });

  it('would show a text that is read as Markdown', async () => {
    const page = await visit(server.url());
    await draw(page, { type: 'AdaptiveCard', version: '1.2', body: [{ type: 'TextBlock', text: '<b>bold</b>' }] });
    expect(await page.evaluate('processed')).toEqual(['<b>bold</b>']);
    expect(await tracesIn(page)).not.toEqual([]);
  });
});
