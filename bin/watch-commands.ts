/** The commands to start with, and those that check services. */

import { Argument, Option } from 'commander';
import { FAULTS } from '../local/sample/sample-faults';
import {
  type CommandSpec,
  collect,
  configOption,
  jsonOption,
  onlyOption,
  pageOptions,
  regionOption,
  stateOption,
} from './command-spec';
import { PUBLISH_OPTION } from './status-page-commands';

export const WATCH_COMMANDS: readonly CommandSpec[] = [
  {
    name: 'init',
    group: 'Start',
    summary: 'write a config for your services, from what they answer',
    words: new Argument('[addresses...]', 'their addresses; "-" reads them from standard input, one per line'),
    options: [
      new Option('--cdk', 'also write an AWS CDK app that deploys it'),
      new Option('--name <name>', 'the name of the deployment (default: statuswatch)'),
      new Option('--ntfy [topic]', 'notify by ntfy, without an account: a topic, its address, or a new random topic'),
      new Option('--slack <url>', 'notify a Slack channel: the address of an incoming webhook'),
      new Option('--webhook <url>', 'notify your own HTTP endpoint'),
      new Option('--mail, --email <address>', 'who gets the alerts of the deployment by mail'),
      new Option('--region <region>', 'the AWS region to deploy to (default: that of the shell)'),
      new Option(
        '--keep-failing',
        "also watch services that fail now, or that this machine can't reach (default: as comments)",
      ),
    ],
    help: [
      'Checks each address, and takes id, environment and a needed Origin from the answer. If /status gives no known answer, it tries the',
      'usual paths of other frameworks (/health, /healthz, /actuator/health, /up, …) and writes path and contract. An address without a',
      'scheme means https://, or http:// for localhost and IP addresses.',
      'A service that fails now is written as a comment, so that nobody is notified at once. Existing files are never overwritten. With',
      '--cdk and no address, the app is added to an existing statuswatch.yaml.',
      'Each receiver gets a test alert, labelled DRILL, and init says where to see it. Addresses of Slack and webhooks are secret, so the',
      'file names an environment variable instead. Write --ntfy after the addresses. Only a deployment sends mail.',
      "Exit code: 0 once the files are written, even if services fail; 2 for bad usage, or if a file can't be written.",
    ].join('\n'),
    run: async (options, terminal, words) => (await import('../local/commands/init')).init(options, terminal, words),
  },
  {
    name: 'demo',
    group: 'Start',
    summary: 'watch six sample services, one of which fails and recovers',
    options: [
      ...pageOptions,
      new Option('--once', 'end after one run, without a page'),
      new Option(
        '--services',
        'only start the services on six ports from --port on (default: 4101), and print a config',
      ),
      new Option('--fault <id=fault>', 'with --services, make a service fail in this way; can be repeated')
        .argParser(collect)
        .default([], 'none'),
    ],
    help: [
      'Needs no config and no network. Serves a live page as watch does. The faults are:',
      ...Object.entries(FAULTS).map(([name, what]) => `  ${name.padEnd(14)} ${what}`),
    ].join('\n'),
    run: async (options, terminal) =>
      options.services
        ? (await import('../local/commands/sample')).sample(options, terminal)
        : (await import('../local/commands/demo')).demo(options, terminal),
  },
  {
    name: 'check',
    group: 'Watch',
    summary: 'check every service once and print the verdicts',
    options: [
      configOption,
      stateOption,
      onlyOption('check only these services, separated by commas'),
      new Option('--strict', 'count a degraded service as one that fails'),
      jsonOption,
      new Option('--junit <file>', 'also write a JUnit report'),
      new Option('--show-config', 'check nothing; print the config with all defaults, and without secrets'),
    ],
    help: [
      'Notifies nobody. A service is degraded if it is healthy and a condition holds; most conditions need what watch has recorded in',
      'the folder of --state, which is only read. Silences do not change the exit code.',
      'Exit code: 0 if no service fails, 1 if some do (with --strict also if some are degraded), 2 for bad usage or a faulty config,',
      '3 if some could not be checked, for lack of files, ports, memory or a network here, and no other fails.',
    ].join('\n'),
    run: async (options, terminal) =>
      options.showConfig
        ? (await import('../local/commands/config')).config(options, terminal)
        : (await import('../local/commands/check')).check(options, terminal),
  },
  {
    name: 'watch',
    group: 'Watch',
    outlivesOutput: true,
    summary: 'check on the interval, record incidents, notify receivers',
    options: [
      configOption,
      stateOption,
      ...pageOptions,
      new Option('--once', 'end after one run, without a page'),
      new Option('--quiet', 'show alerts, but do not send them to receivers'),
      PUBLISH_OPTION,
      new Option('--url <url>', 'the address that alerts link to, such as that of a proxy (default: that of the page)'),
    ],
    help: [
      'Serves a live page and prints its address first. Alerts appear here, in the log alerts.jsonl, and go to the receivers in the',
      'config. On a terminal the table is redrawn in place, the worst first; a pipe or a file gets a line for each event.',
      'A changed config is reloaded if it has no faults.',
      'Exit code: 0 at Ctrl-C, 2 for bad usage or a faulty config, 75 if a port is taken or another watch uses the folder; with --once the same as check.',
    ].join('\n'),
    run: async (options, terminal) => (await import('../local/commands/watch')).watch(options, terminal),
  },
  {
    name: 'wait',
    group: 'Watch',
    summary: 'wait until services are healthy and have a version',
    words: new Argument('[services...]', 'the ids of the services (default: all)'),
    options: [
      new Option('--version <version>', 'the version that they should report (default: any)'),
      new Option('--runs <number>', 'how many good answers in a row each service needs').default('3', '3'),
      new Option('--for <duration>', 'for how long at most, such as 90s, 10m or 1h').default('10m', '10m'),
      new Option('--every <duration>', 'the time between checks; 1s at least').default('5s', '5s'),
      new Option('--silence <reason>', 'silence the services while waiting, for this reason'),
      configOption,
      stateOption,
      new Option('--deployed <name>', 'have the deployed checker of this name check them, with your AWS credentials'),
      regionOption,
    ],
    help: [
      'Succeeds once all services are ready at the same time. An answer that is not healthy, or has another version, restarts the',
      'count of its service. Each check is one request, without retries. Nothing is recorded, and nobody is notified.',
      '--silence ends with the wait, also at Ctrl-C, or after --for if the process is killed.',
      'With --deployed, --config and --state are ignored; you need the permission lambda:InvokeFunction.',
      'Exit code: 0 if all services are ready, 1 on timeout, 2 for bad usage, a faulty config, or if nothing can be checked.',
    ].join('\n'),
    run: async (options, terminal, words) => (await import('../local/commands/wait')).wait(options, terminal, words),
  },
];
