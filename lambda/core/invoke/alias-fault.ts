/** What may be asked by each alias of the checker. The function itself answers every request. */

import type { CheckerRequest } from './checker-request';
import type { Alias } from './invocation';

type Kinds = readonly CheckerRequest['kind'][];

/** People can't decide by an alias what the public reads, who gets a drill, or when a run takes place. */
const BY_ALIAS: Readonly<Record<Alias, { readonly who: string; readonly kinds: Kinds }>> = {
  chat: { who: 'a Slack channel', kinds: ['ask', 'ack', 'silence', 'silences', 'unsilence'] },
  page: { who: 'the page', kinds: ['ask', 'ack', 'silence', 'unsilence'] },
  config: { who: 'this alias', kinds: ['config'] },
};

/** Why a request is refused if it comes by an alias; `null` if it is not. */
export function aliasFault(alias: Alias, { kind }: CheckerRequest): string | null {
  const { who, kinds } = BY_ALIAS[alias];
  return kind === 'refused' || kinds.includes(kind) ? null : `${who} may not ask for "${kind}"`;
}
