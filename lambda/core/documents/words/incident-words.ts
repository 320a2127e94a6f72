/** The problems of incidents other than outages, in a few words: the same on a page, a dashboard and a terminal. */

import { reasonPhrase } from '../../reasons/reason-phrases';
import type { IncidentKind } from '../../words/codes';
import { describeDuration } from '../../words/duration';
import { nameSome } from '../../words/shown-value';
import type { IncidentDocument } from '../incident-document';
import type { RecoveryDocument } from '../recovery-document';
import { plural } from './format';

/** A condition, by its code: `certificate expires soon`. */
export function conditionWords(code: string): string {
  return reasonPhrase(code);
}

/** `degraded: slow, memory filling and 1 more`, from the codes of conditions. */
export function degradedWords(codes: readonly string[]): string {
  return `degraded: ${nameSome(codes.map(conditionWords), 2)}`;
}

function subjectWords({ kind, id }: NonNullable<IncidentDocument['subject']>): string {
  switch (kind) {
    case 'receiver':
      return `${id} does not accept its alerts`;
    case 'pulse':
      return `the pulse ${id} is not delivered`;
    case 'topic':
      return 'the e-mail addresses differ from the config';
  }
}

/** The problem of an incident; `null` for an outage: its service is down. */
export function incidentWords({
  kind,
  reason,
  subject = null,
}: {
  readonly kind: IncidentKind;
  readonly reason: string;
  readonly subject?: IncidentDocument['subject'];
}): string | null {
  if (subject !== null) return subjectWords(subject);
  switch (kind) {
    case 'outage':
      return null;
    case 'condition':
      return degradedWords([reason]);
    case 'objective':
      return reasonPhrase(reason);
  }
}

/** Returns the ids of the outages that spent an objective's budget, in words; at least one. */
export function spentWords(outages: readonly string[]): string {
  const named = nameSome(outages, 2);
  return outages.length === 1 ? `its outage ${named} spent the budget` : `its outages ${named} spent the budget`;
}

/** The reason why nobody is notified of a budget incident: people know about its outages, or about the ones that these are behind. */
export const OUTAGE_EXPLAINS = 'explained by its outage';

/** `recovering: 3 of 8 healthy checks, failed 3 times in 20 min`; `now` in milliseconds since 1970. */
export function recoveryWords({ runs, of, failures, failingSince }: RecoveryDocument, now: number): string {
  const sinceMs = Math.max(0, now - Date.parse(failingSince));
  const often = failures > 1 ? `, failed ${failures} times in ${describeDuration(sinceMs)}` : '';
  return `recovering: ${runs} of ${plural(of, 'healthy check')}${often}`;
}

/** The problem: `degraded: slow: p50 is 900 ms`, and of an outage `down: HTTP 503`. */
export function incidentText(document: IncidentDocument): string {
  return `${incidentWords(document) ?? 'down'}: ${document.message}`;
}
