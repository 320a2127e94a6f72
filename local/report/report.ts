/** `statuswatch report`: how reliable services have been over a period. It only reads. */

import { systemClock } from '../../lambda/adapters/system/system-clock';
import type { Config } from '../../lambda/core/config/config';
import type { ReportDocument } from '../../lambda/core/documents/report/report-document';
import { errorMessage } from '../../lambda/core/words/run-failure';
import { jsonText } from '../../lambda/core/words/without-commands';
import { isUnknown, minuteOf, periodText } from '../../lambda/view/report/report-words';
import { type ArchiveOptions, openArchive } from '../archive/open-archive';
import { checkDeployed } from '../input/deployed-options';
import { checkName, loadConfig } from '../input/load-config';
import { onlyThese, readIds } from '../input/select-services';
import { PassingError, UserError } from '../input/user-error';
import type { Terminal } from '../terminal/terminal';
import { gatherReport } from './gather';
import { type PeriodOptions, readPeriod } from './read-period';

export interface ReportOptions extends PeriodOptions, ArchiveOptions {
  /** Comma-separated ids. */
  readonly only?: string;
  readonly json?: boolean;
  readonly csv?: boolean;
}

/** Resolves to 0; throws a `UserError` for 2. */
export async function report(options: ReportOptions, terminal: Terminal): Promise<number> {
  const now = systemClock.now();
  const period = readPeriod(options, now);
  if (options.json && options.csv) throw new UserError('--json and --csv exclude each other: use one of them');
  checkDeployed(options);
  const config = readConfig(options);
  const archive = await openArchive(options, terminal, config);
  const onDamage = (complaint: string) => void terminal.err.write(`statuswatch: ${complaint}\n`);
  const made = await gatherReport(config, { period, archive, now, onDamage }).catch((error: Error) => {
    throw error instanceof UserError ? error : new PassingError(`the history can't be read: ${errorMessage(error)}`);
  });
  if (isUnknown(made.totals)) throw new UserError(nothingKnown(made));
  terminal.out.write(await render(made, options, terminal));
  return 0;
}

async function render(made: ReportDocument, { json, csv }: ReportOptions, terminal: Terminal): Promise<string> {
  if (csv) return (await import('./report-csv')).renderReportCsv(made);
  if (json) return `${jsonText(made, 2)}\n`;
  return `${(await import('./report-text')).renderReportText(made, terminal)}\n`;
}

/** Returns the config, with only the named services. */
function readConfig({ config: file, deployed, only }: ReportOptions): Config {
  const ids = readIds(only);
  const config = loadConfig(file, 'none');
  if (deployed !== undefined) checkName(config, file, deployed);
  return ids === null ? config : onlyThese(config, ids, file);
}

function nothingKnown(made: ReportDocument): string {
  const { knownSince } = made.totals;
  const nothing = `there is no data for ${periodText(made)}`;
  return knownSince === null ? nothing : `${nothing}; history starts on ${minuteOf(knownSince)} UTC`;
}
