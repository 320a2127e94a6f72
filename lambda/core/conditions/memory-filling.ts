/** `memory_filling`: memory that climbs until its process restarts, and climbs again. */

import * as v from 'valibot';
import { amount, count } from '../fields/stored-value';
import { AT_ONCE, BETWEEN, condition, OFF, OVER, on } from './rule';

const MOST_PARTS = 12;

/** This life of a process, and how those before it ended. Memory in whole megabytes. */
const livesSchema = v.object({
  checks: count,
  /** The least memory in each part of this life; its parts have the same number of checks. */
  floors: v.pipe(v.array(amount), v.maxLength(MOST_PARTS), v.readonly()),
  /** The most memory since it last came down by itself. */
  topMb: amount,
  /** How many lives ended at their highest memory, and where the last of them did. */
  ends: count,
  endMb: amount,
  /** The most from which it has come down by itself, or where it restarted and later lived for long. A leak does neither. */
  safeMb: amount,
});
export type Lives = Readonly<v.InferOutput<typeof livesSchema>>;

const HOUR_MS = 3_600_000;
const NO_LIFE: Lives = { checks: 0, floors: [], topMb: 0, ends: 0, endMb: 0, safeMb: 0 };
/** Memory above this share of its level at the last restart is near that level. */
const NEAR = 0.75;
/** Memory has come down if it falls to this share. */
const DOWN = 0.85;
/** A process has reached a level at this share of it. */
const LEVEL = 0.95;

/** A collector lets memory rise and fall. What survives it is the floor, and only a leak lets that climb until the end. */
export const memoryFilling = condition({
  code: 'memory_filling',
  phrase: 'memory filling',
  title: { subject: (service) => `The memory of ${service}`, state: 'filling up' },
  advice:
    'It seems to leak: take a heap dump while its memory is high, restart it, and look at what was deployed before this began.',
  meaning: 'The memory climbs until the service restarts, and climbs again. Notifies.',
  contracts: ['own'],
  keys: () => ({}),
  defaults: { do: 'notify' },
  pace: () => ({ begins: AT_ONCE, ends: { runs: 10, ms: HOUR_MS } }),
  schema: livesSchema,
  look: ({ report, change }, _, before: Lives | null) => {
    const used = report?.memory.used ?? null;
    if (used === null) return { look: BETWEEN, memory: before };
    const mb = Math.round(used);
    const known = before ?? NO_LIFE;
    if (change?.restarted !== true) {
      const life = withCheck(known, mb);
      const { ends, endMb, safeMb } = life;
      const isNear = LEVEL * endMb > safeMb && mb > Math.max(NEAR * endMb, safeMb);
      if (!isNear || !climbs(life)) return { look: OFF, memory: life };
      const about = Number(endMb.toPrecision(2));
      const message = `memory has climbed to ${mb} of about ${about} MB, where it restarted ${times(ends)}`;
      return { look: on(message, { stage: 1 }), memory: life };
    }
    const born = withCheck({ ...known, checks: 0, floors: [], topMb: 0 }, mb);
    const { topMb, safeMb } = known;
    // A new version restarts whatever its memory is.
    if (change.version !== null || LEVEL * topMb <= safeMb || !climbs(known)) return { look: OVER, memory: born };
    const ends = known.endMb > safeMb ? known.ends + 1 : 1;
    const memory = { ...born, ends, endMb: topMb };
    // Once is no proof: a cache that fills climbs too, until somebody restarts its process.
    const look = ends === 1 ? OVER : on(`restarted ${times(ends)} at its highest memory, last at ${topMb} MB`);
    return { look, memory };
  },
});

function times(count: number): string {
  return ['once', 'twice'][count - 1] ?? `${count} times`;
}

function withCheck(life: Lives, mb: number): Lives {
  const { checks } = life;
  const size = partSize(checks + 1);
  const floors = [...life.floors];
  const parts =
    size === partSize(checks)
      ? floors
      : floors.flatMap((floor, at) => (at % 2 === 0 ? Math.min(floor, floors[at + 1] ?? floor) : []));
  const part = Math.floor(checks / size);
  parts[part] = Math.min(parts[part] ?? mb, mb);
  const hasComeDown = mb < DOWN * life.topMb;
  const livesThere =
    parts.length > LEAST_PARTS && parts.slice(parts.length / 4).every((floor) => floor >= LEVEL * life.endMb);
  return {
    ...life,
    checks: checks + 1,
    floors: parts,
    topMb: hasComeDown ? mb : Math.max(life.topMb, mb),
    safeMb: Math.max(life.safeMb, hasComeDown ? life.topMb : 0, livesThere ? life.endMb : 0),
  };
}

/** How many checks a part has: a power of two, so that two parts are one if there are too many. */
function partSize(checks: number): number {
  let size = 1;
  while (size * MOST_PARTS < checks) size *= 2;
  return size;
}

/** The least that memory climbs by in a leak: in megabytes, and as a share of what it was. Less is a cycle of the collector. */
const LEAST_MB = 8;
const LEAST_SHARE = 0.1;

/** Whether the floor has climbed until now, and did not slow down as that of a cache that fills. */
function climbs({ checks, floors }: Lives): boolean {
  // The first part has the start in it, and the last may be of few checks.
  const whole = floors.slice(0, Math.floor(checks / partSize(checks)));
  if (whole.length < LEAST_PARTS) return false;
  const first = whole[1] ?? 0;
  const late = whole[Math.floor((whole.length * 3) / 4) - 1] ?? 0;
  const last = whole.at(-1) ?? 0;
  const climbed = last - first;
  if (climbed < Math.max(LEAST_MB, LEAST_SHARE * first)) return false;
  if (last - late < LATE_SHARE * climbed) return false;
  // It may rest for a part, as a leak does at night; before and after a step it rests for longer.
  return whole.every((floor, at) => at < 3 || (floor >= (whole[at - 1] ?? 0) && floor > (whole[at - 2] ?? 0)));
}

const LEAST_PARTS = 4;
/** The last quarter of a steady climb adds a quarter of it, that of a cache which fills a tenth. */
const LATE_SHARE = 0.15;
