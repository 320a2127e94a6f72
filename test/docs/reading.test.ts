/** The docs stay short and in four folders, and their links work. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const ROOT = join(__dirname, '../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const pages = readdirSync(join(ROOT, 'docs'), { recursive: true })
  .map((name) => `docs/${name}`)
  .filter((name) => name.endsWith('.md'))
  .sort();
const examples = readdirSync(join(ROOT, 'examples'), { recursive: true })
  .map((name) => `examples/${name}`)
  .filter((name) => name.endsWith('.md'));
const all = ['README.md', 'SKILL.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'bench/README.md', ...pages, ...examples];

const words = (text: string) => text.split(/\s+/).filter((word) => /\w/.test(word)).length;
const lines = (text: string) => text.trimEnd().split('\n').length;

it('pages are in four folders', () => {
  expect([...new Set(pages.map((page) => page.split('/')[1]))].sort()).toEqual(['how-to', 'reference', 'start', 'why']);
});

it('what users read has at most 20,000 words', () => {
  const shipped = ['README.md', ...pages.filter((page) => !page.startsWith('docs/why/'))];
  const count = shipped.reduce((sum, page) => sum + read(page).split(/\s+/).filter(Boolean).length, 0);
  expect(count).toBeLessThanOrEqual(20_000);
});

it('README is short, and under 2,000 words together with the first steps', () => {
  expect(lines(read('README.md'))).toBeLessThanOrEqual(150);
  const start = pages.filter((page) => page.startsWith('docs/start/'));
  expect(start.length).toBeGreaterThan(1);
  expect(['README.md', ...start].reduce((sum, page) => sum + words(read(page)), 0)).toBeLessThan(2_000);
});

it.each(pages.filter((page) => page.startsWith('docs/how-to/')))('%s fits on about a screen', (page) => {
  expect(lines(read(page))).toBeLessThanOrEqual(65);
});

it('SKILL.md is short, and names files that the package has', () => {
  const skill = read('SKILL.md');
  expect(lines(skill)).toBeLessThan(150);
  const files = Array.from(skill.matchAll(/`((?:docs|examples)\/[^`]+)`/g), ([, file = '']) => file);
  expect(files.length).toBeGreaterThan(2);
  expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
});

it('README links to each page', () => {
  const readme = read('README.md');
  expect(pages.filter((page) => !readme.includes(`](${page}`))).toEqual([]);
});

/** Returns the anchors of a page: those that GitHub makes from headings, and our own. */
function anchorsOf(text: string): ReadonlySet<string> {
  const plain = text.replace(/^```[\s\S]*?^```/gm, '');
  const headings = Array.from(plain.matchAll(/^#+ (.*)$/gm), ([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_\- ]/gu, '')
      .replaceAll(' ', '-'),
  );
  return new Set([...headings, ...Array.from(text.matchAll(/<a (?:id|name)="([^"]+)"/g), ([, id = '']) => id)]);
}

it.each(all)('the links of %s work', (page) => {
  const links = Array.from(read(page).matchAll(/(?:\]\(|src="|srcset=")([^)\s"]+)/g), ([, link = '']) => link).filter(
    (link) => !/^[a-z]+:/.test(link),
  );
  const broken = links.filter((link) => {
    const [path = '', anchor] = link.split('#');
    const file = path === '' ? page : normalize(join(dirname(page), path));
    if (!existsSync(join(ROOT, file))) return true;
    return anchor !== undefined && !anchorsOf(read(file)).has(anchor);
  });
  expect(broken).toEqual([]);
});
