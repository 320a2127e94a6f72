/** What comes from others is what it was when it was chosen: the packages of the lock file, and the actions of CI. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packages } from '../package-lock.json';

interface LockedPackage {
  readonly integrity?: string;
  /** It comes within another package's archive, and so under that one's integrity. */
  readonly inBundle?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const LOCKED = Object.entries(packages as Readonly<Record<string, LockedPackage>>).filter(([path]) => path !== '');

describe('the lock file', () => {
  it('has the integrity of each package', () => {
    const without = LOCKED.filter(([, { integrity, inBundle }]) => !inBundle && !integrity?.startsWith('sha512-'));
    expect(without.map(([path]) => path)).toEqual([]);
  });

  // npm leaves out what its registry did not hold at that moment. A version of which all is there has to be taken then.
  it('has the parts of a package for systems other than the one on which it was written', () => {
    const names = new Set(LOCKED.map(([path]) => path.split('node_modules/').at(-1)));
    const missing = LOCKED.flatMap(([, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter((name) => !names.has(name)),
    );
    expect(missing).toEqual([]);
  });
});

it.each(['.github/workflows/ci.yml', 'examples/ci/github.yml'])(
  'each action of %s is named by its commit, which no one can move',
  (file) => {
    const workflow = readFileSync(join(__dirname, '..', file), 'utf8');
    const actions = workflow.match(/(?<=uses: ).*/g) ?? [];
    expect(actions.length).toBeGreaterThan(0);
    for (const action of actions) expect(action).toMatch(/^(aws-)?actions\/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  },
);
