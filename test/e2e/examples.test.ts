/** Each folder of `examples/` as its README says, with the package as people get it: it is checked by its types, and synthesized. */

import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { APP_PACKAGES, installPackage, ROOT } from './installed';

const installed = installPackage();
const examples = installed.file('examples');

beforeAll(() => {
  installed.link(APP_PACKAGES);
  cpSync(join(ROOT, 'examples'), examples, { recursive: true });
});

/** By the name of each stack the resources of its template, by type. */
async function synthesized(example: string, words: readonly string[] = []) {
  const cwd = join(examples, example);
  const bin = (name: string) => join(ROOT, 'node_modules/.bin', name);
  await installed.run(bin('cdk'), ['synth', '--quiet', ...words], cwd);
  await installed.run(bin('tsc'), ['-p', '.'], cwd);
  const templates = readdirSync(join(cwd, 'cdk.out')).filter((file) => file.endsWith('.template.json'));
  const countsOf = (file: string) => {
    const { Resources } = JSON.parse(readFileSync(join(cwd, 'cdk.out', file), 'utf8'));
    const types = Object.values<{ Type: string }>(Resources).map(({ Type }) => Type.replace('AWS::', ''));
    return Object.fromEntries([...new Set(types)].map((type) => [type, types.filter((each) => each === type).length]));
  };
  return Object.fromEntries(templates.map((file) => [file.replace('.template.json', ''), countsOf(file)]));
}

it('knows each of them', () => {
  const folders = readdirSync(join(ROOT, 'examples')).filter((name) => !name.includes('.'));
  expect(folders).toEqual([
    'ci',
    'grafana',
    'other-services',
    'own-app',
    'private-services',
    'receivers',
    'server',
    'six-services',
    'stages',
  ]);
  for (const folder of folders) expect(readdirSync(join(ROOT, 'examples', folder))).toContain('README.md');
});

it.each([
  ['six-services', 'statuswatch', { 'Chatbot::SlackChannelConfiguration': 1, 'SNS::Subscription': 3 }],
  ['receivers', 'statuswatch', { 'SNS::Subscription': 1 }],
  ['private-services', 'private', { 'EC2::SecurityGroup': 1 }],
  ['other-services', 'others', { 'SNS::Subscription': 1 }],
])('%s: init writes the app around its config', async (example, stack, parts) => {
  expect(existsSync(join(ROOT, 'examples', example, 'package.json'))).toBe(false);
  expect(await installed.run('npx', ['statuswatch', 'init', '--cdk'], join(examples, example))).toContain('cdk.json');
  expect(await synthesized(example)).toEqual({ [stack]: expect.objectContaining(parts) });
});

it('stages: a stack for each', async () => {
  expect(await synthesized('stages', ['-c', 'config=prod.yaml,stage.yaml'])).toEqual({
    'watch-prod': expect.objectContaining({ 'Scheduler::Schedule': 1 }),
    'watch-stage': expect.objectContaining({ 'Scheduler::Schedule': 1 }),
  });
});

it('own-app: all in its own stack', async () => {
  expect(await synthesized('own-app')).toEqual({
    Shop: expect.objectContaining({ 'CloudWatch::CompositeAlarm': 1, 'SQS::Queue': 3, 'Scheduler::Schedule': 1 }),
  });
});
