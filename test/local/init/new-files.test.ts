/** New files, with their folders. Nothing that is there is touched. */

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { existing, writeNew } from '../../../local/init/new-files';
import { temporaryFolder } from '../../support/laptop/command-line';

const folder = temporaryFolder();

function emptyFolder(name: string): string {
  mkdirSync(folder.file(name));
  return folder.file(name);
}

it('writes all, with the folders that they need', () => {
  const place = emptyFolder('all');
  const names = ['a.yaml', 'bin/app.ts', 'a/deeper/b.yml'];
  writeNew(new Map(names.map((name) => [join(place, name), name])));
  expect(readFileSync(join(place, 'a/deeper/b.yml'), 'utf8')).toBe('a/deeper/b.yml');
  expect(readdirSync(place).sort()).toEqual(['a', 'a.yaml', 'bin']);
});

it('finds existing files and folders', () => {
  const place = emptyFolder('there');
  mkdirSync(join(place, 'cdk.json'));
  writeFileSync(join(place, 'package.json'), '');
  const paths = ['cdk.json', 'package.json', 'a.yaml'].map((name) => join(place, name));
  expect(existing(paths)).toEqual(paths.slice(0, 2));
});

it('does not overwrite a file that has appeared since, and names it', () => {
  const file = join(emptyFolder('late'), 'z.json');
  writeFileSync(file, 'theirs');
  expect(() => writeNew(new Map([[file, 'ours']]))).toThrow(/^can't write .*z\.json: EEXIST/);
  expect(readFileSync(file, 'utf8')).toBe('theirs');
});
