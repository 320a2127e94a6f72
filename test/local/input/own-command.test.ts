/** Commands in hints can be pasted: they start the statuswatch that printed them. */

import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { installCommand, ownCommand, ownSpec, type Start } from '../../../local/input/own-command';
import { temporaryFolder } from '../../support/laptop/command-line';

const folder = temporaryFolder();
let folders = 0;

/** A folder in which npm has installed the package that `asked` names. */
function installedIn(name: string, asked?: string): Start & { readonly folder: string } {
  const path = folder.file(`${folders++}/${name}`);
  const script = join(path, 'node_modules/statuswatch/dist/statuswatch.js');
  mkdirSync(dirname(script), { recursive: true });
  mkdirSync(join(path, 'node_modules/.bin'));
  writeFileSync(script, '');
  const link = join(path, 'node_modules/.bin/statuswatch');
  symlinkSync('../statuswatch/dist/statuswatch.js', link);
  if (asked !== undefined)
    writeFileSync(join(path, 'package.json'), JSON.stringify({ dependencies: { statuswatch: asked } }));
  // npm puts the commands of the folder into the path.
  return { folder: path, script: link, path: `${join(path, 'node_modules/.bin')}:/usr/bin` };
}

function clone(): Start & { readonly folder: string; readonly file: string } {
  const path = folder.file(`${folders++}/clone`);
  const file = join(path, 'dist/statuswatch.js');
  for (const each of ['dist', 'node_modules/.bin', 'sub/empty']) mkdirSync(join(path, each), { recursive: true });
  writeFileSync(file, '');
  symlinkSync('../../dist/statuswatch.js', join(path, 'node_modules/.bin/statuswatch'));
  return { folder: path, file, script: file, path: '/usr/bin' };
}

it.each(['1.0.0', '^1.0.0'])('from the registry, it has its name there: %s', (asked) => {
  const start = installedIn('_npx/6f41743372118f48', asked);
  expect(ownCommand('/', start)).toEqual(['npx', 'statuswatch']);
  expect(ownSpec(start)).toBeNull();
  expect(installCommand(start)).toBe('npm install');
});

it('from a tarball, it names the tarball, wherever it is typed', () => {
  const start = installedIn('_npx/6f41743372118f48', 'file:../../statuswatch-1.0.0.tgz');
  const tarball = join(dirname(dirname(start.folder)), 'statuswatch-1.0.0.tgz');
  for (const from of [null, '/', start.folder])
    expect(ownCommand(from, start)).toEqual(['npx', '--yes', '--package', tarball, 'statuswatch']);
  expect(ownSpec(start)).toBe(`file:${tarball}`);
  expect(installCommand(start)).toBe('npm install');
});

it('from another address, it names that', () => {
  const start = installedIn('_npx/6f41743372118f48', 'https://packages.internal/statuswatch.tgz');
  expect(ownCommand('/', start)).toContain('https://packages.internal/statuswatch.tgz');
  expect(ownSpec(start)).toBe('https://packages.internal/statuswatch.tgz');
});

it('installed in a folder, it has its name within that folder, and elsewhere its path', () => {
  const start = installedIn('app', '^1.0.0');
  const script = join(start.folder, 'node_modules/statuswatch/dist/statuswatch.js');
  mkdirSync(join(start.folder, 'below/it'), { recursive: true });
  expect(ownCommand(join(start.folder, 'below/it'), start)).toEqual(['npx', 'statuswatch']);
  for (const from of [null, dirname(start.folder)]) expect(ownCommand(from, start)).toEqual(['node', script]);
});

it('within a folder that has another one, it has its path', () => {
  const start = installedIn('app', '^1.0.0');
  expect(ownCommand(installedIn('other', '^0.9.0').folder, start)[0]).toBe('node');
});

it('installed for all folders, it is a command', () => {
  const start = installedIn('lib');
  const bin = join(start.folder, 'bin');
  mkdirSync(bin);
  symlinkSync('../node_modules/statuswatch/dist/statuswatch.js', join(bin, 'statuswatch'));
  expect(ownCommand('/', { ...start, path: `/usr/bin:${bin}` })).toEqual(['statuswatch']);
});

it('from a clone, it has its name within the clone, and elsewhere its path; it is packed to be installed', () => {
  const start = clone();
  expect(ownCommand(join(start.folder, 'sub/empty'), start)).toEqual(['npx', 'statuswatch']);
  for (const from of [null, '/']) expect(ownCommand(from, start)).toEqual(['node', start.file]);
  expect(ownSpec(start)).toBeNull();
  expect(installCommand(start)).toBe(`npm install "$(npm pack --silent ${start.folder})"`);
});

it('in another program it has the name of the registry', () => {
  expect(ownCommand('/', { script: '/usr/bin/cdk', path: '/usr/bin' })).toEqual(['npx', 'statuswatch']);
});
