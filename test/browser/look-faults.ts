/** What is wrong with how a page looks: on a phone, a tablet and a desk, in light and in dark. */

import type { Page } from 'playwright-core';
import { axeFaults } from './axe-faults';
import { layoutFaults } from './layout-faults';

const PHONE = 390;
const WIDTHS = [1440, 768, PHONE];
export const SCHEMES = ['light', 'dark'] as const;

/**
 * As sentences; empty where all is well. Where `isWhole`, all is looked for in each scheme and at each width. Otherwise the layout is
 * looked at in one scheme, as they differ in colours alone, and axe looks once, on the phone.
 */
export async function lookFaults(
  page: Page,
  isWhole: boolean,
  scheme: (typeof SCHEMES)[number] = 'light',
): Promise<string[]> {
  const faults: string[] = [];
  for (const colorScheme of isWhole ? SCHEMES : [scheme]) {
    await page.emulateMedia({ colorScheme });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      const perceived = isWhole || width === PHONE ? await axeFaults(page) : [];
      faults.push(
        ...[...(await layoutFaults(page)), ...perceived].map((fault) => `${colorScheme}, ${width}: ${fault}`),
      );
    }
  }
  return faults;
}
