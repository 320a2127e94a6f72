/** The commands about a deployment: its cost, and whether it runs. */

import { Argument, Option } from 'commander';
import { type CommandSpec, configOption } from './command-spec';

export const DEPLOYMENT_COMMANDS: readonly CommandSpec[] = [
  {
    name: 'drill',
    group: 'Deploy',
    summary: 'send a test alert and its recovery to all receivers',
    words: new Argument('[service]', 'the service that the drill is about (default: the first)'),
    options: [
      configOption,
      new Option('--deployed <name>', 'have the deployed checker of this name send it, with your AWS credentials'),
      new Option('--region <region>', 'its region (default: that of your AWS configuration)'),
      new Option('--json', 'print a JSON document'),
    ],
    help: [
      'Takes the same path as a real alert. With --deployed the config is not read; you need the permission lambda:InvokeFunction.',
      'In an Alertmanager a drill fires for five minutes, so that it lasts longer than group_wait.',
      'Exit code: 0 if all accepted it, 1 if some did not, 2 if the request is rejected or there is nobody to send it to.',
    ].join('\n'),
    run: async (options, terminal, words) => (await import('../local/commands/drill')).drill(options, terminal, words),
  },
  {
    name: 'verify',
    group: 'Deploy',
    summary: 'test a deployment end to end, then clean up',
    options: [
      new Option('--deployed <name>', 'the deployment to verify').makeOptionMandatory(),
      configOption,
      new Option(
        '--region <region>',
        'its region (default: that of the config, or else of your environment or profile)',
      ),
      new Option('--service <id>', 'the service whose name and receivers the drill uses (default: a sample service)'),
      new Option('--no-ask', 'do not ask for the codes in the alerts'),
      new Option('--no-alarm', 'leave the alarm about a silent checker alone'),
      new Option('--cleanup', 'only remove what a killed verification left behind'),
      new Option('--policy', 'only print the permissions that it needs'),
      new Option('--json', 'print a JSON document, and ask nobody'),
    ],
    help: [
      'Starts a drill in the scheduled runs: people get an alert that is labelled as a drill, and its recovery. No service, report,',
      'history or objective is affected. Then it checks all that "statuswatch doctor" checks. It takes a few runs.',
      'See docs/how-to/verify-a-deployment.md.',
      'Exit code: 0 if everything passed, 1 if something failed or could not be checked, 2 for bad usage, a faulty config, no',
      'credentials or an unknown deployment, 75 if a drill is running or AWS does not answer, 130 at Ctrl-C, after it has cleaned up.',
    ].join('\n'),
    run: async (options, terminal) => (await import('../local/commands/verify')).verify(options, terminal),
  },
  {
    name: 'cost',
    group: 'Deploy',
    summary: 'estimate what a deployment costs a month',
    options: [configOption, new Option('--json', 'print a JSON document')],
    help: 'Needs no network: the list prices and their sources are part of the program.',
    run: async (options, terminal) => (await import('../local/commands/cost')).cost(options, terminal),
  },
  {
    name: 'doctor',
    group: 'Deploy',
    summary: 'check that a deployment runs and can notify people',
    options: [
      new Option('--deployed <name>', 'the deployment to check').makeOptionMandatory(),
      configOption,
      new Option(
        '--region <region>',
        'its region (default: that of the config, or else of your environment or profile)',
      ),
      new Option('--policy', 'only print the permissions that it needs'),
      new Option('--json', 'print a JSON document'),
    ],
    help: [
      'Needs credentials for the account; --policy prints the permissions.',
      'Exit code: 0 if everything is ok, 1 if something failed, 2 for bad usage, a faulty config, no credentials or an unknown',
      'deployment, 3 if something could not be checked and nothing failed, 75 if AWS does not answer.',
    ].join('\n'),
    run: async (options, terminal) => (await import('../local/commands/doctor')).doctor(options, terminal),
  },
];
