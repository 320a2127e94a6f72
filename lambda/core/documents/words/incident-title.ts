/** Incidents as sentences: `ledger was down for 4 min 46 s`, `mail has been slow for 25 min`. */

import { conditionOf } from '../../conditions/conditions';
import type { IncidentKind } from '../../words/codes';
import type { IncidentDocument } from '../incident-document';
import { lengthWords } from './days';
import { conditionWords } from './incident-words';

type TitledIncident = Pick<
  IncidentDocument,
  'service' | 'kind' | 'reason' | 'subject' | 'open' | 'recovering' | 'durationSeconds'
>;

/** The subject, and its state: `was` or `has been` goes between them. */
interface Sentence {
  readonly subject: string;
  readonly state: string;
}

export function incidentTitle(incident: TitledIncident): string {
  const { text, length } = titleParts(incident);
  return `${text} ${length}`;
}

/** Returns the title in two parts: `ledger was down for`, and the duration. */
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
  condition: (service, code) => {
    const title = conditionOf(code)?.title;
    const state = title?.state ?? `degraded (${conditionWords(code)})`;
    return { subject: title?.subject?.(service) ?? service, state };
  },
  objective: (service, reason) => ({
    subject: `The ${reason.startsWith('response_time') ? 'response time' : 'error'} budget of ${service}`,
    state: reason.endsWith('_slowly') ? 'burning slowly' : 'burning fast',
  }),
};
