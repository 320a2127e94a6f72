/** The Lambda of the dashboard's widget. It only reads. */

import { nextStart } from './adapters/system/cron-starts';
import { readDeployedConfig } from './adapters/system/deployed-config';
import { systemClock } from './adapters/system/system-clock';
import { openReaders } from './adapters/table/open-readers';
import { openTable } from './adapters/table/open-table';
import { START } from './core/documents/address';
import { deploymentDocument } from './core/documents/deployment-document';
import { byUrgency } from './core/documents/facts/listing';
import { findPage } from './core/documents/find-page';
import { serviceNow } from './core/documents/service-document';
import { ENVIRONMENT, LIVE_PAGE_URL } from './core/invoke/invocation';
import type { LogLine } from './core/invoke/run-log';
import { plannerOf } from './core/silences/maintenance';
import { cleanText } from './core/words/clean-text';
import { isJsonObject } from './core/words/json';
import { WIDGET_ROWS } from './core/words/limits';
import { errorMessage } from './core/words/run-failure';
import { renderWidget } from './view/page/widget';

const { whole } = readDeployedConfig(__dirname);
const config = whole.all();
const { name } = config;
const table = openTable(process.env[ENVIRONMENT.table] ?? '', name, process.env);
const pageUrl = process.env[LIVE_PAGE_URL] ?? null;
/** The table shows states only, so no history is read. */
const ports = {
  ...openReaders(table),
  readHistory: async () => new Map(),
  readMonth: async () => () => null,
  planned: plannerOf(config, nextStart),
};

/** Returns HTML for the dashboard, or Markdown for its editor. Never rejects, since CloudWatch would then show only that the widget failed. */
export async function handler(event: unknown): Promise<string> {
  if (isJsonObject(event) && event.describe === true) return `The services of ${name}. The widget has no parameters.`;
  try {
    const room = { rows: WIDGET_ROWS, states: WIDGET_ROWS };
    const known = await findPage(config, START, ports, systemClock.now(), room);
    for (const message of known.problems) log(message);
    const rows = byUrgency(known, known.services)
      .slice(0, WIDGET_ROWS)
      .map((service) => serviceNow(known, service));
    return renderWidget({ deployment: deploymentDocument(known), rows, pageUrl });
  } catch (error) {
    const message = cleanText(errorMessage(error));
    log(message);
    return `<p>The services of ${name} can't be shown: ${escapeHtml(message)}</p>`;
  }
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

function log(message: string): void {
  const line: LogLine = { level: 'ERROR', event: 'widget', deployment: name, message };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
