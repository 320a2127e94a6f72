/** The screen of a watch: a table that is redrawn in place, or a log where nothing can be taken back. */

import type { Notification } from '../../lambda/core/message/notification';
import { noticeSummary, type ReceiverNotice } from '../../lambda/core/message/receiver-notice';
import type { RunDocument } from '../documents/run-document';
import { type RunFrame, renderFramedRun } from './framed-run';
import { createLiveScreen, type LiveScreen, showNotification } from './live-screen';
import { EMPTY_LOG, notificationLine, runLines, withTime } from './run-lines';
import { canRedraw, type Terminal } from './terminal';

export interface RunScreen extends Pick<LiveScreen, 'say' | 'refresh' | 'end'> {
  /** Shows a run. A log gets the paragraphs of the frame that are new. */
  show(run: RunDocument, frame: RunFrame): void;
  notify(notification: Notification): void;
  /** Shows a notice about a receiver. */
  notice(notice: ReceiverNotice): void;
}

/** A single run is shown as its whole table, whatever the output is. */
export function createRunScreen(terminal: Terminal, { once = false }: { readonly once?: boolean }): RunScreen {
  const { out, color } = terminal;
  const screen = createLiveScreen(terminal);
  if (once || canRedraw(out)) {
    return {
      ...screen,
      show: (run, frame) => screen.draw((room) => renderFramedRun(run, frame, { color, atPrompt: once, ...room })),
      notify: (notification) => screen.say(showNotification(notification, terminal)),
      notice: (notice) => screen.say(`  ${noticeSummary(notice)}`),
    };
  }
  let logged = EMPTY_LOG;
  let framed = new Set<string>();
  return {
    ...screen,
    show: (run, { before, after }) => {
      const frame = [...before, ...after].filter((text) => text !== '');
      const found = runLines(run, logged);
      const news = frame.filter((text) => !framed.has(text)).map((text) => `  ${text}`);
      const lines = [...news, ...found.lines];
      if (lines.length > 0) screen.say(lines.join('\n'));
      framed = new Set(frame);
      logged = found.logged;
    },
    notify: (notification) => screen.say(notificationLine(notification, Date.now())),
    notice: (notice) => screen.say(withTime(noticeSummary(notice), Date.now())),
  };
}
