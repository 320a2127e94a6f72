/** `statuswatch wait`: a gate for deployments. */

import { Argument, Option } from 'commander';
import { type CommandSpec, configOption, stateOption } from './command-spec';

export const WAIT_COMMAND: CommandSpec = {
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
    new Option('--region <region>', 'the AWS region of the deployed checker (default: that of your AWS configuration)'),
  ],
  help: [
    'Succeeds once all services are ready at the same time. An answer that is not healthy, or has another version, restarts the',
    'count of its service. Each check is one request, without retries. Nothing is recorded, and nobody is notified.',
    '--silence ends with the wait, also at Ctrl-C, or after --for if the process is killed.',
    'With --deployed, --config and --state are ignored; you need the permission lambda:InvokeFunction.',
    'Exit code: 0 if all services are ready, 1 on timeout, 2 for bad usage, a faulty config, or if nothing can be checked.',
  ].join('\n'),
  run: async (options, terminal, words) => (await import('../local/commands/wait')).wait(options, terminal, words),
};
