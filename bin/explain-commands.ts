/** The commands about the past: incidents, and the story of an incident. */

import { Argument, Option } from 'commander';
import { INCIDENT_KINDS } from '../lambda/core/words/codes';
import { type CommandSpec, configOption, deployedOptions, stateOption } from './command-spec';

export const EXPLAIN_COMMANDS: readonly CommandSpec[] = [
  {
    name: 'incidents',
    summary: 'list recorded incidents, open and past',
    options: [
      configOption,
      stateOption,
      new Option('--service <id>', 'only those of this service'),
      new Option('--since <when>', 'only those that were open since then: 7d, 12h, or 2026-11-22T10:00:00Z'),
      new Option('--kind <kind>', 'only those of this kind').choices([...INCIDENT_KINDS]),
      ...deployedOptions,
      new Option('--json', 'print a JSON document'),
    ],
    help: [
      'The last 20 resolved incidents of each service are kept. "explain" shows one in detail. With --deployed neither --config nor',
      '--state is used, and a service that has left the config is listed only if --service names it; docs/reference/reports.md has the policy.',
      'Exit code: 0, 2 if nothing has been watched yet, or 75 if AWS does not answer.',
    ].join('\n'),
    run: async (options, terminal) => (await import('../local/commands/incidents')).incidents(options, terminal),
  },
  {
    name: 'explain',
    summary: 'show the story of the last incident of a service, or of its last 15 minutes',
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
      'Without --incident and --since: the incident that is open, or that ended in the last 15 minutes; otherwise these minutes.',
      'Checks summed up, restarts and versions, conditions, clues, alerts and what was silenced, in the order of time; and what is not',
      'known any more. With --deployed neither --config nor --state is used; docs/reference/reports.md has the policy.',
      'Exit code: 0, 2 if there is no data for the service or the incident, or 75 if AWS does not answer.',
    ].join('\n'),
    run: async (options, terminal, words) => (await import('../local/story/explain')).explain(options, terminal, words),
  },
];
