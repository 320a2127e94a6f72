/** The doctor's check of the public page: whether it is current. */

import { isJsonObject, parseText } from '../../lambda/core/words/json';
import { PAGE_VARIABLES } from '../../lambda/status-page/core/page-environment';
import type { Check } from '../doctor/facts';
import { failed, found, ok } from '../doctor/finding';

/** No finding if there is no public page. It says until when it is current. */
export const checkStatusPage: Check = async ({ statusPage }, { variable }, { ask, now, readPage }) => {
  const page = statusPage && (statusPage.url ?? variable(PAGE_VARIABLES.url));
  if (page === null) return [];
  const fresh = await ask('the public page', () => readPage(new URL('fresh.json', page).href));
  const finding = found('public', fresh, ({ url, status, text }) => {
    const document = parseText(text);
    const until = status === 200 && isJsonObject(document) ? Date.parse(String(document.until)) : Number.NaN;
    if (Number.isNaN(until)) return failed('public', `${url} can't be read: HTTP ${status}`);
    return now < until
      ? ok('public', `${url} is current`)
      : failed('public', `${url} has been out of date since ${new Date(until).toISOString()}`);
  });
  return [finding];
};
