/** The command that writes a config for services, from their answers. */

import { Argument, Option } from 'commander';
import type { CommandSpec } from './command-spec';

export const INIT_COMMAND: CommandSpec = {
  name: 'init',
  group: 'Start',
  summary: 'write a config for your services, from what they answer',
  words: new Argument('[addresses...]', 'their addresses; "-" reads them from standard input, one per line'),
  options: [
    new Option('--cdk', 'also write an AWS CDK app that deploys it, with a CI workflow'),
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
};
