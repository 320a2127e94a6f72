/** The findings about the page of a deployment. */

import type { Facts, PageAnswer } from './facts';
import { type Finding, failed, found, ok } from './finding';

/** The most characters of an answer that are shown. */
const SHOWN_LENGTH = 100;

/** No finding if there is no page. */
export function pageFindings({ page }: Facts): readonly Finding[] {
  if (page === null) return [];
  return page.kind === 'known' ? page.value.map(pageFinding) : [found('page', page, () => ok('page', ''))];
}

/** A page that can't read its token, or whose token can be guessed, answers with 503. */
function pageFinding({ url, status, text }: PageAnswer): Finding {
  if (status === 403 && /<form[^>]+method="post"/i.test(text)) return ok('page', `${url} shows its login`);
  if (status === 401 && url.endsWith('/metrics')) return ok('page', `${url} asks for its token`);
  const [line = ''] = text.trim().split('\n');
  const shown = line.startsWith('<') || line === '' ? '' : `: ${line.slice(0, SHOWN_LENGTH)}`;
  return failed(
    'page',
    `${url} lets nobody in: HTTP ${status}${shown}`,
    'If its token was missing or too weak, put another one into its secret: the page reads it within five minutes.',
  );
}
