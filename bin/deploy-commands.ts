/** The commands about reports, receivers and deployments. */

import { Argument, Option } from 'commander';
import { PREVIEW_NAMES } from '../local/sample/previews';
import { PREVIEW_FORMS } from '../local/terminal/preview-forms';
import { type CommandSpec, configOption, jsonOption, onlyOption, regionOption, storedOptions } from './command-spec';

/** The options of commands about a deployment of the config. */
const ownOptions = [
  new Option('--deployed <name>', 'the deployment').makeOptionMandatory(),
  configOption,
  new Option('--region <region>', 'its AWS region (default: that of the config, or of your AWS configuration)'),
  new Option('--policy', 'only print the permissions that it needs'),
];

export const DEPLOY_COMMANDS: readonly CommandSpec[] = [
  {
    name: 'report',
    group: 'Report',
    summary: 'report availability, objectives, incidents and response times',
    options: [
      new Option('--last <duration>', 'the time up to now, in whole hours or days (default: 30d)'),
      new Option('--month <month>', 'a UTC month, such as 2026-10'),
      new Option('--from <instant>', 'from a day or a whole UTC hour, such as 2026-10-01 or 2026-10-01T06:00Z'),
      new Option('--to <instant>', 'with --from: to the end of a day, or to a whole hour (default: now)'),
      onlyOption('report only these services, separated by commas'),
      new Option('--json', 'print a JSON document with all services'),
      new Option('--csv', 'print CSV, a row for each service'),
      ...storedOptions,
    ],
    help: [
      'Reads the recorded data of a watch, which may be running, or of a deployment, for the services in the config.',
      'It shows the worst 20 services and the totals of all; --json and --csv have all services. docs/reference/reports.md has the',
      'formulas, and the permissions that --deployed needs.',
      'Exit code: 0, 2 for bad usage, a faulty config, or no data for that time, or 75 if AWS does not answer.',
    ].join('\n'),
    run: async (options, terminal) => (await import('../local/report/report')).report(options, terminal),
  },
  {
    name: 'alerts',
    group: 'Deploy',
    summary: 'show what notifications look like',
    options: [
      new Option('--preview <event>', 'what to show').choices([...PREVIEW_NAMES, 'all']),
      configOption,
      new Option('--service <id>', 'the service in question (default: the first of the config)'),
      new Option('--form <form>', 'show only this form').choices([...PREVIEW_FORMS]),
      jsonOption,
    ],
    help: [
      'Shows one notification in each form that people read, and marks those of your receivers; "all" shows only the mails, unless',
      '--form names another form. The incidents are examples, about the sample services if there is no config; the texts are those of',
      'real alerts.',
    ].join('\n'),
    run: async (options, terminal) => (await import('../local/commands/alerts')).alerts(options, terminal),
  },
  {
    name: 'drill',
    group: 'Deploy',
    summary: 'send a test alert and its recovery to all receivers',
    words: new Argument('[service]', 'the service that the drill is about (default: the first)'),
    options: [
      configOption,
      new Option('--deployed <name>', 'have the deployed checker of this name send it, with your AWS credentials'),
      regionOption,
      jsonOption,
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
      ...ownOptions,
      new Option('--service <id>', 'the service whose name and receivers the drill uses (default: a sample service)'),
      new Option('--no-ask', 'do not ask for the codes in the alerts'),
      new Option('--no-alarm', 'leave the alarm about a silent checker alone'),
      new Option('--cleanup', 'only remove what a killed verification left behind'),
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
    options: [configOption, jsonOption],
    help: 'Needs no network: the list prices and their sources are part of the program.',
    run: async (options, terminal) => (await import('../local/commands/cost')).cost(options, terminal),
  },
  {
    name: 'doctor',
    group: 'Deploy',
    summary: 'check that a deployment runs and can notify people',
    options: [...ownOptions, jsonOption],
    help: [
      'Needs credentials for the account; --policy prints the permissions.',
      'Exit code: 0 if everything is ok, 1 if something failed, 2 for bad usage, a faulty config, no credentials or an unknown',
      'deployment, 3 if something could not be checked and nothing failed, 75 if AWS does not answer.',
    ].join('\n'),
    run: async (options, terminal) => (await import('../local/commands/doctor')).doctor(options, terminal),
  },
];
