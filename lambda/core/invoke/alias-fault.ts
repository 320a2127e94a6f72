/** The requests that each alias of the checker allows. Without an alias, the function answers every request. */

import type { CheckerRequest } from './checker-request';
import type { Alias } from './invocation';

type Kinds = readonly CheckerRequest['kind'][];

/** No alias allows drills, runs or commands of features. */
const BY_ALIAS: Readonly<Record<Alias, { readonly who: string; readonly kinds: Kinds }>> = {
  chat: { who: 'a Slack channel', kinds: ['ask', 'ack', 'silence', 'silences', 'unsilence'] },
  page: { who: 'the page', kinds: ['ask', 'ack', 'silence', 'unsilence'] },
  config: { who: 'this alias', kinds: ['config'] },
};

/** Returns why an alias does not allow a request; `null` if it does. */
export function aliasFault(alias: Alias, request: CheckerRequest): string | null {
  const { kind } = request;
  const { who, kinds } = BY_ALIAS[alias];
  return kind === 'refused' || kinds.includes(kind)
    ? null
    : `${who} may not ask for "${kind === 'command' ? request.name : kind}"`;
}
