/** A terminal on which a table is redrawn in place while alerts scroll by above it. */

import { mailText, subjectOf } from '../../lambda/core/message/forms/mail';
import type { Notification } from '../../lambda/core/message/notification';
import { columnsIn, wrapText } from './plain-table';
import { canRedraw, columnsOf, type Room, roomOf, type Terminal } from './terminal';

export interface LiveScreen {
  /**
   * Replaces the bottom of the screen by the text that `render` returns for the present size, and again if the size changes. If there
   * is no terminal, writes the text below the former output. No line may be wider than the screen.
   */
  draw(render: (room: Room) => string): void;
  /** Writes a text that stays. Once there is a table at the bottom, the text is written with the next update of it. */
  say(text: string): void;
  /** Writes texts of `say` that have not been written yet. */
  refresh(): void;
  /** Writes what has not been written yet. The table at the bottom stays. */
  end(): void;
}

/** A terminal shows everything between these two at once; a terminal that doesn't know them ignores them. */
const BEGIN_UPDATE = '\u001b[?2026h';
const END_UPDATE = '\u001b[?2026l';
const ERASE_REST_OF_LINE = '\u001b[K';
const ERASE_BELOW = '\u001b[J';

/**
 * All texts between two updates are written at once. While the terminal takes nothing, nothing is written, and all of it
 * afterwards. The cursor is never hidden, so it can't be left hidden.
 */
export function createLiveScreen({ out }: Terminal): LiveScreen {
  if (!canRedraw(out)) {
    const write = (text: string) => void out.write(`${text}\n`);
    return { draw: (render) => write(render(roomOf(out))), say: write, refresh: () => undefined, end: () => undefined };
  }
  let render: ((room: Room) => string) | null = null;
  let texts: string[] = [];
  let bottom: readonly string[] = [];
  let isLate = false;
  const paint = () => {
    isLate = out.writableNeedDrain;
    if (isLate) return;
    const columns = columnsOf(out);
    const above = goUp(rowsOf(bottom, columns));
    const stays = texts.flatMap((text) => text.split('\n'));
    bottom = render === null ? [] : render(roomOf(out)).split('\n');
    texts = [];
    const lines = [...stays, ...bottom].map((line) => writtenOver(line, columns)).join('');
    out.write(BEGIN_UPDATE + above + lines + ERASE_BELOW + END_UPDATE);
  };
  const catchUp = () => {
    if (isLate) paint();
  };
  dontWaitFor(out);
  out.on('resize', paint).on('drain', catchUp);
  return {
    draw: (next) => {
      render = next;
      paint();
    },
    say: (text) => {
      texts.push(text);
      if (render === null) paint();
    },
    refresh: () => {
      if (texts.length > 0) paint();
    },
    end: () => {
      out.off('resize', paint).off('drain', catchUp);
      if (texts.length > 0) paint();
    },
  };
}

/**
 * Keeps the process from waiting for the terminal. Node waits until the terminal has accepted its output, so that a terminal that was stopped
 * with Ctrl-S would stop the checks too. This setting has no public name; without it the process waits.
 * Source: "Process I/O" in the documentation of Node's `process`: "TTYs (Terminals): asynchronous on Windows,
 * synchronous on POSIX".
 */
function dontWaitFor(out: NodeJS.WriteStream): void {
  const { _handle: handle } = out as { readonly _handle?: { setBlocking?(isBlocking: boolean): unknown } };
  handle?.setBlocking?.(false);
}

/** The rows of lines. A terminal that has become narrower wraps lines that no longer fit. */
function rowsOf(lines: readonly string[], columns: number): number {
  return lines.reduce((rows, line) => rows + Math.max(1, Math.ceil(columnsIn(line) / columns)), 0);
}

/**
 * The line in place of a former line. What stands below is erased only after all lines are written: tmux scrolls the whole screen into its
 * history if all of it is erased from the first line on. After a line that fills its last row there is nothing to erase, and on some
 * terminals its last character would be erased.
 * Source: screen-write.c of tmux: "Scroll into history if it is enabled and clearing entire screen."
 */
function writtenOver(line: string, columns: number): string {
  const width = columnsIn(line);
  return width > 0 && width % columns === 0 ? `${line}\n` : `${line}${ERASE_REST_OF_LINE}\n`;
}

/** Moves to the beginning of the line so many above the cursor. */
function goUp(rows: number): string {
  return rows === 0 ? '\r' : `\r\u001b[${rows}A`;
}

/** A notification as it would arrive by e-mail, framed, and within the terminal's width. */
export function showNotification(notification: Notification, { out }: Terminal): string {
  const frame = '  │ ';
  const width = columnsOf(out) - frame.length;
  const lines = [subjectOf(notification), '', ...mailText(notification).split('\n')].flatMap((line) =>
    line === '' ? [''] : wrapText(line, width),
  );
  return ['  ┌─ alert', ...lines.map((line) => (frame + line).trimEnd()), '  └─'].join('\n');
}
