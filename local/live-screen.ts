/** A terminal on which a table is redrawn in place while alerts scroll by above it. */

import { createLogUpdate } from 'log-update';
import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';
import type { Alert } from '../lambda/core/alert';
import { emailText, subjectOf } from '../lambda/core/alert-text';
import { canRedraw, columnsOf, type Terminal } from './terminal';

export interface LiveScreen {
  /** Replaces what stands at the bottom; where there is no terminal, writes it below what came before. */
  draw(text: string): void;
  /** Writes something that stays. */
  say(text: string): void;
  end(): void;
}

export function createLiveScreen({ out }: Terminal): LiveScreen {
  if (!canRedraw(out)) {
    const write = (text: string) => void out.write(`${text}\n`);
    return { draw: write, say: write, end: () => undefined };
  }
  const update = createLogUpdate(out);
  let bottom = '';
  return {
    draw: (text) => {
      bottom = text;
      // From scratch: log-update 7.2 leaves lines behind where it replaces a part by one of another length.
      update.clear();
      update(text);
    },
    say: (text) => {
      update.clear();
      out.write(`${text}\n`);
      if (bottom !== '') update(bottom);
    },
    end: () => update.done(),
  };
}

/** An alert as it would arrive by e-mail, framed, and within the terminal's width. */
export function showAlert(alert: Alert, { out }: Pick<Terminal, 'out'>): string {
  const frame = '  │ ';
  const width = columnsOf(out) - frame.length;
  const lines = [subjectOf(alert), '', ...emailText(alert).split('\n')].flatMap((line) => wrapField(line, width));
  return ['  ┌─ alert', ...lines.map((line) => (frame + line).trimEnd()), '  └─'].join('\n');
}

/** What follows a label stays in the column of its beginning. */
function wrapField(line: string, width: number): string[] {
  if (stringWidth(line) <= width) return [line];
  const label = /^[A-Z][a-z ]*: +/.exec(line)?.[0] ?? '';
  const parts = wrapAnsi(line.slice(label.length), Math.max(10, width - label.length), { hard: true }).split('\n');
  return parts.map((part, index) => (index === 0 ? label : ' '.repeat(label.length)) + part);
}
