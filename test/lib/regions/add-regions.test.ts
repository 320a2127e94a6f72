/** The stacks of the regions that confirm outages: one each, with a function that can only write its log. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Stack } from 'aws-cdk-lib';
import { Statuswatch, StatuswatchStack } from '../../../lib';
import { appFor, emptyApp, fleet, propsOf } from '../../support/aws/synthesis';

const CONFIG = fleet(
  3,
  [
    'name: shop',
    'deploy: { region: eu-central-1, protect: true }',
    'confirmFrom: [us-east-1, sa-east-1]',
    'headers: { Authorization: { secret: shop/token } }',
    'retry: { attempts: 2 }',
  ].join('\n'),
).replace(
  's2.internal"',
  's2.internal", confirmFrom: none, tls: { client: { cert: { secret: c }, key: { secret: k } } }',
);

const assembly = appFor(CONFIG).app.synth();
const REGIONS = ['us-east-1', 'sa-east-1'];
const stackIn = (region: string) => assembly.stacks.filter(({ environment }) => environment.region === region);
const resourcesIn = (region: string, type: string) =>
  Object.values(
    stackIn(region)[0]?.template.Resources as Record<string, { Type: string; Properties: Record<string, unknown> }>,
  )
    .filter(({ Type }) => Type === type)
    .map(({ Properties }) => Properties);

it('are deployed before the stack of the checker, under a fixed name', () => {
  expect(assembly.stacks.map(({ stackName, environment }) => [environment.region, stackName]).sort()).toEqual([
    ['eu-central-1', 'shop'],
    ['sa-east-1', 'shop-confirm-eu-central-1'],
    ['us-east-1', 'shop-confirm-eu-central-1'],
  ]);
  const [home] = stackIn('eu-central-1');
  const needed = home?.dependencies.map(({ id }) => id) ?? [];
  for (const region of REGIONS) expect(needed).toContain(`shop-confirm-eu-central-1-${region}`);
});

it.each(REGIONS)('in %s have a small function, its log and a role that can only write that', (region) => {
  const [stack] = stackIn(region);
  const types = Object.values(stack?.template.Resources as Record<string, { Type: string }>).map(({ Type }) => Type);
  expect(types.sort()).toEqual([
    'AWS::IAM::Role',
    'AWS::Lambda::EventInvokeConfig',
    'AWS::Lambda::Function',
    'AWS::Logs::LogGroup',
  ]);
  expect(stack?.terminationProtection).toBe(true);
  expect(JSON.stringify(stack?.template)).not.toContain('ImportValue');
  const [code] = resourcesIn(region, 'AWS::Lambda::Function');
  expect(code).toMatchObject({ FunctionName: 'shop-confirm-eu-central-1', MemorySize: 256 });
  const [role] = resourcesIn(region, 'AWS::IAM::Role') as { Policies: { PolicyDocument: { Statement: object[] } }[] }[];
  expect(role?.Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement)).toEqual([
    expect.objectContaining({ Action: ['logs:CreateLogStream', 'logs:PutLogEvents'] }),
  ]);
});

it('may be invoked by the checker, and nothing else', () => {
  const roles = resourcesIn('eu-central-1', 'AWS::IAM::Role') as {
    Policies?: { PolicyDocument: { Statement: { Sid?: string; Action: unknown; Resource: unknown }[] } }[];
  }[];
  const statements = roles.flatMap(({ Policies = [] }) =>
    Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement),
  );
  const arnIn = (region: string) => ({
    'Fn::Join': ['', [`arn:aws:lambda:${region}:`, { Ref: 'AWS::AccountId' }, ':function:shop-confirm-eu-central-1']],
  });
  expect(statements.find(({ Sid }) => Sid === 'Regions')).toMatchObject({
    Action: 'lambda:InvokeFunction',
    Resource: REGIONS.map(arnIn).reverse(),
  });
});

it('know which services they may check, and no credentials', () => {
  const folder = readdirSync(assembly.directory).find((name) => name.startsWith('shop-region-')) ?? '';
  const services = JSON.parse(readFileSync(join(assembly.directory, folder, 'services-0.json'), 'utf8'));
  expect(services.map(({ id, headers, auth, tls }: Record<string, unknown>) => ({ id, headers, auth, tls }))).toEqual([
    { id: 's0', headers: {}, auth: null, tls: null },
    { id: 's1', headers: {}, auth: null, tls: null },
  ]);
});

it('are refused with a stack in another region than deploy.region', () => {
  const stack = new Stack(emptyApp(), 'Own', { env: { region: 'eu-west-1' } });
  expect(() => new Statuswatch(stack, 'Watch', propsOf(CONFIG))).toThrow(
    'confirmFrom needs a stack in deploy.region (eu-central-1)',
  );
});

it('are missing without confirmFrom, and change nothing then', () => {
  const app = emptyApp();
  new StatuswatchStack(app, 'shop', propsOf(fleet(2)));
  expect(app.synth().stacks).toHaveLength(1);
});
