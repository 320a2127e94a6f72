/** The commands about the public page. */

import { Argument, Option } from 'commander';
import { ASKED_STATUSES } from '../lambda/status-page/core/ask-post';
import { type CommandSpec, REQUEST_HELP, requestOptions, storedOptions } from './command-spec';

/** The option of `watch`. */
export const PUBLISH_OPTION = new Option('--publish <folder>', 'also write the public page into this folder');

export const PAGE_COMMANDS: readonly CommandSpec[] = [
  {
    name: 'publish',
    group: 'Report',
    summary: 'write the public page into a folder',
    words: new Argument('<folder>', 'the folder, such as that of GitHub Pages; made if it is missing'),
    options: [
      ...storedOptions,
      new Option(
        '--every <duration>',
        'how often you run this: after twice that time the page says it is out of date',
      ).default('15m', '15m'),
    ],
    help: [
      'Writes the page once, from what watch or a deployment has recorded; "watch --publish" keeps it up to date. With --deployed,',
      '--config and --state are ignored. docs/reference/status-page.md says what the page shows.',
      'Exit code: 0, 2 for bad usage or a faulty config, 75 if the page can not be written.',
    ].join('\n'),
    run: async (options, terminal, words) =>
      (await import('../local/status-page/publish')).publish(options, terminal, words),
  },
  {
    name: 'post',
    group: 'Respond',
    summary: 'write about an incident on the public page, or hide it',
    words: [
      new Argument('[service]', 'the id of the service; of an announcement also several, with commas, or "all"'),
      new Argument('[text...]', 'one line, in quotes; everybody can read it'),
    ],
    options: [
      new Option(
        '--status <status>',
        'how far you have come (default: as it was); only an announcement can be resolved',
      ).choices([...ASKED_STATUSES]),
      new Option(
        '--incident <id>',
        'an incident other than the open one, as "incidents --json" lists it, or an announcement',
      ),
      new Option('--title <title>', 'announce something that no check finds, such as planned work'),
      new Option(
        '--from <instant>',
        'when it begins, such as 2026-11-29T02:00Z (default: now); later than now is planned work',
      ),
      new Option('--for <duration>', 'for how long, such as 2h; 30d at most'),
      new Option('--until <instant>', 'until when; optional, except for planned work'),
      new Option('--hide', "leave the service's incident out of the page, such as a false alarm"),
      new Option('--undo <id>', 'undo a text, an announcement or a --hide'),
      ...requestOptions,
    ],
    help: [
      'The checks decide when an incident is over. With --title it is an announcement, with its own beginning and end; it changes no',
      'state, uptime or alert. A hidden incident still counts in the uptime and the bars of days.',
      ...REQUEST_HELP,
    ].join('\n'),
    run: async (options, terminal, words) => (await import('../local/status-page/post')).post(options, terminal, words),
  },
];
