/** The schema of an alert that was not answered and is sent again unchanged. One that can't be rendered would block all others. */

import * as v from 'valibot';
import { CONDITION_CODES } from '../conditions/conditions';
import { pickFields } from '../fields/fields';
import {
  address,
  alertEvent,
  amount,
  code,
  count,
  firstOf,
  id,
  isoInstant,
  LONGEST,
  line,
  orNull,
} from '../fields/stored-value';
import { CLUE_LENGTH, MOST_CLUES } from '../incident/clue';
import { ALERTED, INCIDENT } from '../incident/incident';
import { timingsSchema } from '../probe/latest-check';
import { DEFAULT_LENGTH } from '../words/clean-text';
import { ID_LIMIT } from '../words/ids';
import { type Alert, MOST_DEPENDENTS } from './alert';

const text = v.fallback(line(), '');
const clue = v.object({ code, at: orNull(isoInstant), message: line(CLUE_LENGTH) });
const condition = v.object({ code, since: isoInstant, message: line(CLUE_LENGTH) });

const episode = v.object({
  times: count,
  since: isoInstant,
  relapsed: v.boolean(),
  againSince: orNull(isoInstant),
  healthySeconds: orNull(count),
  runs: count,
  failedRuns: count,
});

const dependents = v.object({
  services: count,
  failing: count,
  isWhole: v.boolean(),
  named: firstOf(line(ID_LIMIT), MOST_DEPENDENTS),
});

const report = v.object({
  at: isoInstant,
  version: orNull(line(DEFAULT_LENGTH)),
  uptimeSeconds: orNull(amount),
  memoryUsedMb: orNull(amount),
  memoryTotalMb: orNull(amount),
});

const links = v.object({ dashboard: orNull(address), logs: orNull(address), runbook: orNull(address) });

const incidentEntries = pickFields(INCIDENT.entries, ALERTED);
const { verdict, reason, message } = incidentEntries;

/** The schema of an alert. It must have its event, incident, service and time; any other invalid field gets a default that can be shown. */
export const alertSchema: v.GenericSchema<unknown, Alert> = v.object({
  schema: v.literal('statuswatch.alert/1'),
  id,
  event: alertEvent,
  ...incidentEntries,
  incidentId: id,
  deployment: text,
  at: isoInstant,
  openedAt: isoInstant,
  resolvedAt: orNull(isoInstant),
  durationSeconds: v.fallback(count, 0),
  // SNS accepts no empty attribute.
  service: v.object({
    id: v.pipe(line(ID_LIMIT), v.minLength(1)),
    url: v.fallback(address, ''),
    environment: orNull(line()),
  }),
  previous: orNull(v.object({ verdict, reason, message })),
  episode: orNull(episode),
  clues: v.fallback(firstOf(clue, MOST_CLUES), []),
  conditions: v.fallback(firstOf(condition, CONDITION_CODES.length), []),
  neededBy: v.exactOptional(dependents),
  lastHealthy: orNull(report),
  timings: orNull(timingsSchema),
  links: v.fallback(links, { dashboard: null, logs: null, runbook: null }),
  page: orNull(v.object({ url: address, controls: v.boolean() })),
  nextReminderAt: orNull(isoInstant),
  omitted: v.fallback(count, 0),
  possiblyRepeated: v.fallback(v.boolean(), false),
  silenced: orNull(
    v.object({
      until: isoInstant,
      by: orNull(line()),
      reason: orNull(line()),
      planned: v.boolean(),
      behind: v.exactOptional(line(ID_LIMIT)),
    }),
  ),
  ack: orNull(v.object({ by: orNull(line()), note: orNull(line()), since: isoInstant, until: isoInstant })),
  silencesUnknown: v.fallback(v.boolean(), false),
  drill: v.fallback(v.boolean(), false),
  summary: v.fallback(line(LONGEST.summary), ''),
});
