/** `statuswatch report`: how reliable services have been over a period, made from their stored data. It only reads. */

import { systemClock } from '../../lambda/adapters/system/system-clock';
import type { Config, Service } from '../../lambda/core/config/config';
import { type Period, periodBefore, rangesOf } from '../../lambda/core/documents/report/period';
import {
  type ReportDocument,
  type ReportedService,
  reportDocument,
  worstOf,
} from '../../lambda/core/documents/report/report-document';
import { type ServiceReport, serviceReport } from '../../lambda/core/documents/report/service-report';
import { readPast } from '../../lambda/core/history/past';
import { NO_HISTORY } from '../../lambda/core/history/running-history';
import { statesIn, unreadableText } from '../../lambda/core/state/stored-state';
import { inBatches } from '../../lambda/core/words/in-batches';
import { errorMessage } from '../../lambda/core/words/run-failure';
import { jsonText } from '../../lambda/core/words/without-commands';
import { isUnknown, minuteOf, periodText } from '../../lambda/view/report/report-words';
import type { Archive } from '../archive/archive';
import { type ArchiveOptions, openArchive } from '../archive/open-archive';
import { checkDeployed } from '../input/deployed-options';
import { checkName, loadConfig } from '../input/load-config';
import { onlyThese, readIds } from '../input/select-services';
import { PassingError, UserError } from '../input/user-error';
import type { Terminal } from '../terminal/terminal';
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

/** The number of services that are read at once. For a month they have some four hundred items. */
const BATCH = 50;

/** The parts of an archive that a report is made from. */
export type ReportArchive = Pick<Archive, 'readStates' | 'readHistory'>;

interface Gathering {
  readonly period: Period;
  readonly archive: ReportArchive;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Called for each damaged state, with a sentence: its service is reported without it. */
  readonly onDamage: (complaint: string) => void;
}

/** Rejects if the archive can't be read. */
export async function gatherReport(
  { name: deployment, services, intervalMs }: Config,
  gathering: Gathering,
): Promise<ReportDocument> {
  const { period, now } = gathering;
  let worst: readonly ReportedService[] = [];
  const reports: ServiceReport[] = [];
  for (const batch of inBatches(services, BATCH)) {
    const reported = await reportsOf(batch, gathering);
    reports.push(...reported.map(({ report }) => report));
    worst = worstOf([...worst, ...reported], now);
  }
  return reportDocument({ deployment, intervalMs, period, now, reports, worst });
}

async function reportsOf(
  services: readonly Service[],
  { period, archive, now, onDamage }: Gathering,
): Promise<readonly ReportedService[]> {
  const kept = await archive.readStates(services.map(({ id }) => id));
  for (const complaint of kept.damaged) onDamage(complaint);
  const { states, unreadable } = statesIn(kept.states);
  for (const id of unreadable) onDamage(unreadableText(id));
  const ranges = { period: rangesOf(period), before: rangesOf(periodBefore(period)) };
  const wanted = services.map(({ id }) => {
    const running = states.get(id)?.history ?? NO_HISTORY;
    return [id, { running, ranges }] as const;
  });
  const pastOf = await readPast(new Map(wanted), { read: archive.readHistory }, now);
  return services.map((service) => {
    const state = states.get(service.id) ?? null;
    const buckets = pastOf(service.id, 'period');
    const before = pastOf(service.id, 'before');
    const own = { service, state, buckets, before };
    return { own, report: serviceReport(own, period, now) };
  });
}
