/** The app of the CDK that init writes: its parts fit together, and this package is tested with them. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ownCdkJson from '../../../cdk.json';
import { APP_FILES, appFiles, installLine, SCHEMA } from '../../../local/init/app-files';
import { name, version } from '../../../package.json';

const ROOT = join(__dirname, '../../..');
const FILES = appFiles('shop', null);
const json = (file: 'package.json' | 'cdk.json') => JSON.parse(FILES[file]);

it('names all its files', () => {
  expect(Object.keys(FILES)).toEqual([...APP_FILES]);
});

it('asks for the versions that are installed here, and for this package', () => {
  const { dependencies, devDependencies, name: own } = json('package.json');
  const { [name]: range, ...others } = { ...dependencies, ...devDependencies } as Record<string, string>;
  expect(range).toBe(`^${version}`);
  expect(own).not.toBe(name);
  expect(Object.keys(others).sort()).toEqual(['aws-cdk', 'aws-cdk-lib', 'constructs', 'tsx', 'typescript']);
  for (const [dependency, wanted] of Object.entries(others)) {
    const installed = JSON.parse(readFileSync(join(ROOT, 'node_modules', dependency, 'package.json'), 'utf8')).version;
    const [major] = wanted.replace('^', '').split('.');
    expect([wanted, `^${major}`]).toContain(wanted.startsWith('^') ? `^${installed.split('.')[0]}` : installed);
  }
});

it('asks for this package from where npm has it', () => {
  const { dependencies } = JSON.parse(appFiles('shop', 'file:/home/me/statuswatch-1.0.0.tgz')['package.json']);
  expect(dependencies[name]).toBe('file:/home/me/statuswatch-1.0.0.tgz');
});

it('runs the app that it writes, with the feature flags of this repository', () => {
  const { app, context } = json('cdk.json');
  expect(app).toMatch(/ bin\/app\.ts$/);
  expect(context).toEqual(ownCdkJson.context);
  expect(FILES['bin/app.ts']).toContain(`from '${name}'`);
});

it('leads editors to the schema that the package has', () => {
  for (const address of Object.values(SCHEMA))
    expect(existsSync(join(ROOT, address.split('/').at(-1) ?? ''))).toBe(true);
  expect(SCHEMA.published).toContain(`/${name}@${version}/`);
});

it('names all packages that the app needs in one line for an existing package.json', () => {
  const { dependencies, devDependencies } = json('package.json');
  for (const [dependency, wanted] of Object.entries({ ...dependencies, ...devDependencies }))
    expect(`${installLine(null)} `).toContain(` ${dependency}@${wanted} `);
});

describe('the apps of the examples', () => {
  const read = (file: string) => readFileSync(join(ROOT, 'examples', file), 'utf8');
  const own = (app: string, file: string) => JSON.parse(read(`${app}/${file}`));

  it.each(['stages', 'own-app'])('%s asks for the same versions, and is checked as strictly', (app) => {
    const { dependencies, devDependencies } = own(app, 'package.json');
    const { [name]: range, ...others } = dependencies;
    const { [name]: _, ...wanted } = json('package.json').dependencies;
    expect({ others, devDependencies }).toEqual({
      others: wanted,
      devDependencies: json('package.json').devDependencies,
    });
    expect(range).toMatch(new RegExp(`^\\^${version.split('.')[0]}\\.`));
    expect(own(app, 'tsconfig.json').compilerOptions).toEqual(JSON.parse(FILES['tsconfig.json']).compilerOptions);
  });

  it('that of the stages is the one that init writes', () => {
    expect(read('stages/bin/app.ts')).toBe(FILES['bin/app.ts']);
    expect(own('stages', 'cdk.json')).toEqual(json('cdk.json'));
  });
});
