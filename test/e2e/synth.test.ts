/** `cdk synth` as CI and users run it: offline, from a config file, with its faults as the command line lists them. */

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEPLOY_YAML, fleet } from '../support/aws/synthesis';
import { statuswatch, temporaryFolder } from '../support/laptop/command-line';

const ROOT = join(__dirname, '../..');
const folder = temporaryFolder();

/** No credentials, and a proxy that nobody answers at. */
const OFFLINE = {
  PATH: process.env.PATH ?? '',
  HOME: folder.path,
  HTTPS_PROXY: 'http://127.0.0.1:9',
  HTTP_PROXY: 'http://127.0.0.1:9',
};

/** To load the CDK's rules takes longer than all else. The stack goes through them in a test of `lib`, and in the synthesis of CI. */
const RULES = '--validation=false';

function synth(output: string, config: string, ...more: readonly string[]) {
  const args = ['synth', '-q', '-o', folder.file(output), '-c', `config=${config}`, ...more];
  return spawnSync(join(ROOT, 'node_modules/.bin/cdk'), args, { cwd: ROOT, env: OFFLINE, encoding: 'utf8' });
}

/** The app alone, as the `cdk` command starts it, which takes as long again to start and hands on what the app prints. */
function startApp(context: Readonly<Record<string, unknown>>) {
  const env = { ...OFFLINE, CDK_CONTEXT_JSON: JSON.stringify(context) };
  return spawnSync(process.execPath, ['--import', 'tsx', 'bin/deploy.ts'], { cwd: ROOT, env, encoding: 'utf8' });
}

/** The first line of faults and the faults, without what the CDK adds to them. */
function faultsIn(text: string): string[] {
  const lines = text
    .split('\n')
    .map((line) => line.replace(/^(?:statuswatch:|ERROR) /, '').replace(/ \(Construct Annotations\)$/, ''));
  return lines.filter((line) => /^(\S+ has \d+ faults?:$| {2}\S+:\d+:\d+ )/.test(line));
}

describe('cdk synth', () => {
  it('makes a template offline, with a stack named like the deployment', () => {
    const config = folder.write('named.yaml', DEPLOY_YAML.replace('name: statuswatch', 'name: payments-eu'));
    const { status, stderr } = synth('good', config, RULES);
    expect(stderr).not.toMatch(/ERROR|WARNING/);
    expect(status).toBe(0);
    expect(existsSync(folder.file('good/payments-eu.template.json'))).toBe(true);
  });
});

describe('a faulty config', () => {
  it('stops synthesis with the same faults as check', async () => {
    const file = folder.write('faulty.yaml', `intervall: 1m\ntimeout: soon\n${fleet(1)}\n  - { id: s0 }`);
    const { stdout, stderr, status } = synth('faulty', file);
    const faults = faultsIn((await statuswatch(['check', '--config', file])).stderr);
    expect(faults).toHaveLength(5);
    expect(faultsIn(stderr)).toEqual(faults);
    expect(status).not.toBe(0);
    expect(stdout + stderr).not.toMatch(/^ +at /m);
    // It has nothing of what would be deployed.
    const template = JSON.parse(readFileSync(folder.file('faulty/statuswatch.template.json'), 'utf8'));
    expect(Object.values(template.Resources)).toMatchObject([{ Type: 'AWS::CloudFormation::WaitConditionHandle' }]);
  });

  it("is reported if it can't be deployed", () => {
    const file = folder.write('seconds.yaml', fleet(1, 'interval: 30s'));
    const { stderr, status } = synth('seconds', file);
    expect(faultsIn(stderr)).toEqual([
      `${file} has 1 fault:`,
      expect.stringContaining('interval is "30s"; expected whole minutes'),
    ]);
    expect(status).not.toBe(0);
  });

  it('is the shipped statuswatch.yaml, until its addresses are replaced', () => {
    const { stderr, status } = synth('shipped', 'statuswatch.yaml');
    expect(faultsIn(stderr)).toHaveLength(7);
    expect(faultsIn(stderr)[0]).toBe('statuswatch.yaml has 6 faults:');
    expect(status).not.toBe(0);
  });

  it('is a missing file', () => {
    const { stderr, status } = startApp({ config: folder.file('nowhere.yaml') });
    expect(stderr).toContain(`statuswatch: there is no ${folder.file('nowhere.yaml')} here`);
    expect(status).not.toBe(0);
  });
});
