/**
 * Takes the README's pictures: an alert, the terminal of the demo, and the page of a shop, in light and dark. It takes five minutes, and needs
 * the font Inter (Debian's fonts-inter). Run: npm run screenshots
 */

import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import Anser from 'anser';
import type { Browser } from 'playwright-core';
import type { IncidentDocument } from '../lambda/core/documents/incident-document';
import { servePage } from '../local/page/serve-page';
import { PALETTE } from '../local/terminal/colors';
import { runShop, SHOP_DOWN, shopSource } from '../test/support/view/shop-world';
import { launchBrowser } from './browser';

const ROOT = join(__dirname, '..');
const PICTURES = join(ROOT, 'docs/pictures');

/** How long the demo may take until its second outage. */
const LIMIT_MS = 180_000;

async function main(): Promise<void> {
  mkdirSync(PICTURES, { recursive: true });
  const browser = await launchBrowser();
  try {
    for (const scheme of ['light', 'dark'] as const) await takeAlert(browser, scheme);
    await takeTerminal(browser, await runDemo());
    await takePages(browser);
  } finally {
    await browser.close();
  }
}

/** Runs the demo until its second outage, and returns its table: by then it shows the first outage and a restart too. */
async function runDemo(): Promise<string> {
  const command = `stty cols 140 rows 60; exec '${process.execPath}' '${join(ROOT, 'dist/statuswatch.js')}' demo --port 0`;
  // Only a terminal gets the table. The command `script` of util-linux provides one.
  const child = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
    env: { ...process.env, FORCE_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  try {
    for (const limit = Date.now() + LIMIT_MS; Date.now() < limit; await setTimeout(500)) {
      if (child.exitCode !== null) throw new Error(`the demo ended with ${child.exitCode}`);
      const [page] = /http:\/\/127\.0\.0\.1:\d+/.exec(text) ?? [];
      if (page !== undefined && (await isSecondOutage(page))) {
        // The table of this run, and not of the one before.
        const tables = text.split(END_UPDATE).length;
        while (text.split(END_UPDATE).length === tables) await setTimeout(100);
        return lastRun(text);
      }
    }
    throw new Error(`the demo has no second outage within ${LIMIT_MS} ms`);
  } finally {
    child.kill('SIGTERM');
  }
}

/** Whether one outage is over, and another service refuses connections. */
async function isSecondOutage(page: string): Promise<boolean> {
  const answer = await fetch(`${page}/api/incidents?kind=outage`);
  const incidents = (await answer.json()) as readonly Pick<IncidentDocument, 'resolvedAt' | 'reason'>[];
  const isOver = incidents.some(({ resolvedAt }) => resolvedAt !== null);
  return isOver && incidents.some(({ resolvedAt, reason }) => resolvedAt === null && reason === 'connection_refused');
}

/** Pictures are twice the size, and have the same font on every machine. */
const PICTURED = { deviceScaleFactor: 2, bypassCSP: true } as const;
const LETTERS = { content: '*{font-family:Inter,sans-serif}code,code *{font-family:monospace}' };

/** Takes the page of a shop with fourteen services and 91 days of history, in which three are down. */
async function takePages(browser: Browser): Promise<void> {
  const source = shopSource(await runShop(SHOP_DOWN));
  const control = { answer: async () => ({ kind: 'asked', text: '' }), canSilence: true };
  const served = await servePage(source, { host: '127.0.0.1', port: 0 }, control);
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await browser.newPage({ colorScheme, viewport: { width: 1280, height: 800 }, ...PICTURED });
    await page.goto(served.url);
    await page.addStyleTag(LETTERS);
    await page.locator('#services-title').waitFor();
    await page.screenshot({ path: join(PICTURES, `page-${colorScheme}.png`), fullPage: true });
    await page.close();
  }
  await served.close();
}

