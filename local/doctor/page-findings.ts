/** The findings about the pages: that of the deployment with its tokens, and the public page. */

import { pageStackName } from '../../lambda/core/config/status-page';
import { isJsonObject, parseText } from '../../lambda/core/words/json';
import { shellCommand } from '../input/shell-command';
import type { DeployedConfig, Facts, PageTokenFact } from './facts';
import { type Finding, failed, found, ok } from './finding';

const TOKEN_WORDS: Readonly<Record<PageTokenFact['key'], { readonly does: string; readonly fails: string }>> = {
  token: { does: 'lets people log in', fails: 'nobody can log in to the page' },
  metricsToken: { does: 'lets programs read /metrics', fails: 'nobody can read the /metrics of the page' },
};
const LOGIN_STATUS = 403;

/** No finding if there is no page. */
export function pageFindings({ pageTokens, login }: Facts): readonly Finding[] {
  const ofTokens = pageTokens.map(({ key, secret, fault }) =>
    found('page', fault, (why) => {
      const { does, fails } = TOKEN_WORDS[key];
      if (why === null) return ok('page', `the token in ${secret} ${does}`);
      const advice = 'Put another one there; the page takes it within five minutes.';
      return failed('page', `${fails} with the token in ${secret}: ${why}`, advice);
    }),
  );
  if (login === null) return ofTokens;
  const ofLogin = found('page', login, ({ url, status, text }) =>
    status === LOGIN_STATUS && /<form[^>]+method="post"/i.test(text)
      ? ok('page', `${url} shows its login`)
      : failed('page', `${url} does not show its login: HTTP ${status}`),
  );
  return [...ofTokens, ofLogin];
}

const ABOUT = 'public';

/** No finding if the config has no public page and none is left. */
export function publicPageFindings(
  { publicPages, checker, fresh }: Facts,
  { config: { name, statusPage }, deployment }: DeployedConfig,
  now: number,
): readonly Finding[] {
  // A problem of the checker's function is reported elsewhere.
  if (checker.kind !== 'known') return [];
  const ofFresh = fresh === null ? [] : [freshFinding(fresh, now)];
  if (publicPages.kind !== 'known') return [found(ABOUT, publicPages, () => ok(ABOUT, '')), ...ofFresh];
  const checkerRegion = checker.value.functionArn.split(':')[3] ?? '';
  const expected = statusPage === null ? null : (deployment.statusPage?.region ?? checkerRegion);
  const regions = publicPages.value
    .filter((page) => page.name === name && page.checkerRegion === checkerRegion)
    .map(({ region }) => region);
  const left = regions.filter((region) => region !== expected);
  const ofLeft = left.map((region) => leftFinding(region, { name, checkerRegion }));
  if (expected === null) return ofLeft;
  const isThere = regions.includes(expected)
    ? ok(ABOUT, `the public page is in ${expected}`)
    : failed(ABOUT, `there is no public page in ${expected}`, 'Run "npx cdk deploy --all".');
  return [isThere, ...ofFresh, ...ofLeft];
}

/** The page says until when it is current. */
function freshFinding(fresh: NonNullable<Facts['fresh']>, now: number): Finding {
  return found(ABOUT, fresh, ({ url, status, text }) => {
    const document = parseText(text);
    const until = status === 200 && isJsonObject(document) ? Date.parse(String(document.until)) : Number.NaN;
    if (Number.isNaN(until)) return failed(ABOUT, `${url} can't be read: HTTP ${status}`);
    return now < until
      ? ok(ABOUT, `${url} is current`)
      : failed(ABOUT, `${url} has been out of date since ${new Date(until).toISOString()}`);
  });
}

/** Only the page's own stack can be left behind: a page within the stack goes with the next deployment. */
function leftFinding(region: string, { name, checkerRegion }: { name: string; checkerRegion: string }): Finding {
  const text = `a public page is left in ${region}: everybody can read it, and nobody updates it any more`;
  if (region === checkerRegion) return failed(ABOUT, text, 'Run "npx cdk deploy --all".');
  const stack = ['--stack-name', pageStackName(name, checkerRegion), '--region', region];
  return failed(
    ABOUT,
    text,
    'If a domain still leads there, point it to the new page first: docs/reference/status-page.md has the steps. Then delete its stack:',
    shellCommand(['aws', 'cloudformation', 'delete-stack', ...stack]),
  );
}
