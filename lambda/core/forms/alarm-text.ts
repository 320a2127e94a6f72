/** What CloudWatch shows of an alarm: its name, what has happened, what to do, and a section of the runbook. */

/** The title of each alarm about the checker; it stands in the subject of the mail. */
export const CHECKER_ALARM_TITLES = {
  silent: 'checker silent',
  failing: 'checker failing',
  throttled: 'checker throttled',
  deadLetters: 'dead letters',
} as const;

/** What the alarm about a silent checker says. */
export const CHECKER_SILENT_TEXT =
  'Services are not being checked, or the metrics of the checks do not reach CloudWatch: if a service fails now, nobody may be notified. Check whether the schedule is enabled, and read the end of the log of the checker.';

export function healthTitle(service: string): string {
  return `${service} health`;
}

/** The name of an alarm of the deployment `name`: the dashboard refers to the alarm by it. */
export function alarmName({ name }: { readonly name: string }, title: string): string {
  return `${name}: ${title}`;
}

/** CloudWatch's limit of a description, in characters. */
const LONGEST = 1_024;

/**
 * The description of an alarm. `section` is one of docs/runbook.md. Without an address of the runbook there is no link:
 * people who get the mail don't have that file.
 */
export function alarmText({ runbook }: { readonly runbook: string | null }, section: string, text: string): string {
  const page = runbook === null ? '' : ` What to do: ${runbook}#${section}`;
  return `${text.slice(0, Math.max(0, LONGEST - page.length))}${page}`.slice(0, LONGEST);
}

/** Name and description of an alarm about the checker; its section of the runbook has the alarm's title. */
export function checkerAlarmTexts(
  config: { readonly name: string; readonly runbook: string | null },
  title: string,
  text: string,
) {
  const alarmDescription = alarmText(config, title.replaceAll(' ', '-'), text);
  return { alarmName: alarmName(config, title), alarmDescription };
}
