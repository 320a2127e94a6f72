/** `reports_degraded`: a service that answers, and says that something is not well with it. */

import * as v from 'valibot';
import { instant } from '../fields/stored-value';
import { SEVERITIES } from '../words/codes';
import { AT_ONCE, BETWEEN, condition, OFF, on } from './rule';

const HOUR_MS = 3_600_000;
/** A service that reports it so often within an hour flaps. */
const TURNS = 3;
/** How long a flapping service must report itself healthy until the condition ends. */
const CALM_MS = 600_000;

const turnsSchema = v.object({
  /** When the service last began to report it, within the last hour, in milliseconds since 1970. */
  began: v.pipe(v.array(instant), v.maxLength(TURNS), v.readonly()),
  /** Since when the service has not reported it, while the condition holds; `null` if it does. */
  wellSince: v.nullable(instant),
});
export type Turns = Readonly<v.InferOutput<typeof turnsSchema>>;

/** It begins and ends with the answer: a service that reports itself has already weighed what is wrong. */
export const reportsDegraded = condition({
  code: 'reports_degraded',
  phrase: 'reported degraded',
  title: { state: 'degraded' },
  advice: 'It works, but a part of it does not: look at the parts that it names.',
  meaning: 'The service reports itself degraded, with another contract than own. Notifies.',
  contracts: ['common', 'text'],
  keys: ({ choice }) => ({ severity: choice(SEVERITIES).describe('Of its alerts.').optional() }),
  defaults: { do: 'notify', severity: 'warning' },
  pace: () => ({ begins: AT_ONCE, ends: AT_ONCE }),
  schema: turnsSchema,
  look: ({ now, check, report }, _, before: Turns | null, holds) => {
    const recent = before?.began.filter((at) => at > now - HOUR_MS) ?? [];
    if (report?.status === 'degraded') {
      const isNew = !holds || (before !== null && before.wellSince !== null);
      const began = isNew ? [...recent, now].slice(-TURNS) : recent;
      return { look: on(check.message), memory: { began, wellSince: null } };
    }
    const wellSince = holds ? (before?.wellSince ?? now) : null;
    const memory = recent.length === 0 && wellSince === null ? null : { began: recent, wellSince };
    const isCalm = wellSince === null || recent.length < TURNS || now - wellSince >= CALM_MS;
    return { look: isCalm ? OFF : BETWEEN, memory };
  },
  firstSign: ({ check: { report, message } }) => (report?.status === 'degraded' ? message : null),
});
