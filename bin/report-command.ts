/** The command that reports how good services have been, by a state folder or a deployment's table. */

import { Option } from 'commander';
import { type CommandSpec, configOption, deployedOptions, onlyOption, stateOption } from './command-spec';

export const REPORT_COMMAND: CommandSpec = {
  name: 'report',
  group: 'Report',
  summary: 'report availability, objectives, incidents and response times',
  options: [
    new Option('--last <duration>', 'the time up to now, in whole hours or days (default: 30d)'),
    new Option('--month <month>', 'a month of UTC, such as 2026-10'),
    new Option('--from <instant>', 'from a day or a whole hour of UTC, such as 2026-10-01 or 2026-10-01T06:00Z'),
    new Option('--to <instant>', 'with --from: to the end of a day, or to a whole hour (default: now)'),
    onlyOption('report these services alone, separated by commas'),
    new Option('--json', 'print a JSON document with all services'),
    new Option('--csv', 'print CSV, a row for each service'),
    configOption,
    stateOption,
    ...deployedOptions,
  ],
  help: [
    'Reads what watch or a deployment has recorded; a watch may be running. The config says which services there are.',
    'Of more than 20 services the worst 20 are shown, with the sums of all; --json and --csv have all. With --deployed it says',
    'how much it has read; docs/reference/reports.md has the formula, and the permissions.',
    'Exit code: 0, 2 for bad usage, a faulty config, or if there is no data for that time, or 75 if AWS does not answer.',
  ].join('\n'),
  run: async (options, terminal) => (await import('../local/report/report')).report(options, terminal),
};
