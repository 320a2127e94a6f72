/**
 * Takes the README's pictures: an alert, the terminal of the demo, and the page of a shop, in light and dark. It takes five minutes, and needs
 * the font Inter (Debian's fonts-inter). Run: npm run screenshots
 */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Anser from 'anser';
import type { Browser } from 'playwright-core';
import { servePage } from '../local/page/serve-page';
import { PALETTE } from '../local/terminal/colors';
import { runShop, SHOP_DOWN, shopSource } from '../test/support/view/shop-world';
import { launchBrowser } from './browser';

const ROOT = join(__dirname, '..');
const PICTURES = join(ROOT, 'docs/pictures');

/** The demo's second outage: by then the pictures also show the first outage, a restart and another version. */
const MOMENT = /refuses connections: the/g;
const TIMES = 10;
const LIMIT_MS = 180_000;

async function main(): Promise<void> {
  mkdirSync(PICTURES, { recursive: true });
  const browser = await launchBrowser();
  for (const scheme of ['light', 'dark'] as const) await takeAlert(browser, scheme);
  const demo = startDemo();
  try {
    await demo.showed(() => (demo.text().match(MOMENT)?.length ?? 0) >= TIMES);
    await takePages(browser);
    await takeTerminal(browser, lastRun(demo.text()));
  } finally {
    await browser.close();
    demo.child.kill('SIGTERM');
  }
}

interface Demo {
  readonly child: ChildProcess;
  text(): string;
  /** Resolves once `isTrue` holds for the text that was written. */
  showed(isTrue: () => boolean): Promise<void>;
}

function startDemo(): Demo {
  const command = `stty cols 140 rows 60; exec '${process.execPath}' '${join(ROOT, 'dist/statuswatch.js')}' demo --port 0`;
  // Only a terminal gets the table. The command `script` of util-linux gives it a terminal.
  const child = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
    env: { ...process.env, FORCE_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  const showed = (isTrue: () => boolean) =>
    new Promise<void>((resolve, reject) => {
      const limit = setTimeout(() => reject(new Error(`the demo has not come so far within ${LIMIT_MS} ms`)), LIMIT_MS);
      child.once('exit', (code) => reject(new Error(`the demo ended with ${code}`)));
      child.stdout.on('data', () => {
        if (!isTrue()) return;
        clearTimeout(limit);
        resolve();
      });
    });
  return { child, text: () => text, showed };
}

/** Pictures are twice the size, and have the same letters whatever machine takes them. */
const PICTURED = { deviceScaleFactor: 2, bypassCSP: true } as const;
const LETTERS = { content: '*{font-family:Inter,sans-serif}code,code *{font-family:monospace}' };

/** The page of a shop with fourteen services and 91 days behind it, in which three are down. */
async function takePages(browser: Browser): Promise<void> {
  const source = shopSource(await runShop(SHOP_DOWN));
  const control = { answer: async () => '', canSilence: true };
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

/** What erases the rest of a line or of the screen, and the returns between lines. */
const ERASURES = new RegExp(`\r|${String.fromCharCode(27)}\\[[JK]`, 'g');

/** The end of each table. */
const END_UPDATE = '\u001b[?2026l';

/** The last whole table in the text that the demo has written. */
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
