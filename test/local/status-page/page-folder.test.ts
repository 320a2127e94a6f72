/** The public page in a folder that has other files too: only its own are replaced and removed. */

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { createPageFolder } from '../../../local/status-page/page-folder';
import { temporaryFolder } from '../../support/laptop/command-line';

const folders = temporaryFolder();
const newFolder = () => mkdtemp(join(folders.path, 'page-'));
const MANIFEST = '.statuswatch.json';

/** The files of a page with these components. */
function filesOf(...slugs: readonly string[]) {
  const paths = [...slugs.flatMap((slug) => `badges/${slug}.json`), 'index.html'];
  return paths.map((path) => ({ path, type: 'text/plain', text: `ours: ${path}` }));
}

function write(folder: string, path: string, text = 'theirs'): string {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), text);
  return path;
}

const there = (folder: string) =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();

it('badges of components that have left the page are removed, also by another process, and no other files', async () => {
  const folder = await newFolder();
  const theirs = ['badges/build.json', 'badges/checkout.svg', 'CNAME'].map((path) => write(folder, path));
  await createPageFolder(folder)(filesOf('checkout', 'payments'));
  await createPageFolder(folder)(filesOf('payments'));
  const ours = [...filesOf('payments').map(({ path }) => path), MANIFEST];
  expect(there(folder)).toEqual([...ours, ...theirs].sort());
  for (const path of theirs) expect(readFileSync(join(folder, path), 'utf8')).toBe('theirs');
});

it('a page that is only marked as fresh leaves all as it is', async () => {
  const folder = await newFolder();
  const put = createPageFolder(folder);
  await put(filesOf('checkout'));
  await put([{ path: 'fresh.json', type: 'application/json', text: '{}' }]);
  expect(there(folder)).toEqual([...filesOf('checkout').map(({ path }) => path), 'fresh.json', MANIFEST].sort());
});

it.each([
  '',
  'null',
  '{"files":{}}',
  '{"files":[1,null]}',
  '{"files":["../theirs.txt","badges/../../theirs.txt","/theirs.txt","badges"]}',
])('a list of badges that somebody else has written, such as %j, removes nothing else', async (text) => {
  const parent = await newFolder();
  const folder = join(parent, 'site');
  write(parent, 'theirs.txt');
  write(folder, 'badges/kept.json');
  write(folder, MANIFEST, text);
  await createPageFolder(folder)(filesOf('checkout'));
  expect(there(parent)).toEqual(expect.arrayContaining(['theirs.txt', 'site/badges/kept.json', 'site/index.html']));
});
