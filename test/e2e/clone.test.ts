/** In a clone, a synthesis never deploys a former build of the Lambdas: what was changed is in the next one. */

import { execFile } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { temporaryFolder } from '../support/laptop/command-line';

const ROOT = join(__dirname, '../..');
const folder = temporaryFolder();

async function assetsOf(output: string): Promise<readonly string[]> {
  const args = ['synth', '-q', '--validation=false', '-o', output, '-c', 'config=test/fixtures/deploy.yaml'];
  await promisify(execFile)(join(ROOT, 'node_modules/.bin/cdk'), args, {
    cwd: folder.path,
    env: { PATH: process.env.PATH, HOME: folder.path },
  });
  return readdirSync(folder.file(output)).filter((name) => name.startsWith('asset.'));
}

it('has what was changed since the last one', async () => {
  for (const name of ['bin', 'lambda', 'lib', 'local', 'scripts', 'test/fixtures']) {
    cpSync(join(ROOT, name), folder.file(name), { recursive: true });
  }
  for (const name of ['cdk.json', 'package.json', 'package-lock.json', 'tsconfig.json']) {
    cpSync(join(ROOT, name), folder.file(name));
  }
  symlinkSync(join(ROOT, 'node_modules'), folder.file('node_modules'));
  const [first, again] = [await assetsOf('first'), await assetsOf('again')];
  // The checker, the widget and the page of the deployment.
  expect(first).toHaveLength(3);
  expect(again).toEqual(first);

  const file = folder.file('lambda/widget.ts');
  writeFileSync(file, readFileSync(file, 'utf8').replace('Parameter | Meaning', 'Parameter | Sense'));
  const changed = await assetsOf('changed');
  expect(changed.filter((asset) => !first.includes(asset))).toHaveLength(1);
});
