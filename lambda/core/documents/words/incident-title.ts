/** Incidents as sentences: `ledger was down for 4 min 46 s`, `mail has been slow for 25 min`. */

import type { IncidentKind } from '../../words/codes';
import type { IncidentDocument } from '../incident-document';
import { lengthWords } from './days';
import { conditionWords } from './incident-words';

type TitledIncident = Pick<
  IncidentDocument,
  'service' | 'kind' | 'reason' | 'subject' | 'open' | 'recovering' | 'durationSeconds'
>;

/** What it is about, and how that is, or was: between the two stands `was` or `has been`. */
interface Sentence {
  readonly subject: string;
  readonly state: string;
}

export function incidentTitle(incident: TitledIncident): string {
  const { text, length } = titleParts(incident);
  return `${text} ${length}`;
}

/** The same in two parts: `ledger was down for`, and how long it was. */
export function titleParts(incident: TitledIncident): { readonly text: string; readonly length: string } {
  const { service, open, recovering, durationSeconds } = incident;
  const length = lengthWords(durationSeconds, open);
  if (recovering) return { text: `${service} is recovering, after`, length };
  const { subject, state } = sentenceOf(incident);
  return { text: `${subject} ${open ? 'has been' : 'was'} ${state} for`, length };
}

function sentenceOf({ service, kind, reason, subject }: TitledIncident): Sentence {
  if (subject !== null) return subjectSentence(subject);
  return SENTENCES[kind](service, reason);
}

function subjectSentence({ kind, id }: NonNullable<TitledIncident['subject']>): Sentence {
  switch (kind) {
    case 'receiver':
      return { subject: id, state: 'refusing its alerts' };
    case 'pulse':
      return { subject: `The pulse ${id}`, state: 'undelivered' };
    case 'topic':
      return { subject: 'The list of e-mail addresses', state: 'not as configured' };
  }
}

const SENTENCES: Readonly<Record<IncidentKind, (service: string, reason: string) => Sentence>> = {
  outage: (subject) => ({ subject, state: 'down' }),
  condition: (service, code) =>
    CONDITIONS[code]?.(service) ?? { subject: service, state: `degraded (${conditionWords(code)})` },
  objective: (service, reason) => ({
    subject: `The ${reason.startsWith('response_time') ? 'response time' : 'error'} budget of ${service}`,
    state: reason.endsWith('_slowly') ? 'burning slowly' : 'burning fast',
  }),
};

const CONDITIONS: Readonly<Record<string, (service: string) => Sentence>> = {
  certificate_expires_soon: (service) => ({ subject: `The certificate of ${service}`, state: 'about to expire' }),
  client_certificate_expires_soon: (service) => ({
    subject: `The client certificate for ${service}`,
    state: 'about to expire',
  }),
  reports_degraded: (subject) => ({ subject, state: 'degraded' }),
  restarting: (subject) => ({ subject, state: 'restarting over and over' }),
  memory_full: (service) => ({ subject: `The memory of ${service}`, state: 'nearly full' }),
  memory_filling: (service) => ({ subject: `The memory of ${service}`, state: 'filling up' }),
  slow: (subject) => ({ subject, state: 'slow' }),
  clock_skewed: (service) => ({ subject: `The clock of ${service}`, state: 'off' }),
  wrong_environment: (subject) => ({ subject, state: 'in the wrong environment' }),
  mixed_versions: (subject) => ({ subject, state: 'of mixed versions' }),
  half_answers: (subject) => ({ subject, state: 'answering only after retries' }),
};
