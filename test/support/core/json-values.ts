/** JSON values of any shape, and such as look like a state that a damaged disk has left. */

import fc from 'fast-check';
import { ALERT_EVENTS } from '../../../lambda/core/words/codes';

const anything = fc.jsonValue({ maxDepth: 3 });
const instant = fc.oneof(
  fc.constantFrom(0, -1, 1.5, 8.64e15, -8.64e15, 8.65e15, 1e300, -1e300, 253402300799999, 253402300800000),
  fc.integer({ min: 0, max: 4_102_444_800_000 }),
);
const count = fc.constantFrom<unknown>(0, 1, 2, -1, -1e9, 1.5, 1e300, Number.MAX_VALUE, '3', null);
const text = fc.constantFrom<unknown>(
  ...['unhealthy', 'http_503', 'purple', '', 'x'.repeat(10_000), 7, null],
  ...['\u001b[2J\u0007gone', ' \u202ereversed\n'.repeat(2_000), 'a\u0301\u0301\u0301\u0301\u0301\ud800'],
);

/** An object with some of the given keys, each of the given kind or of any other. */
const mixed = (keys: Readonly<Record<string, fc.Arbitrary<unknown>>>) =>
  fc.record(
    Object.fromEntries(
      Object.entries(keys).map(([key, value]) => [key, fc.oneof({ weight: 6, arbitrary: value }, anything)]),
    ),
    { requiredKeys: [] },
  );

const row = mixed({ since: instant, runs: count });

const incident = mixed({
  id: fc.constantFrom('1', '20260301T120000.000Z-1', '__proto__'),
  kind: fc.constantFrom('outage', 'outage', 'condition', 'doubt'),
  subject: fc.oneof(fc.constant(null), mixed({ kind: fc.constantFrom('receiver', 'planet'), id: text })),
  openedAt: instant,
  over: fc.oneof(fc.constant(null), mixed({ at: instant, why: fc.constantFrom('well', 'duplicate'), of: text })),
  run: count,
  verdict: text,
  reason: text,
  message: text,
  httpStatus: count,
  failing: row,
  recovery: row,
  failedRuns: count,
  failures: count,
  downMs: count,
  relapses: fc.array(instant, { maxLength: 20 }),
  spentBy: fc.array(fc.oneof(text, fc.constantFrom('20260301T120000.000Z-1', '1')), { maxLength: 8 }),
  lastFailedAt: instant,
  url: text,
  change: mixed({ verdict: text, runs: count }),
  clues: fc.array(mixed({ code: text, at: instant, message: text })),
});

const iso = fc.constantFrom('2026-03-01T12:00:00.000Z', 'yesterday', '+275760-09-13T00:00:00.000Z');

const alert = mixed({
  id: fc.constantFrom('shop/a/1/opened', 'shop/a/1/resolved'),
  incidentId: fc.constant('shop/a/1'),
  event: fc.constantFrom(...ALERT_EVENTS, 'exploded'),
  at: iso,
  openedAt: iso,
  resolvedAt: iso,
  durationSeconds: count,
  service: mixed({ id: text, url: text, environment: text }),
  verdict: text,
  reason: text,
  message: text,
  previous: mixed({ verdict: text, reason: text, message: text }),
  changed: mixed({ restarted: fc.boolean(), version: mixed({ from: text, to: text }) }),
  lastHealthy: mixed({ at: iso, version: text, uptimeSeconds: count, memoryUsedMb: count, memoryTotalMb: count }),
  clues: fc.array(mixed({ code: text, at: iso, message: text })),
  conditions: fc.array(mixed({ code: text, since: iso, message: text })),
  links: mixed({ runbook: text, dashboard: text, logs: text }),
  severity: text,
  summary: text,
});

const latest = mixed({
  at: instant,
  since: instant,
  kind: text,
  reason: text,
  message: text,
  httpStatus: count,
  attempts: count,
  timings: mixed({
    dnsMs: count,
    connectMs: count,
    tlsMs: count,
    firstByteMs: count,
    downloadMs: count,
    totalMs: count,
  }),
  report: mixed({
    status: text,
    service: text,
    uptime: count,
    memory: mixed({ used: count, total: count }),
    others: fc.dictionary(fc.constantFrom('region', '__proto__', '<b>'), fc.oneof(text, anything)),
  }),
  errorBody: mixed({ error: text, service: text }),
  warnings: fc.array(mixed({ code: text, message: text })),
  certificate: mixed({ expiresAt: instant, daysLeft: count, lifetimeMs: count }),
  clientCertificate: mixed({ expiresAt: instant, daysLeft: count, name: text }),
});

const sentAlert = mixed({
  id: text,
  event: fc.oneof(text, fc.constantFrom(...ALERT_EVENTS)),
  at: instant,
  sentAt: instant,
  verdict: text,
  summary: text,
  notification: mixed({ id: text, summary: text }),
});

const record = mixed({
  due: instant,
  opened: instant,
  over: fc.oneof(fc.constant(null), instant),
  lastAlert: mixed({ nth: count, at: instant, verdict: text, reason: text, message: text, stage: count }),
  sent: mixed({ first: sentAlert, last: sentAlert, count }),
  verdicts: fc.array(text),
  updates: count,
  reminders: count,
  thread: text,
  tried: mixed({ alert, nth: count, times: count, at: instant }),
  omitted: count,
});

/** What may be found in place of a state. */
export const damagedState: fc.Arbitrary<unknown> = fc.oneof(
  anything,
  mixed({
    pending: mixed({ since: instant, runs: count }),
    incidents: fc.array(incident, { maxLength: 30 }),
    incidentCount: count,
    notified: fc.dictionary(
      fc.constantFrom('1', '20260301T120000.000Z-1', '__proto__'),
      fc.dictionary(fc.constantFrom('sns', '__proto__', '\u001b[2J'), record),
    ),
    reportClock: mixed({ since: instant, sentAt: instant, uptime: count, everyMs: count, otherUnit: count }),
    prunedBefore: fc.dictionary(fc.constantFrom('outage', '__proto__'), instant),
    lastHealthy: mixed({
      at: instant,
      version: text,
      uptime: count,
      memory: mixed({ used: count }),
    }),
    latest,
    changes: fc.array(mixed({ at: instant, restarted: count, version: mixed({ from: text, to: text }) })),
    about: mixed({ id: text, statusUrl: text, environment: text, severity: text, runbook: text }),
    savedAt: instant,
  }).map((state) => ({ ...state, schema: 1 })),
);