/** Sequences that erase the rest of a line or of the screen, and carriage returns. */
const ERASURES = new RegExp(`\r|${String.fromCharCode(27)}\\[[JK]`, 'g');

/** Ends each table in the output. */
const END_UPDATE = '\u001b[?2026l';

/** Returns the last whole table in the demo's output. */
function lastRun(text: string): string {
  const last = text.split(END_UPDATE).at(-2) ?? '';
  return last.slice(last.indexOf('  statuswatch demo')).replace(ERASURES, '').trimEnd();
}

const TERMINAL_STYLE = `
body{margin:0;background:#0d1117}
pre{display:inline-block;margin:0;padding:18px 22px;color:#e6edf3;font:15px/1.45 "DejaVu Sans Mono",Menlo,Consolas,monospace}
.ansi-bold{font-weight:700}.ansi-dim{color:#8b949e}
.ansi-palette-${PALETTE.green}-fg{color:#008700}.ansi-palette-${PALETTE.amber}-fg{color:#af5f00}.ansi-palette-${PALETTE.red}-fg{color:#f00}`;

async function takeTerminal(browser: Browser, run: string): Promise<void> {
  const html = Anser.ansiToHtml(Anser.escapeForHtml(run), { use_classes: true });
  const page = await browser.newPage({ viewport: { width: 1280, height: 600 }, deviceScaleFactor: 2 });
  await page.setContent(`<!doctype html><style>${TERMINAL_STYLE}</style><pre>${html}</pre>`);
  await page.locator('pre').screenshot({ path: join(PICTURES, 'terminal.png') });
  await page.close();
}

interface Block {
  readonly type: string;
  readonly text?: { readonly text: string };
  readonly elements?: readonly { readonly text: string }[];
}

const ALERT_STYLE = `
:root{color-scheme:light dark}
body{margin:0;background:light-dark(#fff,#1a1d21);color:light-dark(#1d1c1d,#d1d2d3);font:15px/1.5 system-ui,"DejaVu Sans",sans-serif}
main{display:inline-block;width:720px;padding:16px 22px}
h1{font-size:18px;margin:0 0 6px}p{margin:0 0 10px}.context{font-size:12.5px;color:light-dark(#616061,#ababad);margin:0}
.dot{display:inline-block;width:13px;height:13px;border-radius:50%;background:#dd2e44;margin-right:8px;vertical-align:-1px}`;

/** Draws the alert approximately as Slack does. */
async function takeAlert(browser: Browser, colorScheme: 'light' | 'dark'): Promise<void> {
  const command = ['alerts', '--preview', 'opened', '--form', 'slack', '--json'];
  const printed = execFileSync(process.execPath, [join(ROOT, 'dist/statuswatch.js'), ...command], { cwd: PICTURES });
  const [{ sent }] = JSON.parse(printed.toString()) as [{ sent: { blocks: readonly Block[] } }];
  const page = await browser.newPage({ colorScheme, viewport: { width: 800, height: 400 }, ...PICTURED });
  await page.setContent(`<!doctype html><style>${ALERT_STYLE}</style><main>${sent.blocks.map(drawn).join('')}</main>`);
  await page.addStyleTag(LETTERS);
  await page.locator('main').screenshot({ path: join(PICTURES, `alert-${colorScheme}.png`) });
  await page.close();
}

function drawn({ type, text, elements = [] }: Block): string {
  const words = (text?.text ?? elements.map((element) => element.text).join(' '))
    .replaceAll(':red_circle: ', '<span class="dot"></span>')
    .replace(/<(https?:[^|>]+)\|([^>]+)>/g, '<a href="$1">$2</a>')
    .replace(/\*([^*\n]+)\*/g, '<b>$1</b>')
    .replaceAll('\n', '<br>');
  return type === 'header' ? `<h1>${words}</h1>` : `<p class="${type}">${words}</p>`;
}

main().catch((error: Error) => {
  process.stderr.write(`screenshots: ${error.message}\n`);
  process.exit(1);
});
