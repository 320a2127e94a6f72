/** What people are told if there is no browser. */

import { noBrowser } from '../../scripts/browser';

it('does not suggest a headless shell where it is not enough', () => {
  expect(noBrowser()).toContain('/usr/bin/chromium-headless-shell');
  expect(noBrowser({ isWhole: true })).toMatch(/^no whole browser \(a headless shell is not enough\) found: /);
  expect(noBrowser({ isWhole: true })).not.toContain('/usr/bin/chromium-headless-shell');
});
