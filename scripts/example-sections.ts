/** The examples in docs/reference/alerts.md: a few mails. */

import { PREVIEWS, type PreviewName } from '../local/sample/previews';

/** The previews that the page shows, in its order. `statuswatch alerts --preview all` has the others. */
const SHOWN: readonly PreviewName[] = ['opened', 'resolved'];

/** Returns the sections of the page, from the output of `statuswatch alerts --preview all --markdown`, without the cards. */
export function exampleSections(printed: string): string {
  const sections = printed.replace(/\n\nCard:\n\n```text\n.*?\n```/gs, '').split(/^(?=### )/m);
  const shown = SHOWN.map((name) => sections.find((section) => section.startsWith(`### ${PREVIEWS[name]}\n`)) ?? '');
  return `${shown.map((section) => section.trimEnd()).join('\n\n')}\n`;
}
