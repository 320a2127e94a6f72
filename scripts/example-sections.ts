/** The examples in docs/reference/alerts.md: a few mails and one card. */

import { PREVIEWS, type PreviewName } from '../local/sample/previews';

/** The previews that the page shows, in its order. `statuswatch alerts --preview all` has the others. */
const SHOWN: readonly PreviewName[] = ['opened', 'resolved'];

/** The sections of the page, from the output of `statuswatch alerts --preview all --markdown`. Only the first has its card. */
export function exampleSections(printed: string): string {
  const sections = printed.split(/^(?=### )/m);
  const shown = SHOWN.map((name) => sections.find((section) => section.startsWith(`### ${PREVIEWS[name]}\n`)) ?? '');
  const [first = '', ...others] = shown.map((section) => section.trimEnd());
  return `${[first, ...others.map(withoutCards)].join('\n\n')}\n`;
}

function withoutCards(section: string): string {
  return section.replace(/\n\nCard:\n\n```text\n.*?\n```/gs, '');
}
