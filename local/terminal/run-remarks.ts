/** The lines under the row of a service: why it is not healthy, since when, possible causes, and other facts. */

import { describeInstant } from '../../lambda/core/documents/words/format';
import { ackWord, behindWord } from '../../lambda/core/documents/words/hold-words';
import {
  conditionWords,
  incidentWords,
  OUTAGE_EXPLAINS,
  recoveryWords,
} from '../../lambda/core/documents/words/incident-words';
import { silenceWord } from '../../lambda/core/documents/words/silence-words';
import { adviceFor } from '../../lambda/core/reasons/advice';
import { describeDuration } from '../../lambda/core/words/duration';
import type { CheckedService, RunDocument, RunIncident } from '../documents/run-document';
import type { Colors } from './colors';

/** The services with their remarks, the most important first. An outage is what the row says, so its incident is no remark. */
export function remarksIn(
  run: RunDocument,
  colors: Colors,
): readonly { readonly row: CheckedService; readonly remarks: readonly string[] }[] {
  const startedAt = Date.parse(run.startedAt);
  const objectives = new Map<string, readonly RunIncident[]>();
  for (const incident of run.incidents) {
    if (incident.kind !== 'objective') continue;
    objectives.set(incident.service, [...(objectives.get(incident.service) ?? []), incident]);
  }
  const clues = new Set<string>();
  const failing = run.services.filter(({ verdict }) => verdict !== 'healthy');
  return run.services.map((row) => ({
    row,
    remarks: [
      ...stateRemarks(withoutClues(row, clues), startedAt, colors),
      ...(failing.length === 1 && row === failing[0] ? [`check first: ${adviceFor(row.reason)}`] : []),
      ...(objectives.get(row.service) ?? []).map((incident) => incidentRemark(incident)),
      ...row.warnings.map((warning) => `${colors.amber('warning:')} ${warning.message}`),
    ],
  }));
}

/** The service without the clues that are given above: those that fail together have the same. Adds its own. */
function withoutClues(row: CheckedService, given: Set<string>): CheckedService {
  const clues = row.clues.filter(({ message }) => !given.has(message));
  for (const { message } of clues) given.add(message);
  return { ...row, clues };
}

/** The open incidents that no row tells of: their service could not be checked, or has left the config. */
export function incidentsWithoutRow({ services, incidents }: RunDocument): readonly RunIncident[] {
  const shown = new Set(services.map(({ service }) => service));
  return incidents.filter(({ service, kind }) => !shown.has(service) && kind !== 'condition');
}

function stateRemarks(row: CheckedService, now: number, colors: Colors): readonly string[] {
  const { verdict, conditions, clues, message, attempts, behind, recovery } = row;
  const clueTexts = clues.map((clue) => colors.dim(`clue: ${clue.message}`));
  if (verdict !== 'healthy') {
    const facts = [...lengthOf(row, now), ...(attempts > 1 ? [`checked ${attempts} times`] : [])];
    const held = behind === null ? [] : [colors.dim(behindWord(behind))];
    return [`${message}${facts.length === 0 ? '' : ` — ${facts.join(', ')}`}`, ...held, ...clueTexts];
  }
  const held = conditions.map(
    ({ code, since, message: figures }) =>
      `${conditionWords(code)}: ${figures}, since ${describeInstant(Date.parse(since), now)}`,
  );
  const recovers = recovery === null ? [] : [colors.dim(recoveryWords(recovery, now))];
  return [...held, ...recovers, ...clueTexts];
}

/** `for 3 min`; empty for a service that fails for the first time. */
function lengthOf({ stateSince }: CheckedService, now: number): readonly string[] {
  const lastsMs = stateSince === null ? 0 : now - Date.parse(stateSince);
  return lastsMs < 1_000 ? [] : [`for ${describeDuration(lastsMs)}`];
}

/** `availability budget burns fast for 3 min (explained by its outage)`. */
export function incidentRemark(incident: RunIncident): string {
  const what = incidentWords(incident) ?? 'down';
  const note = noteOf(incident);
  return `${what} for ${describeDuration(incident.durationSeconds * 1_000)}${note === null ? '' : ` (${note})`}`;
}

/** The reason why people are not notified of it, or not again; `null` if they are. */
function noteOf({ silence, ack, behind, isExplained }: RunIncident): string | null {
  if (silence !== null) return silenceWord(silence);
  if (ack !== null) return ackWord(ack);
  if (behind?.until === null) return behindWord(behind);
  return isExplained ? OUTAGE_EXPLAINS : null;
}
