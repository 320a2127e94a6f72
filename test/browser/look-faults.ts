/** What is wrong with how a page looks: on a phone, a tablet and a desk, in light and in dark. */

import type { Page } from 'playwright-core';
import { axeFaults } from './axe-faults';
import { layoutFaults } from './layout-faults';

const PHONE = 390;
const WIDTHS = [1440, 768, PHONE];
const SCHEMES = ['light', 'dark'] as const;

/**
 * As sentences; empty where all is well. Where `isWhole`, all is looked for in each scheme and at each width. Otherwise the layout is
 * looked at in light, as dark differs in colours alone, and axe looks once, on the phone: in light for all, in dark for colours.
 */
export async function lookFaults(page: Page, isWhole: boolean): Promise<string[]> {
  const faults: string[] = [];
  for (const colorScheme of SCHEMES) {
    const isFull = isWhole || colorScheme === 'light';
    await page.emulateMedia({ colorScheme });
    for (const width of isFull ? WIDTHS : [PHONE]) {
      await page.setViewportSize({ width, height: 900 });
      const laidOut = isFull ? await layoutFaults(page) : [];
      const perceived = isWhole || width === PHONE ? await axeFaults(page, isFull ? 'all' : 'colors') : [];
      faults.push(...[...laidOut, ...perceived].map((fault) => `${colorScheme}, ${width}: ${fault}`));
    }
  }
  return faults;
}
