/** The Lambda of the dashboard's widget. It only reads. */

import { nextStart } from './adapters/system/cron-starts';
import { readDeployedConfig } from './adapters/system/deployed-config';
import { systemClock } from './adapters/system/system-clock';
import { openReaders } from './adapters/table/open-readers';
import { openTable } from './adapters/table/open-table';
import { START } from './core/documents/address';
import { findPage } from './core/documents/find-page';
import { pageDocument, WIDGET_ROOM } from './core/documents/page-document';
import { ENVIRONMENT } from './core/invoke/invocation';
import type { LogLine } from './core/invoke/run-log';
import { readWidgetRequest } from './core/invoke/widget-request';
import { plannerOf } from './core/silences/maintenance';
import { cleanText } from './core/words/clean-text';
import { isJsonObject } from './core/words/json';
import { errorMessage } from './core/words/run-failure';
import { renderWidget } from './view/page/widget';

const { whole } = readDeployedConfig(__dirname);
const config = whole.all();
const { name, services } = config;
const table = openTable(process.env[ENVIRONMENT.table] ?? '', name, process.env);
const ports = { ...openReaders(table), planned: plannerOf(config, nextStart) };

/** The Markdown that the dashboard's editor shows about the widget. */
const DOCUMENTATION = [
  `## The services of ${name}`,
  'How each service is now, and how it was in the time that the dashboard shows.',
  '',
  'Parameter | Meaning',
  '---|---',
  '**service** | The id of a service whose details to show. Without it, all services are shown.',
  '',
  `\`\`\`yaml\nservice: ${services[0]?.id}\n\`\`\``,
].join('\n');

/** Returns HTML for the dashboard. Never rejects, since CloudWatch would then show only that the widget failed. */
export async function handler(event: unknown, context?: unknown): Promise<string> {
  try {
    const now = systemClock.now();
    const request = readWidgetRequest(event, now);
    if (request.kind === 'describe') return DOCUMENTATION;
    const { service, find, page, from, to, theme } = request;
    const address = { ...START, service, find, page, range: { from, to } };
    const known = await findPage(config, address, ports, now, { rows: WIDGET_ROOM.rows, states: WIDGET_ROOM.rows });
    for (const message of known.problems) log(message);
    return renderWidget(pageDocument(known, address, WIDGET_ROOM), { theme, find, endpoint: functionArn(context) });
  } catch (error) {
    const message = cleanText(errorMessage(error));
    log(message);
    return `<p>The services of ${name} can't be shown: ${escapeHtml(message)}</p>`;
  }
}

function functionArn(context: unknown): string {
  return isJsonObject(context) ? String(context.invokedFunctionArn ?? '') : '';
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

function log(message: string): void {
  const line: LogLine = { level: 'ERROR', event: 'widget', deployment: name, message };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
