/** What of an incident people were not notified of, in words. */

import type { AlertEvent } from '../../words/codes';
import type { SilencedDocument } from '../silenced-document';
import { describeInstant } from './format';
import { silenceWords } from './silence-words';

const WHAT: Readonly<Partial<Record<AlertEvent, string>>> = { resolved: 'its end ', updated: 'a change of it ' };

/** `silenced by ana: deploy 2.5.0; nobody was notified`, or a text that the instant `at` ends. */
export function silencedWords(
  { event, silence, notified, notifiedAt }: SilencedDocument,
  isOver: boolean,
): { readonly text: string; readonly at: string | null } {
  const { what, after } = silenceWords({ ...silence, untilWell: false });
  const text = `${WHAT[event] ?? ''}${what}${after}`;
  if (notifiedAt !== null) return { text: `${text}; notified `, at: notifiedAt };
  const nobody = isOver && event === 'opened' ? '; nobody was notified' : '; nobody notified yet';
  return { text: notified === false ? `${text}${nobody}` : text, at: null };
}

/** The same in one text; `now` in milliseconds since 1970. */
export function describeSilenced(silenced: SilencedDocument, isOver: boolean, now: number): string {
  const { text, at } = silencedWords(silenced, isOver);
  return `${text}${at === null ? '' : describeInstant(Date.parse(at), now)}`;
}
