/** Several of statuswatch in one app: in stacks, stages and pipelines, for accounts and regions. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, type Environment, Stack, Stage } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { CodePipeline, CodePipelineSource, type IFileSetProducer, ShellStep } from 'aws-cdk-lib/pipelines';
import { Construct } from 'constructs';
import { shardFile } from '../../lambda/core/config/whole-config';
import { Statuswatch, StatuswatchStack } from '../../lib';
import { DEPLOY_YAML, emptyApp, fleet, onlyResource, propsOf } from '../support/aws/synthesis';

const [FRANKFURT, IRELAND, OTHER]: readonly Environment[] = [
  { account: '111122223333', region: 'eu-central-1' },
  { account: '111122223333', region: 'eu-west-1' },
  { account: '444455556666', region: 'eu-central-1' },
];

function stackIn(scope: Construct, id: string, env: Environment | undefined, text = fleet(1)) {
  return new StatuswatchStack(scope, id, { ...propsOf(text), ...(env && { env }) });
}

describe('a second one of the same name', () => {
  it('in the same stack is refused', () => {
    const stack = new Stack(emptyApp(), 'Shop');
    new Statuswatch(stack, 'One', propsOf(fleet(1)));
    expect(() => new Statuswatch(new Construct(stack, 'Below'), 'Other', propsOf(fleet(2)))).toThrow(
      'this stack has a Statuswatch of the name "statuswatch" already: set another "name" in one of the configs',
    );
  });

  it.each([
    ['for the same account and region', FRANKFURT, FRANKFURT],
    ['where one leaves both to the shell', FRANKFURT, undefined],
    ['where both leave both to the shell', undefined, undefined],
    ['where one leaves its account to the shell', FRANKFURT, { region: 'eu-central-1' }],
    ['where one leaves its region to the shell', { account: '111122223333' }, FRANKFURT],
  ])('%s is refused in the whole app', (_, one, other) => {
    const app = emptyApp();
    stackIn(app, 'One', one);
    expect(() => stackIn(new Stage(app, 'Production'), 'Other', other)).toThrow(
      'the stack One has, for the account and region that Production/Other may be deployed to, a Statuswatch of the name "statuswatch" already: set another "name" in one of the configs, or an "env" of their own (account and region) for both stacks',
    );
  });

  it.each([
    ['another region', FRANKFURT, IRELAND],
    ['another account', FRANKFURT, OTHER],
    ['another region, whatever the account', { region: 'eu-central-1' }, IRELAND],
  ])('is fine for %s', (_, one, other) => {
    const app = emptyApp();
    stackIn(app, 'One', one);
    expect(() => stackIn(new Stage(app, 'Production'), 'Other', other)).not.toThrow();
  });

  it('accepts another name anywhere', () => {
    const app = emptyApp();
    stackIn(app, 'One', undefined);
    expect(() => stackIn(app, 'Other', undefined, fleet(1, 'name: other'))).not.toThrow();
  });
});

/** What lies beside the code of the checker of a stack in an assembly, in the asset that its template names. */
function configIn(directory: string, stack: Stack): string {
  const assets = JSON.parse(readFileSync(join(directory, `${stack.artifactId}.assets.json`), 'utf8'));
  const { Code } = onlyResource(Template.fromStack(stack), 'AWS::Lambda::Function', 'Checker').Properties;
  const { path } = assets.files[Code.S3Key.replace('.zip', '')].source;
  expect(existsSync(join(directory, path, 'index.js'))).toBe(true);
  return readFileSync(join(directory, path, shardFile(0)), 'utf8');
}

it('each stage and each region has the code and the config of its own', () => {
  const app = emptyApp();
  const production = new Stage(app, 'Production', { env: OTHER as Environment });
  const stacks = [
    stackIn(app, 'Frankfurt', FRANKFURT, 'services: [{ id: a, baseUrl: "https://frankfurt.internal" }]'),
    stackIn(app, 'Ireland', IRELAND, 'services: [{ id: a, baseUrl: "https://ireland.internal" }]'),
    stackIn(production, 'Watch', undefined, 'services: [{ id: a, baseUrl: "https://production.internal" }]'),
  ] as const;
  const assembly = app.synth();
  const nested = assembly.getNestedAssembly('assembly-Production').directory;
  expect(configIn(assembly.directory, stacks[0])).toContain('https://frankfurt.internal');
  expect(configIn(assembly.directory, stacks[1])).toContain('https://ireland.internal');
  expect(configIn(nested, stacks[2])).toContain('https://production.internal');
});

it('a pipeline publishes what its stages need', () => {
  const app = emptyApp();
  const stack = new Stack(app, 'Delivery', { env: FRANKFURT as Environment });
  const input = CodePipelineSource.connection('shop/app', 'main', {
    connectionArn: 'arn:aws:codestar-connections:eu-central-1:111122223333:connection/one',
  });
  const pipeline = new CodePipeline(stack, 'Pipeline', {
    crossAccountKeys: true,
    // The types of the CDK are not made for exact optional properties.
    synth: new ShellStep('Synth', {
      input: input as IFileSetProducer,
      commands: ['npm ci', 'npx cdk synth'],
    }) as IFileSetProducer,
  });
  const stacks = [FRANKFURT, OTHER].map((env, index) => {
    const stage = new Stage(app, `Stage${index}`, { env: env as Environment });
    const watch = stackIn(stage, 'Watch', undefined, DEPLOY_YAML);
    pipeline.addStage(stage);
    return watch;
  });
  const assembly = app.synth();
  const { directory } = assembly;
  const template = readFileSync(join(directory, 'Delivery.template.json'), 'utf8');
  for (const stack of stacks) {
    const nested = assembly.getNestedAssembly(`assembly-${Stage.of(stack)?.stageName}`).directory;
    const { files } = JSON.parse(readFileSync(join(nested, `${stack.artifactId}.assets.json`), 'utf8'));
    const folders = Object.entries<{ source: { packaging: string } }>(files).filter(
      ([, { source }]) => source.packaging === 'zip',
    );
    expect(folders).toHaveLength(3);
    for (const [hash] of folders) expect(template).toContain(hash);
  }
});

it('needs no feature flag of this app', () => {
  const app = new App({ outdir: emptyApp().outdir, builtinCloudFormationValidation: false });
  const template = Template.fromStack(stackIn(app, 'Plain', FRANKFURT, DEPLOY_YAML));
  template.resourceCountIs('AWS::Lambda::Function', 3);
});
