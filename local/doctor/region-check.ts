/** The doctor's check of the regions that confirm outages: whether each answers, and whether one that was removed still has its stack. */

import { REGIONS } from '../../lambda/core/config/regions';
import { regionFunctionName } from '../../lambda/core/invoke/invocation';
import type { Check } from './facts';
import { type Finding, failed, found, ok } from './finding';

export interface RegionApis {
  /** Asks a function about no service. Resolves to `false` if there is none; rejects if it does not answer as this version does. */
  answers(region: string, functionName: string): Promise<boolean>;
  /** Whether a region has a function. */
  exists(region: string, functionName: string): Promise<boolean>;
}

/** No finding without `confirmFrom`: asking all regions takes permissions in each, and a stack that is left costs nothing. */
export function regionCheck({ answers, exists }: RegionApis): Check {
  return async ({ name, confirmFrom }, { region: home }, { ask }) => {
    if (confirmFrom === null) return [];
    const functionName = regionFunctionName(name, home);
    const used = await Promise.all(
      confirmFrom.map(async (region): Promise<Finding> => {
        const fact = await ask('lambda:InvokeFunction', () => answers(region, functionName));
        return found('regions', fact, (isThere) =>
          isThere
            ? ok('regions', `${region} can confirm outages`)
            : failed('regions', `${region} has no function ${functionName}`, 'Run "npx cdk deploy --all".'),
        );
      }),
    );
    const others = REGIONS.filter((region) => region !== home && !confirmFrom.includes(region));
    // A region that is not enabled, or not allowed, can't be asked.
    const left = await Promise.all(others.map((region) => exists(region, functionName).catch(() => false)));
    const unused = others
      .filter((_, index) => left[index])
      .map((region) => {
        const fix = `aws cloudformation delete-stack --stack-name ${functionName} --region ${region}`;
        return failed('regions', `${region} is no longer in confirmFrom, and still has its stack`, fix);
      });
    return [...used, ...unused];
  };
}
