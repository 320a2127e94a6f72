/** What a notification says as lines, for all that has no columns as a mail has. */

import type { Content } from './content';

/** How the parts of a line are written. */
export interface LineStyle {
  readonly note: (text: string) => string;
  /** Gets the label with its colon. */
  readonly label: (label: string) => string;
  readonly text: (text: string) => string;
}

/** Notes, then facts: a fact of one line stands after its label, those of several are a list below it. */
export function linesOf(
  { notes, facts }: Pick<Content, 'notes' | 'facts'>,
  { note, label, text }: LineStyle,
): readonly string[] {
  return [
    ...notes.map(note),
    ...facts.flatMap(([name, lines]) => {
      const [first = '', ...others] = lines;
      if (others.length === 0) return [`${label(`${name}:`)} ${text(first)}`];
      return [label(`${name}:`), ...lines.map((line) => `• ${text(line)}`)];
    }),
  ];
}
