/** JSON values of any shape, and such as look like a state that another version, or a damaged disk, has left. */

import fc from 'fast-check';
import { EVENTS } from '../../lambda/core/words/codes';

const anything = fc.jsonValue({ maxDepth: 3 });
const instant = fc.oneof(
  fc.constantFrom(0, -1, 1.5, 8.64e15, -8.64e15, 8.65e15, 1e300, -1e300, 253402300799999, 253402300800000),
  fc.integer({ min: 0, max: 4_102_444_800_000 }),
);
const count = fc.constantFrom<unknown>(0, 1, 2, -1, -1e9, 1.5, 1e300, Number.MAX_VALUE, '3', null);
const text = fc.constantFrom<unknown>('unhealthy', 'http_503', 'purple', '', 'x'.repeat(10_000), 7, null);

/** An object with some of the given keys, each of the given kind or of any other. */
const mixed = (keys: Readonly<Record<string, fc.Arbitrary<unknown>>>) =>
  fc.record(
    Object.fromEntries(
      Object.entries(keys).map(([key, value]) => [key, fc.oneof({ weight: 6, arbitrary: value }, anything)]),
    ),
    { requiredKeys: [] },
  );

const incident = mixed({
  id: fc.constantFrom('1', '20260301T120000.000Z-1'),
  openedAt: instant,
  resolvedAt: instant,
  toldAt: instant,
  verdict: text,
  reason: text,
  message: text,
  httpStatus: count,
  failedRuns: count,
  healthyRuns: count,
  change: mixed({ verdict: text, runs: count }),
});

const iso = fc.constantFrom('2026-03-01T12:00:00.000Z', 'yesterday', '+275760-09-13T00:00:00.000Z');

const alert = mixed({
  id: fc.constantFrom('shop/a/1/opened', 'shop/a/1/resolved'),
  incidentId: fc.constant('shop/a/1'),
  event: fc.constantFrom(...EVENTS, 'exploded'),
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
  certificate: mixed({ expiresAt: instant, daysLeft: count }),
});

/** What may be found in place of a state. */
export const damagedState: fc.Arbitrary<unknown> = fc.oneof(
  anything,
  mixed({
    schema: count,
    pending: mixed({ since: instant, runs: count }),
    suspicion: mixed({ since: instant, runs: count }),
    incident,
    open: fc.array(incident, { maxLength: 3 }),
    notified: fc.array(mixed({ incident: text, verdict: text, verdicts: fc.array(text), notifiedAt: instant })),
    lastHealthy: mixed({
      at: instant,
      version: text,
      uptime: count,
      memory: mixed({ used: count }),
      uptimeSeconds: count,
    }),
    incidents: count,
    past: fc.array(incident, { maxLength: 30 }),
    latest,
    changes: fc.array(mixed({ at: instant, restarted: count, version: mixed({ from: text, to: text }) })),
    sent: fc.array(mixed({ id: text, event: text, at: instant, sentAt: instant, verdict: text, summary: text })),
    outbox: fc.array(fc.oneof(alert, mixed({ alert, incident: text, unanswered: count, triedAt: instant })), {
      maxLength: 5,
    }),
    twins: fc.array(incident, { maxLength: 3 }),
    clues: mixed({ incident: text, found: fc.array(mixed({ code: text, at: instant, message: text })) }),
    about: mixed({ id: text, statusUrl: text, environment: text, severity: text, runbook: text }),
    savedAt: instant,
  }),
);
