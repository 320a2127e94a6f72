/** What stays on the screen of a watch, as its table grows, shrinks and makes room for alerts. */

import stringWidth from 'string-width';
import { createLiveScreen, showAlert } from '../../local/live-screen';
import { sampleAlert } from '../../local/sample-alert';
import type { Terminal } from '../../local/terminal';
import { configOf } from '../support/runs';
import { createScreen } from '../support/screen';

function open(columns = 80) {
  const { stream, lines } = createScreen(columns);
  const terminal: Terminal = { out: stream, err: stream, color: false, interrupted: new AbortController().signal };
  return { terminal, lines, live: createLiveScreen(terminal) };
}

const config = configOf({ shop: 'https://a-rather-long-name-of-a-host.internal.example.org/with/a/path' });

describe('the table', () => {
  it('replaces the one before, whole, also where both end alike and one is longer', () => {
    const { lines, live } = open();
    const tables = [
      ['head', 'a', 'footer'],
      ['head', 'a', 'b is down', 'c is down', 'footer'],
      ['head', 'a', 'b is down', 'footer'],
      ['head', 'footer'],
    ];
    for (const table of tables) {
      live.draw(`${table.join('\n')}\n`);
      expect(lines()).toEqual([
        ...table,
        ...lines()
          .slice(table.length)
          .map(() => ''),
      ]);
    }
  });

  it('stays below what is said, which stays', () => {
    const { lines, live } = open();
    live.say('before all');
    live.draw('head\nrow\nfooter\n');
    live.say('first alert\nof two lines');
    live.say('second alert');
    live.draw('head\nrow\nanother row\nfooter\n');
    live.end();
    const said = ['before all', 'first alert', 'of two lines', 'second alert'];
    expect(lines()).toEqual([...said, 'head', 'row', 'another row', 'footer', '']);
  });

  it('is written again and again where the output is no terminal', () => {
    const { terminal, lines } = open();
    Object.assign(terminal.out, { isTTY: false });
    const live = createLiveScreen(terminal);
    live.draw('one');
    live.say('alert');
    live.draw('two');
    expect(lines()).toEqual(['one', 'alert', 'two', '']);
  });
});

describe('an alert', () => {
  it.each([40, 60, 80])('stays within %d columns, in its frame, with its values in their column', (columns) => {
    const { terminal } = open(columns);
    for (const event of ['opened', 'updated', 'reminder', 'resolved'] as const) {
      const lines = showAlert(sampleAlert(event, config.services[0] as never, config), terminal).split('\n');
      expect([lines[0], lines.at(-1)]).toEqual(['  ┌─ alert', '  └─']);
      const within = lines.slice(1, -1);
      expect(within.filter((line) => !line.startsWith('  │'))).toEqual([]);
      // A word that fits nowhere, such as an id, is cut.
      expect(lines.filter((line) => stringWidth(line) > columns)).toEqual([]);
      expect(within.some((line) => /^ {2}│ {14}\S/.test(line))).toBe(true);
    }
  });

  it('is not wrapped where the width has no end, so that a file has its lines whole', () => {
    const { terminal } = open();
    Object.assign(terminal.out, { isTTY: false });
    expect(showAlert(sampleAlert('opened', config.services[0] as never, config), terminal)).not.toMatch(/│ {14}\S/);
  });
});
