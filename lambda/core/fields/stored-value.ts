/** The schemas of stored values. Each accepts what runs write, and nothing that would break a text or a sum. */

import * as v from 'valibot';
import { cleanText } from '../words/clean-text';
import { ALERT_EVENTS, INCIDENT_KINDS, SEVERITIES, VERDICTS } from '../words/codes';
import { RECEIVER_ID, SERVICE_ID } from '../words/ids';
import { isJsonObject, type JsonObject } from '../words/json';

/** The range of ISO 8601 with a year of four digits. */
const FIRST_INSTANT = Date.parse('0000-01-01T00:00:00.000Z');
const LAST_INSTANT = Date.parse('9999-12-31T23:59:59.999Z');

const DAY_MS = 86_400_000;
/** No machine has more megabytes, or has run for more seconds; sums of many such values are still exact enough to be drawn. */
const LARGEST_AMOUNT = 1e15;
const MOST_DAYS = 3_660_000;

/** The longest texts that runs store, in characters. */
export const LONGEST = { code: 64, id: 500, message: 500, summary: 1_000, address: 2_048 } as const;

/** A number within a range. JSON has a -0 to read, and none to write. */
function within(least: number, most: number) {
  return v.pipe(
    v.number(),
    v.minValue(least),
    v.maxValue(most),
    v.transform((value) => value + 0),
  );
}

/** Milliseconds since 1970 within the range of dates; other times can't be shown. */
export const instant = within(FIRST_INSTANT, LAST_INSTANT);
/** A length of time in milliseconds: at most a day, since no check takes longer. */
export const milliseconds = within(0, DAY_MS);
/** Megabytes, or seconds that something has been up. */
export const amount = within(0, LARGEST_AMOUNT);
/** A count. A negative count would delay whatever waits for it to grow. */
export const count = v.pipe(amount, v.integer());
/** Three digits, as HTTP has them (RFC 9110, section 15). */
export const httpStatus = v.pipe(within(100, 999), v.integer());
/** Days between two instants that make dates. */
export const days = within(-MOST_DAYS, MOST_DAYS);

/** A text that people see, on a clean line: a stored text must neither fill a message nor steer a terminal. */
export function line(maxLength: number = LONGEST.message) {
  return v.pipe(
    v.string(),
    v.transform((text) => cleanText(text, maxLength)),
  );
}

export const code = line(LONGEST.code);
export const id = line(LONGEST.id);
export const address = line(LONGEST.address);

export const serviceId = v.pipe(v.string(), v.regex(SERVICE_ID));
export const receiverId = v.pipe(v.string(), v.regex(RECEIVER_ID));

export const verdict = v.picklist(VERDICTS);
export const severity = v.picklist(SEVERITIES);
export const alertEvent = v.picklist(ALERT_EVENTS);
export const incidentKind = v.picklist(INCIDENT_KINDS);

const ISO_INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
/** An instant as a text. A day or an hour that does not exist is no instant: no sum could be made of it. */
export const isoInstant = v.pipe(
  v.string(),
  v.regex(ISO_INSTANT),
  v.check((text) => !Number.isNaN(Date.parse(text))),
);

/** A value that may be unknown: a value that does not fit is unknown, too. */
export function orNull<Value>(schema: v.GenericSchema<unknown, Value>) {
  return v.fallback(v.nullable(schema), null);
}

/** A list without the elements that do not fit. */
export function listOf<Value>(schema: v.GenericSchema<unknown, Value>) {
  return v.pipe(
    v.array(v.unknown()),
    v.transform((elements): readonly Value[] =>
      elements.flatMap((element) => {
        const read = v.safeParse(schema, element);
        return read.success ? [read.output] : [];
      }),
    ),
  );
}

/** The first elements of a list that fit, `most` at most. */
export function firstOf<Value>(schema: v.GenericSchema<unknown, Value>, most: number) {
  return v.pipe(
    listOf(schema),
    v.transform((elements): readonly Value[] => elements.slice(0, most)),
  );
}

/** The last elements of a list that fit, `most` at most. */
export function lastOf<Value>(schema: v.GenericSchema<unknown, Value>, most: number) {
  return v.pipe(
    listOf(schema),
    v.transform((elements): readonly Value[] => elements.slice(-most)),
  );
}

/** Values by keys, without those that do not fit. */
export function recordOf<Value>(keys: v.GenericSchema<unknown, string>, values: v.GenericSchema<unknown, Value>) {
  return v.pipe(
    // valibot's own records have no keys such as `constructor`, which is a good name for a service.
    v.custom<JsonObject>(isJsonObject),
    v.transform((all): Readonly<Record<string, Value>> => {
      const entries = Object.entries(all).flatMap(([key, value]) => {
        const read = v.safeParse(values, value);
        return v.is(keys, key) && read.success ? [[key, read.output] as const] : [];
      });
      return Object.fromEntries(entries);
    }),
  );
}

/** The value that a schema reads; `null` if it reads none. */
export function readStored<Value>(schema: v.GenericSchema<unknown, Value>, raw: unknown): Value | null {
  const read = v.safeParse(schema, raw);
  return read.success ? read.output : null;
}
