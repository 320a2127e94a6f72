/** What is wrong with how a page looks: on a phone, a tablet and a desk, in light and in dark. */

import type { Page } from 'playwright-core';
import { IS_LONG_LANE } from '../support/jest/lane';
import { axeFaults } from './axe-faults';
import { layoutFaults } from './layout-faults';

const PHONE = 390;
const WIDTHS = [1440, 768, PHONE];
const SCHEMES = ['light', 'dark'] as const;

interface Look {
  /** `npm test` looks at the layout in this one alone: the schemes differ in colours, and in nothing else. */
  readonly scheme?: (typeof SCHEMES)[number];
  /** Whether axe looks in `npm test` too, once, on the phone. It takes as long as all else. */
  readonly withAxe?: boolean;
}

/** As sentences; empty where all is well. In the long lane all is looked for in each scheme and at each width. */
export async function lookFaults(page: Page, { scheme = 'light', withAxe = true }: Look = {}): Promise<string[]> {
  const faults: string[] = [];
  for (const colorScheme of IS_LONG_LANE ? SCHEMES : [scheme]) {
    await page.emulateMedia({ colorScheme });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      const perceived = IS_LONG_LANE || (withAxe && width === PHONE) ? await axeFaults(page) : [];
      faults.push(
        ...[...(await layoutFaults(page)), ...perceived].map((fault) => `${colorScheme}, ${width}: ${fault}`),
      );
    }
  }
  return faults;
}

/** Of a series of views, so that each scheme and axe have their turns. */
export function lookAt(index: number): Look {
  return { scheme: SCHEMES[index % 2] ?? 'light', withAxe: index % 3 === 0 };
}
