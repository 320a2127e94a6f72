/** `statuswatch wait`: a gate for deployments. */

import { Argument, Option } from 'commander';
import { type CommandSpec, collect, configOption, stateOption } from './command-spec';

export const WAIT_COMMAND: CommandSpec = {
  name: 'wait',
  summary: 'wait until services are healthy and answer with a version, as after a deployment',
  words: new Argument('[services...]', 'the ids of the services (default: all)'),
  options: [
    new Option('--group <name>', 'wait for the services of this group; can be repeated')
      .argParser(collect)
      .default([], 'none'),
    new Option('--version <version>', 'the version that they should answer (default: any)'),
    new Option('--runs <number>', 'how many good answers in a row a service needs').default('3', '3'),
    new Option('--for <duration>', 'for how long at most, such as 90s, 10m or 1h').default('10m', '10m'),
    new Option('--every <duration>', 'the time from one request to a service to the next; 1s at least').default(
      '5s',
      '5s',
    ),
    new Option('--silence <reason>', 'notify nobody of them meanwhile, for this reason'),
    configOption,
    stateOption,
    new Option('--deployed <name>', 'let the deployed checker of this name ask, with your AWS credentials'),
    new Option('--region <region>', 'the AWS region of the deployed checker (default: that of your AWS configuration)'),
    new Option('--json', 'print a JSON document at the end; all else goes to standard error'),
    new Option('--junit <file>', 'also write a JUnit report'),
  ],
  help: [
    'It ends once all services are ready at the same time. An answer that is not healthy, or of another version, begins the',
    'count of its service anew. A service gets one request every time, without the retries of the config. Nothing is kept of',
    'the answers, and nobody is notified. --silence ends with the wait, also at Ctrl-C, and by itself if the process is killed.',
    'With --deployed neither --config nor --state is used; you need the permission lambda:InvokeFunction.',
    'Exit code: 0 if all services are ready, 1 if the time runs out first, 2 for bad usage, a faulty config, or if nobody can ask.',
  ].join('\n'),
  run: async (options, terminal, words) => (await import('../local/commands/wait')).wait(options, terminal, words),
};
