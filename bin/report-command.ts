/** The command that reports how reliable services have been, from a state folder or a deployment's table. */

import { Option } from 'commander';
import { type CommandSpec, configOption, deployedOptions, onlyOption, stateOption } from './command-spec';

export const REPORT_COMMAND: CommandSpec = {
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
    configOption,
    stateOption,
    ...deployedOptions,
  ],
  help: [
    'Reads the recorded data of a watch, which may be running, or of a deployment, for the services in the config.',
    'It shows the worst 20 services and the totals of all; --json and --csv have all services. docs/reference/reports.md has the',
    'formulas, and the permissions that --deployed needs.',
    'Exit code: 0, 2 for bad usage, a faulty config, or no data for that time, or 75 if AWS does not answer.',
  ].join('\n'),
  run: async (options, terminal) => (await import('../local/report/report')).report(options, terminal),
};
