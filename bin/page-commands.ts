/** The commands about the page for the public. */

import { Argument, Option } from 'commander';
import { ASKED_STATUSES } from '../lambda/core/documents/public/ask-post';
import {
  type CommandSpec,
  configOption,
  deployedOptions,
  REQUEST_HELP,
  requestOptions,
  stateOption,
} from './command-spec';

export const PAGE_COMMANDS: readonly CommandSpec[] = [
  {
    name: 'publish',
    summary: 'write the public page into a folder, from what watch or a deployment has recorded',
    words: new Argument('<folder>', 'the folder, such as that of GitHub Pages; made if it is missing'),
    options: [
      configOption,
      stateOption,
      ...deployedOptions,
      new Option(
        '--every <duration>',
        'how often you run this: after twice that time the page says it is out of date',
      ).default('15m', '15m'),
    ],
    help: [
      'Writes the page once; "watch --publish" does it as long as it watches. With --deployed neither --config nor --state is used;',
      'docs/reference/status-page.md says what the page shows.',
      'Exit code: 0, 2 for bad usage or a faulty config, 75 if the page can not be written.',
    ].join('\n'),
    run: async (options, terminal, words) =>
      (await import('../local/publish/publish')).publish(options, terminal, words),
  },
  {
    name: 'post',
    summary: 'write what people should read on the public page: about an incident, or an announcement',
    words: [
      new Argument('<service>', 'the id of the service; of an announcement also several, with commas, or "all"'),
      new Argument('<text...>', 'one line, in quotes; everybody can read it'),
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
      new Option('--until <instant>', 'until when; what is not planned may have no end yet'),
      ...requestOptions,
    ],
    help: [
      'That an incident is over, the checks say: what you write about one that is over counts as written afterwards.',
      'With --title it is an announcement, with its own beginning and end. It changes no state, uptime or alert.',
      ...REQUEST_HELP,
    ].join('\n'),
    run: async (options, terminal, words) => (await import('../local/requests/post')).post(options, terminal, words),
  },
  {
    name: 'hide',
    summary: 'leave an incident out of the public page, such as a false alarm',
    words: new Argument('<service>', 'the id of the service'),
    options: [
      new Option('--incident <id>', 'an incident other than the open one, as "incidents --json" lists it'),
      ...requestOptions,
    ],
    help: [
      'The page, its feed and its JSON no longer have it; uptime and the bars of days still count its checks. "unpost" shows it again.',
      ...REQUEST_HELP,
    ].join('\n'),
    run: async (options, terminal, words) => (await import('../local/requests/post')).hide(options, terminal, words),
  },
  {
    name: 'unpost',
    summary: 'take back what was written for, or hidden from, the public page',
    words: new Argument('<id>', 'its id, as "post" or "hide" has given it'),
    options: requestOptions,
    help: REQUEST_HELP.join('\n'),
    run: async (options, terminal, words) => (await import('../local/requests/post')).unpost(options, terminal, words),
  },
];
