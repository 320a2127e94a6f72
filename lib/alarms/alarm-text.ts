/** The text of an alarm: what has happened, what to do, and which section of the runbook explains more. */

import type { Config } from '../../lambda/core/config/config';

/** CloudWatch's limit of a description, in characters. */
const LONGEST = 1_024;

/**
 * `section` is one of docs/runbook.md. Without an address of the runbook there is no link: people who get the mail don't
 * have that file.
 */
export function alarmText({ runbook }: Pick<Config, 'runbook'>, section: string, text: string): string {
  const page = runbook === null ? '' : ` What to do: ${runbook}#${section}`;
  return `${text.slice(0, Math.max(0, LONGEST - page.length))}${page}`.slice(0, LONGEST);
}
