/** The public page in a folder: for a web server, or for GitHub Pages. */

import { mkdir, readdir, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { FOLDERS, type PublicFile } from '../../lambda/view/public/public-files';
import { removeDrafts, writeWhole } from '../store/write-whole';

/** What everybody may read; the umask of the process takes from it. */
const PUBLIC = 0o666;

/**
 * Writes files into a folder, which is made if it is missing: each is there as it was or as it is now, also while it is read. Files of
 * components that are no longer on the page are removed; other files stay.
 */
export function createPageFolder(target: string): (files: readonly PublicFile[]) => Promise<void> {
  // Whole, since a watch may outlive its working directory.
  const folder = resolve(target);
  return async (files) => {
    for (const { path, text } of files) {
      const file = join(folder, path);
      await mkdir(dirname(file), { recursive: true });
      await writeWhole(file, [text], PUBLIC);
    }
    const own = new Set(files.map(({ path }) => path));
    // Whoever says only that the page is fresh knows of no components.
    if (!own.has('index.html')) return;
    for (const [name, ending] of [
      [FOLDERS.badges, '.json'],
      [FOLDERS.strips, '.svg'],
    ] as const) {
      await removeDrafts(join(folder, name), ending);
      for (const file of await readdir(join(folder, name))) {
        if (file.endsWith(ending) && !own.has(`${name}${file}`)) await rm(join(folder, name, file), { force: true });
      }
    }
  };
}
