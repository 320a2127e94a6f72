/** The commands about a deployment: what it costs, and whether it runs. */

import { Option } from 'commander';
import { type CommandSpec, configOption } from './command-spec';

export const DEPLOYMENT_COMMANDS: readonly CommandSpec[] = [
  {
    name: 'cost',
    summary: 'estimate what the deployed config costs a month, and what the same checks cost elsewhere',
    options: [configOption, new Option('--json', 'print a JSON document')],
    help: 'Needs no network: the list prices and their sources are part of the program.',
    run: async (options, terminal) => (await import('../local/commands/cost')).cost(options, terminal),
  },
  {
    name: 'doctor',
    summary: 'look whether a deployment runs, and whether people can be notified; it only reads',
    options: [
      new Option('--deployed <name>', 'the deployment to look at').makeOptionMandatory(),
      configOption,
      new Option(
        '--region <region>',
        'its region (default: that of the config, or else of your environment or profile)',
      ),
      new Option('--json', 'print a JSON document'),
    ],
    help: [
      'Needs credentials for the account; docs/deploying.md, "Doctor", has the policy.',
      'Exit code: 0 if all is in order, 1 if something is to be mended, 2 for bad usage, a faulty config, no credentials or an',
      'unknown deployment, 3 if something could not be looked at and all else is in order.',
    ].join('\n'),
    run: async (options, terminal) => (await import('../local/commands/doctor')).doctor(options, terminal),
  },
];
