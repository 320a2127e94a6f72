/** Writes the examples into docs/reference/alerts.md, of what `alerts --preview all --markdown` prints for test/fixtures/alerts.yaml. */

import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exampleSections } from './example-sections';

const ROOT = join(__dirname, '..');
const PAGE = join(ROOT, 'docs/reference/alerts.md');
const BEGIN = '<!-- examples: written by npm run alerts-page -->\n';
const END = '<!-- end of the examples -->\n';

const options = ['--preview', 'all', '--markdown', '--config', 'test/fixtures/alerts.yaml'];
const { stdout, stderr, status } = spawnSync('npx', ['tsx', 'bin/statuswatch.ts', 'alerts', ...options], {
  cwd: ROOT,
  encoding: 'utf8',
});
if (status !== 0) throw new Error(stderr);
const page = readFileSync(PAGE, 'utf8');
const before = page.indexOf(BEGIN);
const after = page.indexOf(END);
if (before < 0 || after < before) throw new Error(`${PAGE} has no place for the examples`);
writeFileSync(PAGE, `${page.slice(0, before)}${BEGIN}\n${exampleSections(stdout)}\n${page.slice(after)}`);
