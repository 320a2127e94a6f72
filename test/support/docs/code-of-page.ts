/** The code in a page of Markdown, with where it stands: what people may type, or put into a file. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../../..');

export interface PageCode {
  /** Such as `README.md:34`. */
  readonly place: string;
  /** What follows the fence of a block, such as `sh` or `sh account`; `indented` for a block without one; `null` for code within a line. */
  readonly block: string | null;
  readonly text: string;
}

/** Line by line in a block of `sh` or of no language, and in an indented one; any other block as a whole. */
export function codeOfPage(page: string, text = readFileSync(join(ROOT, page), 'utf8')): PageCode[] {
  const found: PageCode[] = [];
  let fence: { readonly mark: string; readonly block: string; readonly line: number; lines: string[] } | null = null;
  for (const [index, line] of text.split('\n').entries()) {
    const place = `${page}:${index + 1}`;
    const [, mark = '', block = ''] = /^ *(`{3,})(.*)$/.exec(line) ?? [];
    if (fence && mark === fence.mark) {
      const { block, lines, line: first } = fence;
      if (/^(sh( .*)?)?$/.test(block))
        found.push(...lines.map((text, at) => ({ place: `${page}:${first + at}`, block, text: text.trim() })));
      else found.push({ place: `${page}:${first}`, block, text: `${lines.join('\n')}\n` });
      fence = null;
    } else if (fence) fence.lines.push(line);
    else if (mark !== '') fence = { mark, block: block.trim(), line: index + 2, lines: [] };
    else if (/^ {4}\S/.test(line)) found.push({ place, block: 'indented', text: line.trim() });
    else found.push(...inline(line).map((text) => ({ place, block: null, text })));
  }
  if (fence) throw new Error(`${page}:${fence.line - 1}: a block of code that does not end`);
  return found.filter(({ text }) => text !== '');
}

function inline(line: string): string[] {
  return Array.from(line.matchAll(/(`+)(.+?)\1/g), ([, , text = '']) => text.trim());
}
