/** The public page in a folder that has other files too: only its own are replaced and removed, and no link is followed. */

import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
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

it('files of components that have left the page are removed, and no others', async () => {
  const folder = await newFolder();
  const theirs = [
    'badges/build.json',
    'badges/build.json.draft',
    'badges/checkout.svg',
    'CNAME',
    'badges/build.json.0f8fad5b-d9cb-469f-a165-70867728950e.draft',
  ].map((path) => write(folder, path));
  const put = createPageFolder(folder);
  await put(filesOf('checkout', 'payments'));
  await put(filesOf('payments'));
  const ours = [...filesOf('payments').map(({ path }) => path), MANIFEST];
  expect(there(folder)).toEqual([...ours, ...theirs].sort());
  for (const path of theirs) expect(readFileSync(join(folder, path), 'utf8')).toBe('theirs');
});

it('what another process has published is removed too, also by one that was killed while it wrote', async () => {
  const folder = await newFolder();
  await createPageFolder(folder)(filesOf('checkout'));
  const draft = write(folder, 'badges/checkout.json.0f8fad5b-d9cb-469f-a165-70867728950e.draft');
  // It can't write this file, as if it had been killed there.
  mkdirSync(join(folder, 'badges/payments.json'));
  await expect(createPageFolder(folder)(filesOf('late', 'payments'))).rejects.toThrow();
  await createPageFolder(folder)(filesOf('user'));
  expect(existsSync(join(folder, draft))).toBe(false);
  expect(there(folder)).toEqual([...filesOf('user').map(({ path }) => path), MANIFEST].sort());
});

it('a page that is only marked as fresh leaves all as it is', async () => {
  const folder = await newFolder();
  const put = createPageFolder(folder);
  await put(filesOf('checkout'));
  await put([{ path: 'fresh.json', type: 'application/json', text: '{}' }]);
  expect(there(folder)).toEqual([...filesOf('checkout').map(({ path }) => path), 'fresh.json', MANIFEST].sort());
});

describe('a link', () => {
  it('from badges to another folder is refused, and nothing changes there', async () => {
    const folder = await newFolder();
    const outside = await newFolder();
    write(outside, 'build.json');
    write(outside, 'logo.svg');
    symlinkSync(outside, join(folder, 'badges'));
    await expect(createPageFolder(folder)(filesOf('checkout'))).rejects.toThrow(
      `${join(folder, 'badges')} is a link: remove it, or name another folder`,
    );
    expect(there(outside)).toEqual(['build.json', 'logo.svg']);
    expect(existsSync(join(folder, 'index.html'))).toBe(false);
  });

  it.each(['index.html', 'badges/checkout.json', MANIFEST])('in place of %s is refused', async (path) => {
    const folder = await newFolder();
    const outside = await newFolder();
    const file = join(outside, write(outside, 'theirs.txt'));
    mkdirSync(join(folder, 'badges'));
    symlinkSync(file, join(folder, path));
    await expect(createPageFolder(folder)(filesOf('checkout'))).rejects.toThrow(`${join(folder, path)} is a link`);
    expect(readFileSync(file, 'utf8')).toBe('theirs');
  });

  it('that is itself what was named is followed', async () => {
    const folder = await newFolder();
    const outside = await newFolder();
    symlinkSync(outside, join(folder, 'site'));
    await createPageFolder(join(folder, 'site'))(filesOf('checkout'));
    expect(there(outside)).toContain('index.html');
  });
});

describe('a list of own files that somebody else has written', () => {
  it.each(['../theirs.txt', 'badges/../../theirs.txt', '/theirs.txt', 'linked/theirs.txt', '', '../publish', 'badges'])(
    'with %j removes nothing outside of the folder',
    async (named) => {
      const parent = await newFolder();
      const folder = join(parent, 'site');
      write(parent, 'theirs.txt');
      write(folder, 'badges/kept.json');
      symlinkSync(parent, join(folder, 'linked'));
      write(folder, MANIFEST, JSON.stringify({ files: [named, join(parent, 'theirs.txt')] }));
      await createPageFolder(folder)(filesOf('checkout'));
      expect(readFileSync(join(parent, 'theirs.txt'), 'utf8')).toBe('theirs');
      expect(there(folder)).toEqual(expect.arrayContaining(['badges/kept.json', 'badges/checkout.json', 'index.html']));
    },
  );

  it.each(['', '{', 'null', '[]', '{"files":{}}', '{"files":[1,null]}'])('and is %j removes nothing', async (text) => {
    const folder = await newFolder();
    write(folder, 'badges/kept.json');
    write(folder, MANIFEST, text);
    await createPageFolder(folder)(filesOf('checkout'));
    expect(there(folder)).toContain('badges/kept.json');
  });
});
