/** Colours can be read on a dark and on a white background. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Color, PALETTE, terminalColors } from '../../../local/terminal/colors';
import { wrapAt } from '../../../local/terminal/plain-table';

const LOCAL = join(__dirname, '../../../local');
const COLORS = Object.keys(PALETTE) as Color[];

/** The cube of 6 × 6 × 6 colours that a terminal has from number 16 on, in steps of 0, 95, 135, 175, 215, 255. */
function luminance(color: Color): number {
  const index = PALETTE[color] - 16;
  const channels = [Math.floor(index / 36), Math.floor(index / 6) % 6, index % 6].map(
    (step) => (step === 0 ? 0 : 55 + 40 * step) / 255,
  );
  // Source: WCAG 2.2, "relative luminance".
  const [red = 0, green = 0, blue = 0] = channels.map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

it.each(COLORS)('%s contrasts with both', (color) => {
  const light = luminance(color);
  // The usual dark background, #0d1117. No colour has 4.5 on it and on white.
  expect((light + 0.05) / (0.0056 + 0.05)).toBeGreaterThan(4.5);
  expect(1.05 / (light + 0.05)).toBeGreaterThan(3.75);
});

it.each(COLORS)('%s ends with its text, on each line', (color) => {
  const colors = terminalColors(true);
  const lines = wrapAt(colors[color]('one two three'), 8, '', '').split('\n');
  expect(lines).toEqual([colors[color]('one two'), colors[color]('three')]);
  expect(terminalColors(false)[color]('one')).toBe('one');
});

it('all colours of the terminal come from this list', () => {
  const files = readdirSync(LOCAL, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const others = files.filter(
    (name) => name !== 'terminal/colors.ts' && readFileSync(join(LOCAL, name), 'utf8').includes("'picocolors'"),
  );
  expect(others).toEqual([]);
});
