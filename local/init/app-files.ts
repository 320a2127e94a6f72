/** The files of a CDK app that deploys a config, with the versions that this package is tested with. */

import cdkJson from '../../cdk.json';
import packageJson from '../../package.json';

export const PACKAGE = 'package.json';

export const APP_FILES = [PACKAGE, 'cdk.json', 'tsconfig.json', 'bin/app.ts', '.gitignore'] as const;

/** The address of the config's schema for editors: in the package once it is installed, otherwise where packages are published. */
export const SCHEMA = {
  installed: `./node_modules/${packageJson.name}/statuswatch.schema.json`,
  published: `https://unpkg.com/${packageJson.name}@${packageJson.version}/statuswatch.schema.json`,
};

type Versions = Readonly<Record<string, string>>;

const TESTED: Versions = packageJson.devDependencies;

/** `name` is the name of the config; `spec` is the source that npm installs this package from, `null` for the registry. */
export function appFiles(name: string, spec: string | null): Readonly<Record<(typeof APP_FILES)[number], string>> {
  return {
    'package.json': json({
      // npm can't install a package that has the name of one of its dependencies.
      name: `${name}-app`,
      private: true,
      scripts: { check: 'statuswatch check', typecheck: 'tsc', synth: 'cdk synth --quiet' },
      ...packages(spec),
    }),
    'cdk.json': json({ app: 'node --import tsx bin/app.ts', versionReporting: false, context: cdkJson.context }),
    'tsconfig.json': json({
      compilerOptions: {
        target: 'ES2023',
        module: 'preserve',
        moduleResolution: 'bundler',
        strict: true,
        skipLibCheck: true,
        noEmit: true,
      },
      include: ['bin'],
    }),
    'bin/app.ts': APP,
    '.gitignore': ['node_modules/', 'cdk.out/', '.statuswatch/', ''].join('\n'),
  };
}

/** The command that adds to an existing `package.json` what the app needs. */
export function installLine(spec: string | null): string {
  const { dependencies, devDependencies } = packages(spec);
  const words = (packages: Versions) => Object.entries(packages).map(([name, version]) => `${name}@${version}`);
  return `npm install ${words(dependencies).join(' ')} && npm install --save-dev ${words(devDependencies).join(' ')}`;
}

function packages(spec: string | null): { readonly dependencies: Versions; readonly devDependencies: Versions } {
  return {
    dependencies: { ...tested('aws-cdk-lib', 'constructs'), [packageJson.name]: spec ?? `^${packageJson.version}` },
    devDependencies: tested('aws-cdk', 'tsx', 'typescript'),
  };
}

function tested(...names: readonly string[]): Versions {
  return Object.fromEntries(names.map((name) => [name, TESTED[name] ?? '']));
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

// In single lines: a check of the package would take the text for code of this package.
const APP = [
  "import { App } from 'aws-cdk-lib';",
  `import { addStatuswatchStacks } from '${packageJson.name}';`,
  '',
  '// A stack for each config: statuswatch.yaml, or the files of "-c config=FILE,FILE".',
  'addStatuswatchStacks(new App());',
  '',
].join('\n');
