/** The commands about silences and acknowledgements. */

import { Argument, Option } from 'commander';
import { type CommandSpec, REQUEST_HELP, requestOptions } from './command-spec';

export const SILENCE_COMMANDS: readonly CommandSpec[] = [
  {
    name: 'silence',
    group: 'Respond',
    summary: 'silence services for a time, or list silences',
    words: new Argument('[services...]', 'the ids of the services'),
    options: [
      new Option('--all', 'silence all services'),
      new Option('--for <duration>', 'for how long, such as 30m, 1h30m or 3d; 30d at most'),
      new Option('--until <instant>', 'until when, such as 2026-11-22T10:00:00Z; "well": until they recover'),
      new Option('--reason <text>', 'the reason, which others see'),
      new Option('--by <name>', 'your name (default: $USER, or your user name)'),
      ...requestOptions,
    ],
    help: [
      'Without arguments it lists the silences in force, planned maintenance, and acknowledgements.',
      'Nobody is notified about a silenced service; its incidents are recorded. If it still fails when the silence ends, people are',
      'notified then. "--until well" is for what fails now: it ends for each service once that is healthy, after 24 hours at most.',
      'A running watch applies it from its next run on.',
      ...REQUEST_HELP,
    ].join('\n'),
    run: async (options, terminal, words) =>
      (await import('../local/requests/silence')).silence(options, terminal, words),
  },
  {
    name: 'ack',
    group: 'Respond',
    summary: 'acknowledge open incidents: no more reminders',
    words: new Argument('<services...>', 'the ids of the services'),
    options: [
      new Option('--for <duration>', 'for how long at most, such as 30m or 4h; 1d at most (default: 1d)'),
      new Option('--note <text>', 'what others should know'),
      new Option('--by <name>', 'your name (default: $USER, or your user name)'),
      ...requestOptions,
    ],
    help: [
      'Covers the incidents that are open now, until they are over or the time is up. Until then there are no reminders, and receivers',
      'with "after" are not notified of their beginning. Changes and recoveries are notified as usual. "unsilence" undoes it.',
      ...REQUEST_HELP,
    ].join('\n'),
    run: async (options, terminal, words) => (await import('../local/requests/ack')).ack(options, terminal, words),
  },
  {
    name: 'unsilence',
    group: 'Respond',
    summary: 'end a silence or an acknowledgement',
    words: new Argument('<id>', 'its id, as "silence" lists it, or its service if that has only one'),
    options: requestOptions,
    help: REQUEST_HELP.join('\n'),
    run: async (options, terminal, words) =>
      (await import('../local/requests/unsilence')).unsilence(options, terminal, words),
  },
];
