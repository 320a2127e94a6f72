/** The names of the alarms; the dashboard refers to the alarms by them. */

import type { Config } from '../../lambda/core/config/config';

/** The title of each alarm about the checker; it stands in the subject of the mail. */
export const CHECKER_ALARM_TITLES = {
  silent: 'checker silent',
  failing: 'checker failing',
  throttled: 'checker throttled',
  deadLetters: 'dead letters',
} as const;

export function healthTitle(service: string): string {
  return `${service} health`;
}

export function alarmName({ name }: Pick<Config, 'name'>, title: string): string {
  return `${name}: ${title}`;
}
