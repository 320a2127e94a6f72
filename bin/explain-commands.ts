/** The commands about the past. */

import { Argument, Option } from 'commander';
import { INCIDENT_KINDS } from '../lambda/core/words/codes';
import { type CommandSpec, configOption, deployedOptions, stateOption } from './command-spec';

export const EXPLAIN_COMMANDS: readonly CommandSpec[] = [
  {
    name: 'incidents',
    group: 'Respond',
    summary: 'list recorded incidents, open and past',
    options: [
      configOption,
      stateOption,
      new Option('--service <id>', 'only incidents of this service'),
      new Option('--since <when>', 'only incidents that were open since then: 7d, 12h, or 2026-11-22T10:00:00Z'),
      new Option('--kind <kind>', 'only those of this kind').choices([...INCIDENT_KINDS]),
      ...deployedOptions,
      new Option('--json', 'print a JSON document'),
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
      configOption,
      stateOption,
      new Option('--incident <id>', 'another incident, as "incidents --json" lists it'),
      new Option('--since <when>', 'what happened since then: 7d, 12h, or 2026-11-22T10:00:00Z'),
      ...deployedOptions,
      new Option('--json', 'print a JSON document'),
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
];
