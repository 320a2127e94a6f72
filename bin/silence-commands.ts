/** The commands about silences and acknowledgements: of the state folder, or of a deployed checker. */

import { Argument, Option } from 'commander';
import { type CommandSpec, REQUEST_HELP, requestOptions } from './command-spec';

export const SILENCE_COMMANDS: readonly CommandSpec[] = [
  {
    name: 'silence',
    summary: 'notify nobody of some services for a time; their incidents are kept',
    words: new Argument('[services...]', 'the ids of the services'),
    options: [
      new Option('--all', 'silence all services'),
      new Option('--for <duration>', 'for how long, such as 30m, 1h30m or 3d; 30d at most'),
      new Option('--until <instant>', 'until when, such as 2026-11-22T10:00:00Z; "well": until what fails is over'),
      new Option('--reason <text>', 'why: others see it'),
      new Option('--by <name>', 'who asks (default: $USER, or your user name)'),
      ...requestOptions,
    ],
    help: [
      'Works with and without a running watch, which follows it from its next run on. What still fails when the silence',
      'ends is notified then. "--until well" is for what fails now: it ends for each service once that is healthy, and after',
      '24 hours at most; people are notified of what begins later.',
      ...REQUEST_HELP,
    ].join('\n'),
    run: async (options, terminal, words) =>
      (await import('../local/requests/silence')).silence(options, terminal, words),
  },
  {
    name: 'ack',
    summary: 'acknowledge what fails: nobody is reminded of it',
    words: new Argument('<services...>', 'the ids of the services'),
    options: [
      new Option('--for <duration>', 'for how long at most, such as 30m or 4h; 1d at most (default: 1d)'),
      new Option('--note <text>', 'what others should know'),
      new Option('--by <name>', 'who acknowledges it (default: $USER, or your user name)'),
      ...requestOptions,
    ],
    help: [
      'It covers the incidents that are open now, and ends with them, or after its time. Until then nobody is reminded of them, and',
      'receivers with "after" are not notified of their beginnings. Changes and ends are notified as always. "unsilence" takes it back.',
      ...REQUEST_HELP,
    ].join('\n'),
    run: async (options, terminal, words) => (await import('../local/requests/ack')).ack(options, terminal, words),
  },
  {
    name: 'silences',
    summary: 'list the silences that hold now, planned maintenance, and acknowledgements',
    options: requestOptions,
    help: REQUEST_HELP.join('\n'),
    run: async (options, terminal) => (await import('../local/requests/silences')).silences(options, terminal),
  },
  {
    name: 'unsilence',
    summary: 'end a silence or an acknowledgement before its time',
    words: new Argument('<id>', 'its id, as "silences" lists it, or its service if that has only one'),
    options: requestOptions,
    help: REQUEST_HELP.join('\n'),
    run: async (options, terminal, words) =>
      (await import('../local/requests/unsilence')).unsilence(options, terminal, words),
  },
];
