/** How the wallboard divides its screen: the columns of each band, and how much its tiles have room for. */

export const BANDS = ['down', 'notable', 'healthy'] as const;
export type BandName = (typeof BANDS)[number];

/** From the largest tiles to the smallest: the last two have no reasons and no strips. */
export const SIZES = ['giant', 'huge', 'large', 'medium', 'small', 'tiny'] as const;
export type Size = (typeof SIZES)[number];

/** The room below the headline, in pixels of a screen of 1920 by 1080, as all lengths here. */
export interface Screen {
  readonly width: number;
  readonly height: number;
}

export const WIDE: Screen = { width: 1_856, height: 920 };
/** Of a screen that is higher than wide. */
export const HIGH: Screen = { width: 1_016, height: 1_720 };

interface Room {
  /** The least height of a tile; all tiles grow alike. */
  readonly least: number;
  /** The size of the letters of a name, and what else its line has: an icon, spaces and a figure. */
  readonly letters: number;
  readonly beside: number;
}

export const ROOMS: Readonly<Record<Size, Readonly<Record<BandName, Room>>>> = {
  giant: {
    down: { least: 380, letters: 56, beside: 340 },
    notable: { least: 230, letters: 36, beside: 260 },
    healthy: { least: 200, letters: 36, beside: 260 },
  },
  huge: {
    down: { least: 226, letters: 44, beside: 270 },
    notable: { least: 148, letters: 28, beside: 200 },
    healthy: { least: 116, letters: 28, beside: 200 },
  },
  large: {
    down: { least: 180, letters: 36, beside: 220 },
    notable: { least: 124, letters: 24, beside: 170 },
    healthy: { least: 84, letters: 24, beside: 170 },
  },
  medium: {
    down: { least: 104, letters: 28, beside: 170 },
    notable: { least: 80, letters: 20, beside: 140 },
    healthy: { least: 47, letters: 20, beside: 120 },
  },
  small: {
    down: { least: 44, letters: 20, beside: 150 },
    notable: { least: 44, letters: 20, beside: 140 },
    healthy: { least: 36, letters: 20, beside: 60 },
  },
  tiny: {
    down: { least: 27, letters: 15, beside: 40 },
    notable: { least: 27, letters: 15, beside: 40 },
    healthy: { least: 26, letters: 15, beside: 40 },
  },
};

/** The space between tiles. */
export const GAPS: Readonly<Record<Size, number>> = { giant: 16, huge: 16, large: 16, medium: 12, small: 10, tiny: 6 };
/** The ratio of width and height that a tile has best: without a strip a name is all it has. */
const ASPECTS: Readonly<Record<Size, number>> = { giant: 2.6, huge: 2.6, large: 2.8, medium: 3.4, small: 5, tiny: 6 };

/** The mean width of a letter, in relation to its size. */
const LETTER = 0.6;
const MOST_COLUMNS = 14;
/** The cost of a band that is all empty places, and of tiles that are e times too wide or too high. */
const EMPTY_COST = 6;
const SHAPE_COST = 2;

export interface Band {
  readonly name: BandName;
  readonly size: Size;
  readonly columns: number;
  readonly rows: number;
}

export interface BandContent {
  readonly name: BandName;
  /** How many tiles it has, and the length of their longest name. */
  readonly tiles: number;
  readonly longest: number;
}

/** The bands with the largest tiles that have room, in the order of `contents`; `null` if the smallest have none. */
export function planWall(
  contents: readonly BandContent[],
  sizes: readonly Size[],
  screen: Screen,
): readonly Band[] | null {
  for (const attempt of attemptsWith(sizes)) {
    const best = cheapest(contents, attempt, screen);
    if (best !== null) return best;
  }
  return null;
}

/** A size for what is healthy, and for the rest. */
interface Attempt {
  readonly size: Size;
  readonly ofHealthy: Size;
  /** Whether names are never cut off. */
  readonly hasWholeNames: boolean;
}

/** What is healthy has smaller tiles before what is down loses its reasons; at last long names are cut off. */
function attemptsWith(sizes: readonly Size[]): readonly Attempt[] {
  const whole = sizes.flatMap((size, index): readonly Attempt[] => {
    const smaller = sizes[index + 1];
    const alike = { size, ofHealthy: size, hasWholeNames: true };
    return smaller === undefined || size !== 'medium'
      ? [alike]
      : [alike, { size, ofHealthy: smaller, hasWholeNames: true }];
  });
  return [...whole, { size: 'tiny', ofHealthy: 'tiny', hasWholeNames: false }];
}

function cheapest(
  contents: readonly BandContent[],
  { size, ofHealthy, hasWholeNames }: Attempt,
  screen: Screen,
): readonly Band[] | null {
  const ways = contents.map(({ name, tiles, longest }) => {
    const own = name === 'healthy' ? ofHealthy : size;
    return Array.from({ length: Math.min(tiles, MOST_COLUMNS) }, (_, index) => index + 1)
      .filter((columns) => !hasWholeNames || tileWidth(columns, own, screen) >= nameWidth(ROOMS[own][name], longest))
      .map((columns): Band => ({ name, size: own, columns, rows: Math.ceil(tiles / columns) }));
  });
  const all = ways.reduce<readonly (readonly Band[])[]>(
    (before, bands) => before.flatMap((chosen) => bands.map((band) => [...chosen, band])),
    [[]],
  );
  const fitting = all
    .filter((bands) => growth(bands, screen) >= 1)
    .map((bands) => ({ bands, cost: costOf(bands, contents, screen) }));
  const [best] = fitting.sort((left, right) => left.cost - right.cost);
  return best === undefined ? null : best.bands;
}

function tileWidth(columns: number, size: Size, { width }: Screen): number {
  return (width + GAPS[size]) / columns - GAPS[size];
}

function nameWidth({ letters, beside }: Room, length: number): number {
  return LETTER * letters * length + beside;
}

/** How many times as high as they have to be tiles can be. */
function growth(bands: readonly Band[], { height }: Screen): number {
  const gaps = bands.reduce((sum, { rows, size }) => sum + rows * GAPS[size], 0);
  const least = bands.reduce((sum, { rows, size, name }) => sum + rows * ROOMS[size][name].least, 0);
  return (height - gaps) / least;
}

function costOf(bands: readonly Band[], contents: readonly BandContent[], screen: Screen): number {
  return bands.reduce((sum, { name, size, columns, rows }, index) => {
    const empty = 1 - (contents[index]?.tiles ?? 0) / (columns * rows);
    const aspect = tileWidth(columns, size, screen) / (ROOMS[size][name].least * growth(bands, screen));
    return sum + EMPTY_COST * empty + SHAPE_COST * Math.abs(Math.log(aspect / ASPECTS[size]));
  }, 0);
}

/** The numbers of columns that squares can have. */
export const SQUARE_COLUMNS = [16, 20, 25, 30, 36, 42, 50, 60, 72, 84, 100, 120, 144] as const;

/** The columns of so many squares that fill a height. */
export function squareColumns(squares: number, { width, height }: Screen): number {
  const wanted = Math.sqrt((squares * width) / Math.max(1, height));
  return SQUARE_COLUMNS.find((columns) => columns >= wanted) ?? 144;
}
