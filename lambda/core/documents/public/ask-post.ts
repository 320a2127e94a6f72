/** Reads what somebody wants to have published about an incident. */

import { readSubject, shown } from '../../notify/silences/subject';
import { cleanText } from '../../words/clean-text';
import type { JsonObject } from '../../words/json';
import { POST_LIMIT, type PostStatus } from './post';

/** Other keys of an event with `post`. */
export const POST_KEYS = ['text', 'status', 'incident'];

/** The statuses that people can give to an open incident. */
export const ASKED_STATUSES = ['investigating', 'identified', 'monitoring'] as const satisfies readonly PostStatus[];

export interface AskedPost {
  readonly service: string;
  readonly text: string;
  readonly status: (typeof ASKED_STATUSES)[number] | null;
  /** The id of the incident; `null` for the open incident. */
  readonly incident: string | null;
}

/** Reads `post`, the id of a service, with `text`, and maybe with `status` and `incident`. Lists all faults. */
export function askPost(
  raw: JsonObject,
  ids: readonly string[],
): { readonly asked: AskedPost } | { readonly faults: readonly string[] } {
  const { post, text = '', status = null, incident = null } = raw;
  const subject = readSubject([post], ids);
  const known = ASKED_STATUSES.find((asked) => asked === status) ?? null;
  const line = typeof text === 'string' ? cleanText(text, POST_LIMIT) : '';
  const faults = [
    ...('fault' in subject ? [subject.fault] : []),
    ...(line === '' ? [`text ${shown(text)}: expected what people should read`] : []),
    ...(typeof text === 'string' && cleanText(text, text.length + 1).length > POST_LIMIT
      ? [`text has ${text.length} characters: expected ${POST_LIMIT} at most`]
      : []),
    ...(status === null || known !== null
      ? []
      : [`status ${shown(status)}: expected ${ASKED_STATUSES.slice(0, -1).join(', ')} or ${ASKED_STATUSES.at(-1)}`]),
    ...(incident === null || typeof incident === 'string' ? [] : [`incident ${shown(incident)}: expected an id`]),
  ];
  if (faults.length > 0 || 'fault' in subject || typeof post !== 'string') return { faults };
  return {
    asked: { service: post, text: line, status: known, incident: typeof incident === 'string' ? incident : null },
  };
}
