/** A run as a document: `check --json` prints it. */

import type { Health } from '../../lambda/core/condition/health';
import { stateOf } from '../../lambda/core/documents/facts/service-view';
import { type ServiceDocument, serviceDocument } from '../../lambda/core/documents/service-document';
import { iso } from '../../lambda/core/documents/words/format';
import { type SilenceDocument, silenceDocument } from '../../lambda/core/silence/silence-document';
import type { RunFailure } from '../../lambda/core/words/run-failure';
import { askedIn, type KnownRun } from './known-run';

/**
 * How many services there are, how many of them are what, and how many could not be asked. Those that answer healthy while a
 * condition holds count as degraded, not as healthy.
 */
export type Summary = Readonly<Record<'total' | Health | 'notAsked', number>>;

/** Instants are ISO 8601 in UTC with milliseconds. */
export interface RunDocument {
  readonly startedAt: string;
  readonly durationMs: number;
  readonly summary: Summary;
  /** Warnings about the run as a whole, in words. */
  readonly warnings: readonly string[];
  /** Those that hold, the one that ends last first. */
  readonly silences: readonly SilenceDocument[];
  /** The services with a verdict. */
  readonly services: readonly ServiceDocument[];
  /** What went wrong on the checker's own side, such as that a service could not be asked; once, where the run is inconclusive. */
  readonly failures: readonly RunFailure[];
}

export function runDocument(known: KnownRun): RunDocument {
  const { startedAt, durationMs, failures, warnings } = known.run;
  return {
    startedAt: iso(startedAt),
    durationMs: Math.round(durationMs * 100) / 100,
    summary: summarize(known),
    warnings,
    silences: known.silences.map(silenceDocument),
    services: askedIn(known).map((service) => serviceDocument(known, service, null)),
    failures,
  };
}

function summarize(known: KnownRun): Summary {
  const { unasked } = known.run;
  const all = askedIn(known).map((service) => stateOf(known, service));
  const count = (health: Health) => all.filter((one) => one === health).length;
  return {
    total: known.services.length,
    healthy: count('healthy'),
    degraded: count('degraded'),
    unhealthy: count('unhealthy'),
    error: count('error'),
    unreachable: count('unreachable'),
    invalid: count('invalid'),
    notAsked: unasked.length,
  };
}
