/** docs/why/architecture.md names only files that exist. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');
const TEXT = readFileSync(join(ROOT, 'docs/why/architecture.md'), 'utf8');

it('names files and folders that exist', () => {
  const paths = [...TEXT.matchAll(/`((?:bench|bin|lambda|lib|local|test|statuswatch)[/.][\w./-]+)`/g)].map(
    ([, path = '']) => path,
  );
  expect(paths.length).toBeGreaterThan(25);
  expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

it('answers twenty questions and more, each with the file that answers it', () => {
  const [, table = ''] = /## Where things are\n+([\s\S]*?)\n\n##/.exec(TEXT) ?? [];
  const rows = table.split('\n').slice(2);
  expect(rows.length).toBeGreaterThanOrEqual(20);
  for (const row of rows) expect(row).toMatch(/^\| [^|]+\? \| `[^`]+\.(?:tsx?|yaml)`/);
});
