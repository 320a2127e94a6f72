/** The doctor's findings about the public page: it is where the config puts it, and no former page is left. */

import { pageStackName } from '../../lambda/core/config/status-page';
import { shellCommand } from '../input/shell-command';
import type { DeployedConfig, Facts } from './facts';
import { bad, type Finding, found, ok } from './finding';

const ABOUT = 'public';

/** No finding if the config has no such page and none is left. */
export function publicPageFindings(
  { publicPages, checker }: Facts,
  { config: { name, statusPage }, deployment }: DeployedConfig,
): readonly Finding[] {
  if (publicPages.kind !== 'known' || checker.kind !== 'known') {
    // A problem of the checker's function is reported elsewhere.
    return checker.kind === 'known' ? [found(ABOUT, publicPages, () => ok(ABOUT, ''))] : [];
  }
  const checkerRegion = checker.value.functionArn.split(':')[3] ?? '';
  const expected = statusPage === null ? null : (deployment.statusPage?.region ?? checkerRegion);
  const regions = publicPages.value
    .filter((page) => page.name === name && page.checkerRegion === checkerRegion)
    .map(({ region }) => region);
  const left = regions.filter((region) => region !== expected);
  const findings = left.map((region) => leftFinding(region, { name, checkerRegion }));
  if (expected === null) return findings;
  if (regions.includes(expected)) return [ok(ABOUT, `the page for the public is in ${expected}`), ...findings];
  const missing = bad(ABOUT, `there is no page for the public in ${expected}`, 'Run "npx cdk deploy --all".');
  return [missing, ...findings];
}

/** Only the page's own stack can be left behind: a page within the stack goes with the next deployment. */
function leftFinding(region: string, { name, checkerRegion }: { name: string; checkerRegion: string }): Finding {
  const text = `a page for the public is left in ${region}: everybody can read it, and nobody writes it any more`;
  if (region === checkerRegion) return bad(ABOUT, text, 'Run "npx cdk deploy --all".');
  const stack = ['--stack-name', pageStackName(name, checkerRegion), '--region', region];
  return bad(
    ABOUT,
    text,
    'If a domain still leads there, let it lead to the new page first: docs/reference/status-page.md has the steps. Then delete its stack:',
    shellCommand(['aws', 'cloudformation', 'delete-stack', ...stack]),
  );
}
