/** The public page in a folder: for a web server, or for GitHub Pages. */

import type { Stats } from 'node:fs';
import { lstat, mkdir, readFile, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { isJsonObject } from '../../lambda/core/words/json';
import type { PublicFile } from '../../lambda/status-page/view/public-files';
import { removeDrafts, writeWhole } from '../store/write-whole';

/** The permissions of public files; the umask of the process takes from them. */
const PUBLIC = 0o666;

/** The names of the files that were published here. Other files are never removed. */
const MANIFEST = '.statuswatch.json';

/** The form of a page file's name. Others may have written the manifest: no name in it leads out of the folder. */
const PAGE_FILE = /^(?:[a-z0-9-]+\/)*[a-z0-9-]+\.[a-z]+$/;

/**
 * Writes files into a folder, which is made if it is missing. A reader finds each file as it was or as it is now. Files that were published
 * here and are no longer part of the page are removed; other files stay. Rejects if there is a link below the folder where it would write.
 */
export function createPageFolder(target: string): (files: readonly PublicFile[]) => Promise<void> {
  // An absolute path, since a watch may outlive its working directory.
  const folder = resolve(target);
  return async (files) => {
    const paths = files.map(({ path }) => path);
    for (const path of [...paths, MANIFEST]) await refuseLink(folder, path);
    // A confirmation that the page is current comes without the page's own files.
    if (!paths.includes('index.html')) return writeFiles(folder, files);
    const published = await readManifest(folder);
    // The manifest names all files first, so that a process that is killed leaves no unknown file.
    await writeFiles(folder, [manifestOf([...published, ...paths])]);
    await writeFiles(folder, files);
    await removeDraftsOf(folder, [...published, ...paths]);
    for (const path of published.filter((former) => !paths.includes(former))) await removeOwn(folder, path);
    await writeFiles(folder, [manifestOf(paths)]);
  };
}

interface TextFile {
  readonly path: string;
  readonly text: string;
}

async function writeFiles(folder: string, files: readonly TextFile[]): Promise<void> {
  for (const { path, text } of files) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeWhole(file, text, PUBLIC);
  }
}

function manifestOf(paths: readonly string[]): TextFile {
  return { path: MANIFEST, text: `${JSON.stringify({ files: [...new Set(paths)].sort() })}\n` };
}

/** Empty if there is no manifest, or it is unreadable. */
async function readManifest(folder: string): Promise<readonly string[]> {
  try {
    const raw: unknown = JSON.parse(await readFile(join(folder, MANIFEST), 'utf8'));
    const files = isJsonObject(raw) && Array.isArray(raw.files) ? raw.files : [];
    return files.filter((path) => typeof path === 'string' && PAGE_FILE.test(path));
  } catch {
    return [];
  }
}

/** The first link on the way from the folder to a path below it; `null` if there is none. The folder itself may be a link. */
async function linkOnTheWay(folder: string, path: string): Promise<string | null> {
  const names = path.split('/');
  for (const index of names.keys()) {
    const part = join(folder, ...names.slice(0, index + 1));
    const there = await lstat(part).catch(() => null);
    if (there?.isSymbolicLink()) return part;
  }
  return null;
}

async function refuseLink(folder: string, path: string): Promise<void> {
  const link = await linkOnTheWay(folder, path);
  if (link !== null) throw new Error(`${link} is a link: remove it, or name another folder`);
}

/** The file at a path below the folder; `null` if there is none, or if a link leads there. */
async function statBelow(folder: string, path: string): Promise<Stats | null> {
  if ((await linkOnTheWay(folder, path)) !== null) return null;
  return lstat(join(folder, path)).catch(() => null);
}

async function removeOwn(folder: string, path: string): Promise<void> {
  const there = await statBelow(folder, path);
  if (there?.isFile()) await rm(join(folder, path), { force: true });
}

/** Removes the drafts of a process that was killed while it wrote one of these files. */
async function removeDraftsOf(folder: string, paths: readonly string[]): Promise<void> {
  for (const name of new Set(paths.map(dirname))) {
    const own = new Set(paths.filter((path) => dirname(path) === name).map((path) => basename(path)));
    const there = await statBelow(folder, name);
    if (there?.isDirectory()) await removeDrafts(join(folder, name), (file) => own.has(file));
  }
}
