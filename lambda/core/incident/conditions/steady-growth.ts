/** Floors of memory that rise steadily, and when they will come to the top. */

/** A floor of memory, in megabytes, and when it was seen. */
export interface Floor {
  readonly at: number;
  readonly mb: number;
}

export interface Growth {
  readonly from: Floor;
  readonly fullAt: number;
}

/** A figure, and when it was seen. */
export interface Lately {
  readonly value: number;
  readonly at: number;
}

/** How far it may be until it is full: in milliseconds, and as so many times the time over which the growth was seen. */
export interface Reach {
  readonly withinMs: number;
  readonly spans: number;
}

/** How memory rises and comes down by itself. What it has done lately is usual for it; `null` before the first time. */
export interface Cycle {
  /** Since it last came down: when that was, how low it was then, and the highest since. */
  readonly downAt: number;
  readonly low: number;
  readonly high: number;
  /** When it came down the time before; 0 if that is not known. */
  readonly beforeAt: number;
  /** The highest from which it has come down, the longest time until it did, and the fastest rise before, in MB an hour. */
  readonly safe: Lately | null;
  readonly lengthMs: Lately | null;
  readonly rise: Lately | null;
}

const HOUR_MS = 3_600_000;
const PARTS = 4;

/** The figures that are looked at: from a place to before another; and the least growth that is worth a closer look, in megabytes. */
export interface Window {
  readonly from: number;
  readonly to: number;
  readonly least: number;
}

/** Whether a figure comes after another that is lower by `least`: without that there is no growth. */
export function rises(count: number, mbAt: (index: number) => number | null, least: number): boolean {
  let lowest = Number.POSITIVE_INFINITY;
  for (let index = 0; index < count; index++) {
    const mb = mbAt(index);
    if (mb === null) continue;
    if (mb - lowest >= least) return true;
    if (mb < lowest) lowest = mb;
  }
  return false;
}

/** The least figure in each of some parts of equal length; `null` if a part is empty, or if they do not grow. */
export function floorsOf(
  { from, to, least }: Window,
  mbAt: (index: number) => number | null,
  timeAt: (index: number) => number,
): readonly Floor[] | null {
  if (from < 0) return null;
  const floorIn = (part: number): number => {
    let lowest = -1;
    const end = from + Math.round(((part + 1) * (to - from)) / PARTS);
    for (let index = from + Math.round((part * (to - from)) / PARTS); index < end; index++) {
      const mb = mbAt(index);
      if (mb !== null && (lowest < 0 || mb < (mbAt(lowest) ?? 0))) lowest = index;
    }
    return lowest;
  };
  const first = floorIn(0);
  const last = floorIn(PARTS - 1);
  if (first < 0 || last < 0 || (mbAt(last) ?? 0) - (mbAt(first) ?? 0) < least) return null;
  const floors: Floor[] = [];
  for (let part = 0; part < PARTS; part++) {
    const index = floorIn(part);
    if (index < 0) return null;
    floors.push({ at: timeAt(index), mb: mbAt(index) ?? 0 });
  }
  return floors;
}

/** The least growth to be believed; the nearer memory is to full, the less it takes. Shares of the total. */
interface Proof {
  readonly growth: number;
  /** How far a floor may be below the floor before. */
  readonly noise: number;
  /** How well they fit a line, from 0 to 1 (R²). */
  readonly fit: number;
  /** Growth that slows down more than this comes to an end by itself, as that of a cache that warms up. */
  readonly slowing: number;
}

const FAR: Proof = { growth: 0.08, noise: 0.01, fit: 0.9, slowing: 0.5 };
/** For floors of many hours, which have the load of the day in them too. */
const NEAR: Proof = { growth: 0.05, noise: 0.04, fit: 0.6, slowing: 0.3 };
/** A window with less growth than this needs no closer look; a share of the total. */
export const LEAST_GROWTH = NEAR.growth;
const NEAR_SHARE = 0.75;
const LONG_MS = 4 * HOUR_MS;
/** A window that is this many times as long as a cycle has a whole cycle in it, so that a floor falls. */
const CYCLES = 1.5;
/** A rise that is so much faster than any before is not a normal cycle. */
const FASTER = 2.5;
/** If memory is full so soon, there is no time to wait for more: less is enough to distinguish growth from a cycle. */
const SOON_MS = HOUR_MS;
const FASTER_SOON = 1.5;

/** When memory will be full, if its floors rise along a line, do not slow down, and are not what is usual for the service. */
export function steadyGrowth(
  floors: readonly Floor[],
  usual: readonly Cycle[],
  total: number,
  now: number,
  { withinMs, spans }: Reach,
): Growth | null {
  const first = floors[0];
  const middle = floors[Math.floor(floors.length / 2)];
  const last = floors.at(-1);
  if (first === undefined || middle === undefined || last === undefined) return null;
  const span = last.at - first.at;
  const proof = last.mb > NEAR_SHARE * total && span > LONG_MS ? NEAR : FAR;
  if (last.mb - first.mb < proof.growth * total) return null;
  for (let index = 1; index < floors.length; index++) {
    if ((floors[index]?.mb ?? 0) < (floors[index - 1]?.mb ?? 0) - proof.noise * total) return null;
  }
  const { slope, fit } = lineThrough(floors);
  const early = (middle.mb - first.mb) / (middle.at - first.at);
  const late = (last.mb - middle.mb) / (last.at - middle.at);
  // Sums of absurd figures are NaN; a comparison with NaN never holds.
  if (!(fit >= proof.fit && late >= proof.slowing * early)) return null;
  const fullAt = last.at + (total - last.mb) / Math.min(slope, late);
  const isSoon = fullAt - now <= SOON_MS;
  // Growth that lasted while memory came down twice is not the rise of a single cycle.
  const isUsual = ({ lengthMs, safe, rise, beforeAt }: Cycle) =>
    lengthMs !== null &&
    !(isSoon && first.at < beforeAt) &&
    span < CYCLES * lengthMs.value &&
    last.mb <= (safe?.value ?? 0) &&
    slope * HOUR_MS < (isSoon ? FASTER_SOON : FASTER) * (rise?.value ?? 0);
  if (usual.some(isUsual)) return null;
  if (!(fullAt - now <= Math.min(withinMs, spans * span))) return null;
  return { from: first, fullAt: Math.max(fullAt, now) };
}

/** By least squares: megabytes a millisecond, and how well it fits, from 0 to 1 (R²). */
function lineThrough(floors: readonly Floor[]): { slope: number; fit: number } {
  const count = floors.length;
  let sumAt = 0;
  let sumMb = 0;
  const origin = floors[0]?.at ?? 0;
  for (const { at, mb } of floors) {
    sumAt += at - origin;
    sumMb += mb;
  }
  const meanAt = sumAt / count;
  const meanMb = sumMb / count;
  let both = 0;
  let times = 0;
  let sizes = 0;
  for (const { at, mb } of floors) {
    const time = at - origin - meanAt;
    const size = mb - meanMb;
    both += time * size;
    times += time * time;
    sizes += size * size;
  }
  return times === 0 || sizes === 0
    ? { slope: 0, fit: 0 }
    : { slope: both / times, fit: (both * both) / (times * sizes) };
}
