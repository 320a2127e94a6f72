/** The commands about incidents, silences and acknowledgements. */

import { Argument, Option } from 'commander';
import { INCIDENT_KINDS } from '../lambda/core/words/codes';
import { type CommandSpec, jsonOption, REQUEST_HELP, requestOptions, storedOptions } from './command-spec';

export const RESPOND_COMMANDS: readonly CommandSpec[] = [
  {
    name: 'incidents',
    group: 'Respond',
    summary: 'list recorded incidents, open and past',
    options: [
      new Option('--service <id>', 'only incidents of this service'),
      new Option('--since <when>', 'only incidents that were open since then: 7d, 12h, or 2026-11-22T10:00:00Z'),
      new Option('--kind <kind>', 'only those of this kind').choices([...INCIDENT_KINDS]),
      ...storedOptions,
      jsonOption,
    ],
    help: [
      'The last 20 resolved incidents of each service are stored. "explain" shows one in detail. With --deployed, --config and --state',
      'are ignored, and a service that has left the config needs --service; docs/reference/reports.md has the policy.',
      'Exit code: 0, 2 if nothing has been watched yet, or 75 if AWS does not answer.',
    ].join('\n'),
    run: async (options, terminal) => (await import('../local/commands/incidents')).incidents(options, terminal),
  },
  {
    name: 'explain',
    group: 'Respond',
    summary: 'show what happened to a service',
    words: new Argument('<service>', 'the id of the service'),
    options: [
      new Option('--incident <id>', 'another incident, as "incidents --json" lists it'),
      new Option('--since <when>', 'what happened since then: 7d, 12h, or 2026-11-22T10:00:00Z'),
      ...storedOptions,
      jsonOption,
      new Option('--markdown', 'print Markdown to paste, without URLs, hosts, IP addresses and e-mail addresses'),
      new Option('--with-addresses', 'leave addresses in the Markdown'),
    ],
    help: [
      'Shows the open incident, or the one that ended in the last 15 minutes; if there is none, these minutes: checks, restarts,',
      'versions, conditions, clues, alerts and silences, in order of time. With --deployed, --config and --state are ignored;',
      'docs/reference/reports.md has the policy.',
      'Exit code: 0, 2 if there is no data for the service or the incident, or 75 if AWS does not answer.',
    ].join('\n'),
    run: async (options, terminal, words) => (await import('../local/story/explain')).explain(options, terminal, words),
  },
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
    run: async (options, terminal, words) => (await import('../local/requests/silence')).ack(options, terminal, words),
  },
  {
    name: 'unsilence',
    group: 'Respond',
    summary: 'end a silence or an acknowledgement',
    words: new Argument('<id>', 'its id, as "silence" lists it, or its service if that has only one'),
    options: requestOptions,
    help: REQUEST_HELP.join('\n'),
    run: async (options, terminal, words) =>
      (await import('../local/requests/silence')).unsilence(options, terminal, words),
  },
];
