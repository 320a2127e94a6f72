/** What axe finds hard to perceive on a page. */

import { readFileSync } from 'node:fs';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

// Without this it reads all styles anew each time, for rules that are off by default.
const OPTIONS: RunOptions = { resultTypes: ['violations'], preload: false };

const RULES = {
  all: OPTIONS,
  colors: {
    ...OPTIONS,
    runOnly: { type: 'tag', values: ['cat.color'] },
    // It is none of `all` either: it is off by default.
    rules: { 'color-contrast-enhanced': { enabled: false } },
  },
} as const satisfies Record<string, RunOptions>;

/** The first ten violations of its rules, of all or of those about colours, as sentences; empty where there are none. */
export async function axeFaults(page: Page, rules: keyof typeof RULES = 'all'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const { violations } = (await page.evaluate(`axe.run(document, ${JSON.stringify(RULES[rules])})`)) as AxeResults;
  const faults = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  );
  return faults.slice(0, 10);
}
