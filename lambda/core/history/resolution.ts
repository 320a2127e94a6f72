/** How finely a history is kept: in buckets of five minutes, of an hour, and of a day of UTC. */

export const RESOLUTIONS = ['fine', 'hours', 'days'] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

/** How long a bucket is, in milliseconds. */
export const BUCKET_MS: Readonly<Record<Resolution, number>> = { fine: 300_000, hours: 3_600_000, days: 86_400_000 };

/** One value for each. */
export function inEach<Value>(valueIn: (resolution: Resolution) => Value): Readonly<Record<Resolution, Value>> {
  return { fine: valueIn('fine'), hours: valueIn('hours'), days: valueIn('days') };
}
