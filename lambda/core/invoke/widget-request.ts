/** Parses the request of a CloudWatch dashboard to its custom widget. Anyone who may invoke the Lambda can send anything. */

import { count, instant, readStored } from '../fields/stored-value';
import { earliestKept } from '../history/history-items';
import { cleanText } from '../words/clean-text';
import { jsonObjectOf } from '../words/json';

export type WidgetRequest =
  /** The dashboard's editor asks for the widget's parameters. */
  | { readonly kind: 'describe' }
  | {
      readonly kind: 'view';
      /** The requested service, cleaned but maybe unknown; `null` for all. */
      readonly service: string | null;
      /** The page of the list, counted from 1. */
      readonly page: number;
      /** The text to find in names; empty for any. */
      readonly find: string;
      readonly theme: 'light' | 'dark';
      /** The time that the dashboard shows, in milliseconds since 1970. */
      readonly from: number;
      readonly to: number;
    };

/** The default range. */
const DEFAULT_RANGE_MS = 3 * 3_600_000;
/** The longest name of a service. */
const NAME_LENGTH = 80;

/**
 * Parses an event; missing and invalid values get their defaults. If people zoomed into a part of the range, the part counts. The fields of the
 * widget's form come with the context.
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
