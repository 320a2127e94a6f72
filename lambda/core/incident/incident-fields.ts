/** The fields of an incident, each declared once: how two processes' values are joined, and for how long a value is kept. */

import * as v from 'valibot';
import { type Field, joinFields, tableOf } from '../fields/fields';
import { eitherKnown, joinLists } from '../fields/join';
import {
  address,
  code,
  count,
  httpStatus,
  id,
  incidentKind,
  instant,
  lastOf,
  line,
  orNull,
  receiverId,
  severity,
  verdict,
} from '../fields/stored-value';
import { lastHealthySchema } from '../history/recent-runs';
import { changedSchema } from '../history/service-change';
import { cluesSchema, othersFailingSchema } from './clue';
import { byBeginning, type End, type Incident, problemKey } from './incident';

/** How many relapses of an outage are kept. More in half an hour make no difference. */
const RELAPSES_KEPT = 10;

/** The ids that `withNew` makes. */
const incidentId = v.pipe(v.string(), v.regex(/^\d[\w.-]{0,79}$/));

/** Runs in a row, and when they began. */
export const streakSchema = v.object({ since: instant, runs: count });

const endSchema = v.object({
  at: instant,
  why: v.picklist(['well', 'removed', 'duplicate']),
  of: v.exactOptional(id),
});

const relapsesSchema = lastOf(instant, RELAPSES_KEPT);

/** The most outages that an incident names as those that spent its budget. A budget that more have spent counts as used without them. */
const MOST_SPENDERS = 5;

const spentBySchema = v.pipe(v.array(incidentId), v.maxLength(MOST_SPENDERS));

type Rule = Pick<Field<never, Incident>, 'kept' | 'savedAtOnce'>;

/** The figures of a condition or an objective may change with each run for weeks. Of an outage, healthy runs are counted while it recovers. */
const ofOutage = <Value>(value: Value, { kind }: Incident) => (kind === 'outage' ? value : null);

const FACT = { kept: 'always', savedAtOnce: true } as const satisfies Rule;
const FIGURE = { kept: 'always', savedAtOnce: ofOutage } as const satisfies Rule;
/** A field that only alerts need. */
const DETAIL = { kept: 'until settled', savedAtOnce: ofOutage } as const satisfies Rule;
const PRESENT = { kept: 'until over', savedAtOnce: ofOutage } as const satisfies Rule;

const subjectSchema = v.object({ kind: v.picklist(['receiver', 'pulse', 'topic']), id: receiverId });

export const INCIDENT = tableOf<Incident>({
  numberOf: ({ run }) => run,
  phaseOf: ({ over, settled }) => {
    if (over === null) return 'until over';
    return settled ? 'always' : 'until settled';
  },
  required: ['id', 'openedAt'],
  fields: {
    id: { ...FACT, join: 'newest', initial: '', schema: incidentId },
    kind: { ...FACT, join: 'newest', initial: 'outage', schema: incidentKind },
    subject: { ...FACT, join: 'newest', initial: null, schema: v.nullable(subjectSchema) },
    openedAt: { ...FIGURE, join: Math.min, initial: 0, schema: instant },
    noticedAt: { ...FIGURE, join: Math.min, initial: 0, schema: instant },
    over: { ...FACT, join: earlierEnd, initial: null, schema: v.nullable(endSchema) },
    settled: { ...FIGURE, join: either, initial: false, schema: v.boolean() },
    severity: { ...FIGURE, join: 'newest', initial: 'critical', schema: severity },
    environment: { ...FIGURE, join: 'newest', initial: null, schema: orNull(line()) },
    run: { ...FIGURE, join: 'newest', initial: 0, schema: count },
    verdict: { ...FIGURE, join: 'newest', initial: 'unreachable', schema: verdict },
    reason: { ...FIGURE, join: 'newest', initial: '', schema: code },
    message: { ...FIGURE, join: 'newest', initial: '', schema: line() },
    httpStatus: { ...DETAIL, join: 'newest', initial: null, schema: v.nullable(httpStatus) },
    errorCode: { ...DETAIL, join: 'newest', initial: null, schema: v.nullable(code) },
    verdictRuns: { ...DETAIL, join: 'newest', initial: 0, schema: count },
    change: { ...PRESENT, join: 'newest', initial: null, schema: v.nullable(v.object({ verdict, runs: count })) },
    stage: { ...FACT, join: 'newest', initial: 0, schema: count },
    spentBy: { ...FACT, join: joinSpentBy, initial: [], schema: spentBySchema },
    failing: { ...PRESENT, join: 'newest', initial: null, schema: v.nullable(streakSchema) },
    recovery: { ...PRESENT, join: 'newest', initial: null, schema: v.nullable(streakSchema) },
    watchedUntil: { ...PRESENT, join: 'newest', initial: null, schema: v.nullable(instant) },
    lastFailedAt: { ...FIGURE, join: Math.max, initial: 0, schema: instant },
    failedRuns: { ...FIGURE, join: Math.max, initial: 1, schema: count },
    failures: { ...FIGURE, join: Math.max, initial: 1, schema: count },
    downMs: { ...FIGURE, join: Math.max, initial: 0, schema: count },
    relapses: { ...DETAIL, join: joinRelapses, initial: [], schema: relapsesSchema },
    lateRelapses: { ...FIGURE, join: Math.max, initial: 0, schema: count },
    url: { ...DETAIL, join: 'newest', initial: '', schema: address },
    lastHealthy: { ...DETAIL, join: 'newest', initial: null, schema: v.nullable(lastHealthySchema) },
    clues: { ...FIGURE, join: 'newest', initial: [], schema: cluesSchema },
    others: { ...FIGURE, join: 'newest', initial: null, schema: v.nullable(othersFailingSchema) },
    changed: { ...DETAIL, join: 'newest', initial: null, schema: v.nullable(changedSchema) },
  },
});

/** Two lists joined into one, sorted by their beginning: idempotent, commutative and associative. */
export function joinIncidents(left: readonly Incident[], right: readonly Incident[]): readonly Incident[] {
  return joinLists(left, right, {
    key: (incident) => `${problemKey(incident)} ${incident.id}`,
    order: byBeginning,
    most: Number.POSITIVE_INFINITY,
    join: (ours, theirs) => joinFields(ours, theirs, INCIDENT),
  });
}

/** The earlier end; of two at the same time always the same. */
function earlierEnd(left: End | null, right: End | null): End | null {
  return eitherKnown(left, right, ({ at }) => -at);
}

function either(left: boolean, right: boolean): boolean {
  return left || right;
}

/** Both lists of outages as one list, sorted; empty if either is, for then the budget is used too fast without them too. */
export function joinSpentBy(left: readonly string[], right: readonly string[]): readonly string[] {
  if (left.length === 0 || right.length === 0) return [];
  const all = [...new Set([...left, ...right])].sort();
  return all.length > MOST_SPENDERS ? [] : all;
}

/** The latest relapses of both, each time once. */
export function joinRelapses(left: readonly number[], right: readonly number[]): readonly number[] {
  return joinLists(left, right, {
    key: (at) => at,
    order: (earlier, later) => earlier - later,
    most: RELAPSES_KEPT,
  });
}
