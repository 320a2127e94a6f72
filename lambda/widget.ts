/** The Lambda behind the dashboard's widget: environment → adapters → view. It only reads. */

import bundledConfig from 'statuswatch-config';
import { createMetricHistory, type MeteredHistory } from './adapters/metric-history';
import { createStateReader } from './adapters/state-reader';
import { systemClock } from './adapters/system-clock';
import { lastSeen, periodsOf, stretchOfPeriod } from './core/history/metered-history';
import { METRICS, SERVICE_METRICS } from './core/metrics/metrics';
import { ENVIRONMENT } from './core/run/invocation';
import type { LogLine } from './core/run/run-log';
import { readWidgetRequest, type WidgetRequest } from './core/run/widget-request';
import { NEW_STATE, readState, type ServiceState, staleAfterMs } from './core/state/service-state';
import { cleanText } from './core/words/clean-text';
import { isJsonObject } from './core/words/json';
import { messageOf } from './core/words/run-failure';
import type { Known, KnownService } from './view/known';
import { renderWidget } from './view/widget';

const { name, intervalMs, services, metrics } = bundledConfig;
const loadStates = createStateReader(process.env[ENVIRONMENT.table] ?? '', name, process.env);
const readHistory = createMetricHistory(name, process.env);

/** What the dashboard's editor shows of the widget, as Markdown. */
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

/** HTML for the dashboard; never rejects, since CloudWatch would show nothing but that it failed. */
export async function handler(event: unknown, context?: unknown): Promise<string> {
  try {
    const now = systemClock.now();
    const request = readWidgetRequest(event, now);
    if (request.kind === 'describe') return DOCUMENTATION;
    const known = await find(request, now);
    for (const message of known.problems) log(message);
    return renderWidget(known, request.service, { ...request, endpoint: arnIn(context) });
  } catch (error) {
    const message = cleanText(messageOf(error));
    log(message);
    return `<p>The services of ${name} can't be shown: ${escaped(message)}</p>`;
  }
}

type View = Extract<WidgetRequest, { kind: 'view' }>;

/** What the table and the metrics tell; what one of them doesn't costs nothing of the other. */
async function find({ service: wanted, from, to }: View, now: number): Promise<Known> {
  const range = periodsOf(from, Math.min(to, now), intervalMs, now);
  const shown = services.filter(({ id }) => wanted === null || id === wanted).map(({ id }) => id);
  const memory = wanted !== null && SERVICE_METRICS[metrics].includes(METRICS.memoryUsed);
  const isMetered = range.from < range.to && shown.length > 0;
  const [states, history] = await Promise.all([
    orProblem('the states', NOTHING_STORED, readStates()),
    orProblem(
      'the metrics',
      NOTHING_METERED,
      isMetered ? readHistory({ services: shown, range, memory }) : NOTHING_METERED,
    ),
  ]);
  const known = services.map((service): KnownService => {
    const state = states.value.get(service.id) ?? null;
    const periods = history.value.get(service.id) ?? [];
    const stretches = periods.map((period) => stretchOfPeriod(period, state ?? NEW_STATE, { intervalMs, now }));
    return { service, state, ...lastSeen(state, periods), history: stretches };
  });
  const configured = new Set(services.map(({ id }) => id));
  const removed = [...states.value].flatMap(([id, state]) => (state && !configured.has(id) ? [{ id, state }] : []));
  const senseless = services.filter(({ id }) => states.value.get(id) === null);
  return {
    ...{ deployment: name, now, intervalMs, services: known, removed },
    staleAfterMs: staleAfterMs(intervalMs),
    problems: [
      ...states.problems,
      ...senseless.map(({ id }) => `the stored state of ${id} makes no sense`),
      ...history.problems,
    ],
  };
}

type States = ReadonlyMap<string, ServiceState | null>;
const NOTHING_STORED: States = new Map();
const NOTHING_METERED: MeteredHistory = new Map();

/** Those that make no sense are `null`. */
async function readStates(): Promise<States> {
  const stored = await loadStates();
  return new Map(stored.map(({ service, state }) => [service, readState(state)]));
}

interface Found<Value> {
  readonly value: Value;
  readonly problems: readonly string[];
}

async function orProblem<Value>(
  what: string,
  otherwise: Value,
  reading: Value | Promise<Value>,
): Promise<Found<Value>> {
  try {
    return { value: await reading, problems: [] };
  } catch (error) {
    return { value: otherwise, problems: [`${what} can't be read: ${cleanText(messageOf(error))}`] };
  }
}

function arnIn(context: unknown): string {
  return isJsonObject(context) ? String(context.invokedFunctionArn ?? '') : '';
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

function log(message: string): void {
  const line: LogLine = { level: 'ERROR', event: 'widget', deployment: name, message };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
