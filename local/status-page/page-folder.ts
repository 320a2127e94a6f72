/** The public page in a folder: for a web server, or for GitHub Pages. */

import { mkdir, readFile, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { isJsonObject, parseText } from '../../lambda/core/words/json';
import type { PublicFile } from '../../lambda/status-page/view/public-files';
import { writeWhole } from '../store/write-whole';

/** The permissions of public files; the umask of the process takes from them. */
const PUBLIC = 0o666;

/** The names of the badges that were published here. Others may have written it: only names of this form are removed. */
const MANIFEST = '.statuswatch.json';
const BADGE = /^badges\/[a-z0-9-]+\.json$/;

/**
 * Writes files into a folder, which is made if it is missing. A reader finds each file as it was or as it is now. The badges of components
 * that have left the page are removed; files of others stay.
 */
export function createPageFolder(target: string): (files: readonly PublicFile[]) => Promise<void> {
  // An absolute path, since a watch may outlive its working directory.
  const folder = resolve(target);
  return async (files) => {
    for (const { path, text } of files) {
      const file = join(folder, path);
      await mkdir(dirname(file), { recursive: true });
      await writeWhole(file, text, PUBLIC);
    }
    const paths = files.map(({ path }) => path);
    // A confirmation that the page is current comes without the page's own files.
    if (!paths.includes('index.html')) return;
    for (const path of await publishedBadges(folder))
      if (!paths.includes(path)) await rm(join(folder, path), { force: true });
    const manifest = JSON.stringify({ files: paths.filter((path) => BADGE.test(path)) });
    await writeWhole(join(folder, MANIFEST), `${manifest}\n`, PUBLIC);
  };
}

/** Empty if there is no manifest, or it is unreadable. */
async function publishedBadges(folder: string): Promise<readonly string[]> {
  const manifest = parseText(await readFile(join(folder, MANIFEST), 'utf8').catch(() => ''));
  const files = isJsonObject(manifest) && Array.isArray(manifest.files) ? manifest.files : [];
  return files.filter((path) => typeof path === 'string' && BADGE.test(path));
}
