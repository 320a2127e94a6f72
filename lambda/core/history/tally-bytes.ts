/** A tally as it is stored: bytes, as base64. */

import { OBJECTIVE_REASONS, type ObjectiveReason } from '../words/codes';
import { readInstant, readText } from '../words/stored-value';
import { fromBase64, isBroken, next, putVarint, type Reader, readerOf, toBase64, varint } from './bytes';
import { BUCKET_MS, RESOLUTIONS } from './resolution';
import { FIELDS, NO_SLOTS, type Slots, slotsKept, type Tally } from './tally';

const DAY_MS = BUCKET_MS.days;
const MOST_DAYS = 400;

const VERSION = 1;
const [HAS_THRESHOLD, IS_SEEDED] = [1, 2];

/** Stored with each save of the state, so every byte counts. A later version may add to the end. */
export function storeTally({ slots, underMs, windowMs, generation, since, timedSince, until, ...rest }: Tally): string {
  const { seeded, burns } = rest;
  const bytes: number[] = [VERSION, (underMs === null ? 0 : HAS_THRESHOLD) + (seeded ? IS_SEEDED : 0)];
  if (underMs !== null) putVarint(bytes, underMs);
  putVarint(bytes, windowMs / DAY_MS);
  putVarint(bytes, generation);
  putVarint(bytes, since);
  for (const time of [timedSince, until]) putVarint(bytes, Math.max(0, time - since));
  for (const each of RESOLUTIONS) putSlots(bytes, slots[each], BUCKET_MS[each], underMs !== null);
  const burnt = OBJECTIVE_REASONS.filter((reason) => burns[reason] !== undefined);
  putVarint(bytes, burnt.length);
  for (const reason of burnt) {
    bytes.push(OBJECTIVE_REASONS.indexOf(reason));
    putVarint(bytes, burns[reason] ?? 0);
  }
  return toBase64(Uint8Array.from(bytes));
}

/** Reads what is stored; `null` if it makes no sense. */
export function readTally(raw: unknown): Tally | null {
  const bytes = fromBase64(readText(raw) ?? '');
  if (bytes === null) return null;
  const reader = readerOf(bytes);
  if (next(reader) !== VERSION) return null;
  const flags = next(reader);
  const underMs = flags & HAS_THRESHOLD ? varint(reader) : null;
  const [days, generation] = [varint(reader), varint(reader)];
  const since = varint(reader);
  const [timedSince, until] = [since + varint(reader), since + varint(reader)];
  if (days === 0 || days > MOST_DAYS || readInstant(timedSince) === null || readInstant(until) === null) return null;
  const windowMs = days * DAY_MS;
  const kept = slotsKept(windowMs);
  const slots = { fine: NO_SLOTS, hours: NO_SLOTS, days: NO_SLOTS };
  for (const each of RESOLUTIONS) {
    const found = readSlots(reader, BUCKET_MS[each], kept[each], underMs !== null);
    if (found === null) return null;
    slots[each] = found;
  }
  const burns: Partial<Record<ObjectiveReason, number>> = {};
  for (let left = Math.min(varint(reader), OBJECTIVE_REASONS.length); left > 0; left -= 1) {
    const [reason, at] = [OBJECTIVE_REASONS[next(reader)], varint(reader)];
    if (reason !== undefined && readInstant(at) !== null) burns[reason] = at;
  }
  return isBroken(reader)
    ? null
    : { underMs, windowMs, generation, since, timedSince, until, seeded: (flags & IS_SEEDED) > 0, burns, slots };
}

/**
 * The place of the first slot, how many there are, and then for some slots a byte, whose upper two bits say what follows:
 * `REPEATED`: as many slots as the lower bits say, and one, are as the one before. `SMALL`: as many checks as before, and in three
 * bits each how many failed and were slow. `AS_MANY`: as many checks as before, and `WHOLE`: another number of them; the lower bits
 * say which counts follow. All healthy checks are timed, or none, unless a count says otherwise.
 */
function putSlots(bytes: number[], { from, counts }: Slots, stepMs: number, isTimed: boolean): void {
  putVarint(bytes, from / stepMs);
  putVarint(bytes, counts.length / FIELDS);
  let before: readonly number[] = [0, 0, 0, 0];
  let repeated = 0;
  const flush = () => {
    for (; repeated > 0; repeated -= Math.min(repeated, MOST_REPEATED))
      bytes.push(REPEATED + Math.min(repeated, MOST_REPEATED) - 1);
  };
  for (let place = 0; place < counts.length; place += FIELDS) {
    const slot = [0, 1, 2, 3].map((field) => counts[place + field] ?? 0);
    if (slot.every((count, field) => count === before[field])) {
      repeated += 1;
      continue;
    }
    flush();
    putSlot(bytes, slot, before[0] ?? 0, isTimed);
    before = slot;
  }
  flush();
}

const [REPEATED, SMALL, AS_MANY, WHOLE] = [0, 64, 128, 192];
const MOST_REPEATED = 64;
const [HAS_FAILED, HAS_SLOW, HAS_TIMED] = [1, 2, 4];

function putSlot(bytes: number[], slot: readonly number[], checksBefore: number, isTimed: boolean): void {
  const [checks = 0, failed = 0, timed = 0, slow = 0] = slot;
  const isRegular = timed === (isTimed ? checks - failed : 0);
  if (isRegular && checks === checksBefore && failed < 8 && slow < 8) {
    bytes.push(SMALL + failed * 8 + slow);
    return;
  }
  const kind = checks === checksBefore ? AS_MANY : WHOLE;
  bytes.push(kind + (failed > 0 ? HAS_FAILED : 0) + (slow > 0 ? HAS_SLOW : 0) + (isRegular ? 0 : HAS_TIMED));
  if (kind === WHOLE) putVarint(bytes, checks);
  if (failed > 0) putVarint(bytes, failed);
  if (slow > 0) putVarint(bytes, slow);
  if (!isRegular) putVarint(bytes, timed);
}

/** `null` if it makes no sense, or there are more slots than are kept. */
function readSlots(reader: Reader, stepMs: number, most: number, isTimed: boolean): Slots | null {
  const from = varint(reader) * stepMs;
  const size = varint(reader);
  if (readInstant(from) === null || size > most || isBroken(reader)) return null;
  const counts: number[] = [];
  let slot = [0, 0, 0, 0];
  for (let index = 0; index < size; ) {
    const byte = next(reader);
    const times = byte < SMALL ? byte + 1 : 1;
    if (byte >= SMALL) slot = readSlot(reader, byte, slot[0] ?? 0, isTimed);
    const [checks = 0, failed = 0, timed = 0, slow = 0] = slot;
    if (isBroken(reader) || failed > checks || timed > checks || slow > timed || index + times > size) return null;
    for (let time = 0; time < times; time += 1, index += 1) counts.push(...slot);
  }
  return { from, counts };
}

function readSlot(reader: Reader, byte: number, checksBefore: number, isTimed: boolean): number[] {
  const isSmall = byte < AS_MANY;
  const checks = byte >= WHOLE ? varint(reader) : checksBefore;
  const countOf = (flag: number) => (byte & flag ? varint(reader) : 0);
  const failed = isSmall ? (byte >> 3) & 7 : countOf(HAS_FAILED);
  const slow = isSmall ? byte & 7 : countOf(HAS_SLOW);
  const timed = !isSmall && byte & HAS_TIMED ? varint(reader) : isTimed ? checks - failed : 0;
  return [checks, failed, timed, slow];
}
