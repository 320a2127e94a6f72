/** The commands about what was: incidents. */

import { Option } from 'commander';
import { INCIDENT_KINDS } from '../lambda/core/words/codes';
import { type CommandSpec, configOption, stateOption } from './command-spec';

export const EXPLAIN_COMMANDS: readonly CommandSpec[] = [
  {
    name: 'incidents',
    summary: 'list the incidents that watch has kept, open and past',
    options: [
      configOption,
      stateOption,
      new Option('--service <id>', 'only those of this service'),
      new Option('--since <when>', 'only those that were open since then: 7d, 12h, or 2026-11-22T10:00:00Z'),
      new Option('--kind <kind>', 'only those of this kind').choices([...INCIDENT_KINDS]),
      new Option('--json', 'print a JSON document'),
    ],
    help: [
      'Of each service the last 20 that are over are kept, also if it has left the config.',
      'Exit code: 0, or 2 if nothing has been watched yet.',
    ].join('\n'),
    run: async (options, terminal) => (await import('../local/commands/incidents')).incidents(options, terminal),
  },
];
