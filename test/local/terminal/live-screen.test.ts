/** The screen of a watch as its table grows, shrinks and makes room for alerts. */

import stringWidth from 'string-width';
import type { Service } from '../../../lambda/core/config/config';
import { mailText } from '../../../lambda/core/message/forms/mail';
import type { Notification } from '../../../lambda/core/message/notification';
import { SAMPLES, type Sample } from '../../../local/sample/previews';
import { sampleNotifications } from '../../../local/sample/sample-story';
import { createLiveScreen, showNotification } from '../../../local/terminal/live-screen';
import type { Terminal } from '../../../local/terminal/terminal';
import { configOf } from '../../support/core/runs';
import { createScreen } from '../../support/laptop/screen';

function open(columns = 80, rows = 50) {
  const { stream, ...screen } = createScreen(columns, rows);
  const terminal: Terminal = { out: stream, err: stream, color: false, interrupted: new AbortController().signal };
  return { terminal, ...screen, live: createLiveScreen(terminal) };
}

const shows =
  (...lines: string[]) =>
  () =>
    lines.join('\n');

const ESCAPE = String.fromCharCode(27);

const config = configOf({ shop: 'https://a-rather-long-name-of-a-host.internal.example.org/with/a/path' });

describe('the table', () => {
  it('replaces the previous one completely, even if both end alike and one is longer', () => {
    const { lines, live } = open();
    const tables = [
      ['head', 'a', 'footer'],
      ['head', 'a', 'b is down', 'c is down', 'footer'],
      ['head', 'a', 'b is down', 'footer'],
      ['head', 'footer'],
    ];
    for (const table of tables) {
      live.draw(shows(...table));
      expect(lines()).toEqual([...table, '']);
    }
  });

  it('stays below messages, which stay', () => {
    const { lines, live } = open();
    live.say('before all');
    expect(lines()).toEqual(['before all', '']);
    live.draw(shows('head', 'row', 'footer'));
    live.say('first alert\nof two lines');
    live.say('second alert');
    live.draw(shows('head', 'row', 'another row', 'footer'));
    live.end();
    const said = ['before all', 'first alert', 'of two lines', 'second alert'];
    expect(lines()).toEqual([...said, 'head', 'row', 'another row', 'footer', '']);
  });

  it('is written once between two runs, together with all messages', () => {
    const { lines, live, writes } = open();
    const alerts = Array.from({ length: 200 }, (_, index) => `alert ${index}`);
    live.draw(shows('all is well'));
    const before = writes.length;
    for (const alert of alerts) live.say(alert);
    live.draw(shows('all is down'));
    expect(writes).toHaveLength(before + 1);
    expect(lines()).toEqual([...alerts, 'all is down', '']);
  });

  it('writes all messages before the end', () => {
    const { lines, live } = open();
    live.draw(shows('table'));
    live.say('the last alert');
    live.end();
    expect(lines()).toEqual(['the last alert', 'table', '']);
  });

  it('fills the screen except the line of the cursor, and is redrawn when the size changes', () => {
    const { lines, live, resize, writes } = open(80, 24);
    live.draw(({ columns, rows }) => `${columns} x ${rows}`);
    expect(lines()).toEqual(['80 x 23', '']);
    resize(120, 40);
    expect(lines()).toEqual(['120 x 39', '']);
    live.end();
    const before = writes.length;
    resize(80, 24);
    expect(writes).toHaveLength(before);
  });

  it('is erased completely even if a narrower terminal has wrapped its lines', () => {
    const { live, resize, writes } = open(80);
    live.draw(shows('x'.repeat(80), 'y'));
    resize(30, 50);
    // The first line has become three.
    expect(writes.at(-1)).toContain(`\r${ESCAPE}[4A`);
    expect(writes.at(-1)).toContain(`\n${ESCAPE}[J`);
  });

  it('leaves nothing in the scrollback, although it fills the screen', () => {
    const { lines, live } = open(20, 10);
    const table = Array.from({ length: 9 }, (_, index) => `row ${index} x${'x'.repeat(index * 2)}`);
    live.draw(shows(...table));
    live.draw(shows(...table.toReversed()));
    expect(lines()).toEqual([...table.toReversed(), '']);
    live.say('an alert of a line that is longer than the screen is wide');
    live.draw(shows(...table));
    expect(lines()).toEqual(['an alert of a line that is longer than the screen is wide', ...table, '']);
  });

  it('leaves the cursor visible, however the process ends', () => {
    const { live, writes } = open();
    live.draw(shows('table'));
    live.end();
    expect(writes.join('')).not.toContain(`${ESCAPE}[?25l`);
  });

  it('is written again each time if the output is not a terminal', () => {
    const { terminal, lines } = open();
    Object.assign(terminal.out, { isTTY: false });
    const live = createLiveScreen(terminal);
    live.draw(shows('one'));
    live.say('alert');
    live.draw(({ columns, rows }) => `${columns} x ${rows}`);
    expect(lines()).toEqual(['one', 'alert', 'Infinity x Infinity', '']);
  });
});

describe('an alert', () => {
  it.each([40, 60, 80])('stays within %d columns, in its frame', async (columns) => {
    const { terminal } = open(columns);
    for (const sample of Object.keys(SAMPLES) as Sample[]) {
      const [notification] = await sampleNotifications(sample, config.services[0] as Service, config);
      const lines = showNotification(notification as Notification, terminal).split('\n');
      expect([lines[0], lines.at(-1)]).toEqual(['  ┌─ alert', '  └─']);
      const within = lines.slice(1, -1);
      expect(within.filter((line) => !line.startsWith('  │'))).toEqual([]);
      // A word that fits nowhere, such as an id, is cut.
      expect(lines.filter((line) => stringWidth(line) > columns)).toEqual([]);
    }
  });

  it('is not wrapped without a width, so that files have whole lines', async () => {
    const { terminal } = open();
    Object.assign(terminal.out, { isTTY: false });
    const [notification] = await sampleNotifications('opened', config.services[0] as Service, config);
    const lines = showNotification(notification as Notification, terminal).split('\n');
    for (const line of mailText(notification as Notification).split('\n'))
      expect(lines).toContain(`  │ ${line}`.trimEnd());
  });
});
