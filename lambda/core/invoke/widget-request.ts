/** The request of a CloudWatch dashboard to its custom widget. Whoever may invoke the Lambda can send anything. */

import { count, instant, readStored } from '../fields/stored-value';
import { earliestKept } from '../history/history-items';
import { cleanText } from '../words/clean-text';
import { jsonObjectOf } from '../words/json';

export type WidgetRequest =
  /** The dashboard's editor asks for the widget's parameters. */
  | { readonly kind: 'describe' }
  | {
      readonly kind: 'view';
      /** The service whose details are wanted, clean but maybe unknown; `null` for all. */
      readonly service: string | null;
      /** Of all services: which page, counted from 1, and what their names are to hold; empty for any. */
      readonly page: number;
      readonly find: string;
      readonly theme: 'light' | 'dark';
      /** The time that the dashboard shows, in milliseconds since 1970. */
      readonly from: number;
      readonly to: number;
    };

/** The range of a dashboard that gives none. */
const DEFAULT_RANGE_MS = 3 * 3_600_000;
/** No service has a longer name. */
const NAME_LENGTH = 80;

/**
 * Reads an event; what is missing or invalid takes its default. If people have zoomed into a part of the range, the part
 * counts. What stands in the fields of the widget's own form comes with the context.
 * Source: Amazon CloudWatch user guide, "Details about custom widgets".
 */
export function readWidgetRequest(event: unknown, now: number): WidgetRequest {
  const { describe, service, page, widgetContext } = jsonObjectOf(event);
  if (describe === true) return { kind: 'describe' };
  const { theme, timeRange, forms } = jsonObjectOf(widgetContext);
  const { find } = jsonObjectOf(jsonObjectOf(forms).all);
  const { zoom } = jsonObjectOf(timeRange);
  const range = readRange(zoom, now) ?? readRange(timeRange, now) ?? { from: now - DEFAULT_RANGE_MS, to: now };
  return {
    kind: 'view',
    service: readName(service) || null,
    page: Math.max(1, readStored(count, page) ?? 1),
    find: readName(find),
    theme: theme === 'dark' ? 'dark' : 'light',
    ...range,
  };
}

function readName(raw: unknown): string {
  return typeof raw === 'string' ? cleanText(raw, NAME_LENGTH) : '';
}

function readRange(raw: unknown, now: number): { readonly from: number; readonly to: number } | null {
  const { start, end } = jsonObjectOf(raw);
  const from = readStored(instant, start);
  const to = readStored(instant, end);
  if (from === null || to === null) return null;
  const known = Math.max(from, earliestKept(now));
  return known < to ? { from: known, to } : null;
}
