/** Writes the table of all subjects, and examples of mails, into docs/reference/alerts.md; both are about test/fixtures/alerts.yaml. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exampleSections } from './example-sections';
import { subjectTable } from './subject-table';

const ROOT = join(__dirname, '..');
const PAGE = join(ROOT, 'docs/reference/alerts.md');
const CONFIG = join(ROOT, 'test/fixtures/alerts.yaml');

/** Replaces the text between the two lines that mark its place. */
function replaced(page: string, [begin, end]: readonly [string, string], text: string): string {
  const before = page.indexOf(begin);
  const after = page.indexOf(end);
  if (before < 0 || after < before) throw new Error(`${PAGE} has no place for "${begin.trim()}"`);
  return `${page.slice(0, before)}${begin}\n${text}\n${page.slice(after)}`;
}

async function writePage(): Promise<void> {
  const subjects = await subjectTable(CONFIG);
  const withSubjects = replaced(
    readFileSync(PAGE, 'utf8'),
    ['<!-- subjects: written by npm run alerts-page -->\n', '<!-- end of the subjects -->\n'],
    `${subjects}\n`,
  );
  const examples = ['<!-- examples: written by npm run alerts-page -->\n', '<!-- end of the examples -->\n'] as const;
  writeFileSync(PAGE, replaced(withSubjects, examples, await exampleSections(CONFIG)));
}

void writePage();
