/**
 * The faults of configs, as a user reads them. In the files of `faults`, each config is followed by its faults (✗) or by ✓ if it has none.
 * A fault that ends in … is only the start of the line, since the list of all keys grows.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { faultsOf } from '../../../support/core/parsed';

const FOLDER = join(__dirname, 'faults');
function casesIn(text: string): readonly (readonly [yaml: string, faults: readonly string[]])[] {
  const cases = text.replace(/^#.*\n/gm, '').matchAll(/((?:(?![✗✓]).*\n)+)(?:✓\n|((?:✗ .*\n)+))/gu);
  return Array.from(cases, ([, yaml = '', faults = '']) => [yaml, faults.split(/^✗ |\n✗ |\n$/).filter(Boolean)]);
}

const asExpected = (fault: string) => (fault.endsWith('…') ? expect.stringContaining(fault.slice(0, -1)) : fault);

describe.each(readdirSync(FOLDER))('%s', (file) => {
  const isDeployment = file === 'deployment.txt';
  const cases = casesIn(readFileSync(join(FOLDER, file), 'utf8'));

  it.each(cases)('%j has its faults', (yaml, faults) => {
    expect(faultsOf(yaml, { deploying: isDeployment })).toEqual(faults.map(asExpected));
    if (isDeployment) expect(faultsOf(yaml)).toEqual([]);
  });
});
