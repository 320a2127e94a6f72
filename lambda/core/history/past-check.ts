/** A past check: the part of a check that is stored, and its stored form: a short row, since each save pays for its length. */

import * as v from 'valibot';
import { code, count, instant, milliseconds, verdict } from '../fields/stored-value';
import type { Checked } from '../probe/check-result';
import { ownReport, responseMs } from '../probe/own-figures';
import type { VerdictKind } from '../words/codes';
import type { JsonObject } from '../words/json';
import { isCount } from '../words/response-times';

export interface PastCheck {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly kind: VerdictKind;
  readonly reason: string;
  /** The response time in milliseconds, to a tenth; `null` if no answer came, or if the time is the checker's own. */
  readonly ms: number | null;
  /** Whole megabytes, as reported; `null` if it was not reported. */
  readonly memoryMb: number | null;
  /** Whether it was within planned maintenance of its service. */
  readonly inMaintenance: boolean;
}

export function pastCheckOf(check: Checked, inMaintenance: boolean): PastCheck {
  const ms = responseMs(check);
  const memoryMb = Math.round(ownReport(check)?.memory.used ?? Number.NaN);
  return {
    at: check.at,
    kind: check.kind,
    reason: check.reason,
    ms: ms === null ? null : Math.round(ms * 10) / 10,
    memoryMb: isCount(memoryMb) ? memoryMb : null,
    inMaintenance,
  };
}

/**
 * Returns `{from, results, rows}`. A row is `[milliseconds since the check before it, response time, index of the result, megabytes, maintenance]`;
 * values at its end that are the usual ones are left out.
 */
export function storedChecks(checks: readonly PastCheck[]): JsonObject {
  const results: (readonly [string, string])[] = [];
  const indexOf = ({ kind, reason }: PastCheck) => {
    const known = results.findIndex((result) => result[0] === kind && result[1] === reason);
    return known < 0 ? results.push([kind, reason]) - 1 : known;
  };
  const from = checks[0]?.at ?? 0;
  const rows = checks.map((check, index) => {
    const { at, ms, memoryMb, inMaintenance } = check;
    const row = [at - (checks[index - 1]?.at ?? from), ms, indexOf(check), memoryMb, inMaintenance ? 1 : 0];
    return row.slice(0, row.findLastIndex((value, place) => value !== USUAL[place]) + 1);
  });
  return { from, results, rows };
}

const USUAL: readonly unknown[] = [undefined, null, 0, null, 0];

const rowSchema = v.pipe(
  v.array(v.unknown()),
  v.transform((row) => USUAL.map((usual, place) => row[place] ?? usual)),
  v.tuple([count, v.nullable(milliseconds), count, v.nullable(count), v.picklist([0, 1])]),
);

/** Reads what `storedChecks` makes: checks that are in order, each time once. */
export const checksSchema: v.GenericSchema<unknown, readonly PastCheck[]> = v.pipe(
  v.object({ from: instant, results: v.array(v.tuple([verdict, code])), rows: v.array(rowSchema) }),
  v.check(({ results, rows }) =>
    rows.every(([after, , result], place) => (after > 0 || place === 0) && result < results.length),
  ),
  v.transform(({ from, results, rows }) => {
    let at = from;
    return rows.map(([after, ms, result, memoryMb, inMaintenance]): PastCheck => {
      at += after;
      const [kind, reason] = results[result] as (typeof results)[number];
      return { at, kind, reason, ms, memoryMb, inMaintenance: inMaintenance === 1 };
    });
  }),
  v.check((checks) => v.is(instant, checks.at(-1)?.at ?? 0)),
);
