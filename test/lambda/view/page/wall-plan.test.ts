/** How the wallboard divides its screen. */

import {
  type Band,
  type BandContent,
  GAPS,
  HIGH,
  planWall,
  ROOMS,
  SIZES,
  WIDE,
} from '../../../../lambda/view/page/wall-plan';

const down = (tiles: number, longest = 16): BandContent => ({ name: 'down', tiles, longest });
const notable = (tiles: number, longest = 16): BandContent => ({ name: 'notable', tiles, longest });
const healthy = (tiles: number, longest = 16): BandContent => ({ name: 'healthy', tiles, longest });

const shapeOf = (bands: readonly Band[] | null) =>
  bands?.map(({ size, columns, rows }) => `${size} ${columns}x${rows}`).join(', ');

it.each([
  [[healthy(6)], 'giant 2x3'],
  [[down(1), healthy(5)], 'giant 1x1, giant 3x2'],
  [[down(3, 8), notable(3, 6), healthy(8, 11)], 'huge 3x1, huge 3x1, huge 4x2'],
  [[healthy(14)], 'huge 3x5'],
  [[healthy(50)], 'medium 5x10'],
])('%j', (contents, shape) => {
  expect(shapeOf(planWall(contents, SIZES, WIDE))).toBe(shape);
});

it.each([
  ['wide', WIDE],
  ['high', HIGH],
] as const)('all tiles have room on a %s screen, of up to 200 services', (_, screen) => {
  for (let count = 1; count <= 200; count++) {
    const failing = Math.floor(count / 7);
    const contents = [down(failing), notable(failing), healthy(count - 2 * failing)].filter(({ tiles }) => tiles > 0);
    const bands = planWall(contents, SIZES, screen) ?? [];
    expect(bands.map(({ name }) => name)).toEqual(contents.map(({ name }) => name));
    for (const [index, { columns, rows }] of bands.entries()) {
      const { tiles = 0 } = contents[index] ?? {};
      expect(columns * rows).toBeGreaterThanOrEqual(tiles);
      expect(columns * (rows - 1)).toBeLessThan(tiles);
    }
    const height = bands.reduce((sum, { rows, size, name }) => sum + rows * (ROOMS[size][name].least + GAPS[size]), 0);
    expect(height).toBeLessThanOrEqual(screen.height);
  }
});

it('what is healthy is smaller before what is down loses its reasons', () => {
  const [first, second] = planWall([down(18), healthy(32)], SIZES, WIDE) ?? [];
  expect([first?.size, second?.size]).toEqual(['medium', 'small']);
});
