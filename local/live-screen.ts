/** A terminal on which a table is redrawn in place while alerts scroll by above it. */

import { createLogUpdate } from 'log-update';
import type { Alert } from '../lambda/core/alert';
import { emailText, subjectOf } from '../lambda/core/alert-text';
import { canRedraw, type Terminal } from './terminal';

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

/** An alert as it would arrive by e-mail, framed. */
export function showAlert(alert: Alert): string {
  const lines = [subjectOf(alert), '', ...emailText(alert).split('\n')];
  return ['  ┌─ alert ', ...lines.map((line) => `  │ ${line}`.trimEnd()), '  └─'].join('\n');
}
