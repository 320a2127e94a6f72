/** The texts of CloudWatch alarms: the name, what has happened, what to do, and a section of the runbook. */

/** The title of each alarm about the checker; it stands in the subject of the mail. */
export const CHECKER_ALARM_TITLES = {
  silent: 'checker silent',
  failing: 'checker failing',
  throttled: 'checker throttled',
  deadLetters: 'dead letters',
  undeliveredAlerts: 'alerts not delivered',
  undeliveredAlarms: 'alarms not delivered',
  undeliveredMails: 'mails not delivered',
  lostAlerts: 'alerts lost',
  lostAlarms: 'alarms lost',
} as const;

/** The titles of the alarms about the page of a deployment, which it has if the config names a page. */
export const PAGE_ALARM_TITLES = { failing: 'page failing', throttled: 'page throttled', busy: 'page busy' } as const;

/** From so many requests in five minutes on the page is unusually busy: two hundred open tabs make as many. */
export const BUSY_REQUESTS = 1_000;

export const PAGE_TEXTS = {
  failing:
    'The page of the deployment answers with errors: people may see nothing, or old data. Services are still checked. The log of the page says what failed.',
  throttled:
    'Lambda rejects requests of the page with status 429: people may see nothing, or old data. The page uses all of page.concurrency, or the account has no concurrency left: then runs of the checker are throttled too.',
  busy: `The page of the deployment was requested ${BUSY_REQUESTS} times or more within five minutes. Each request costs something and uses the account's concurrency. The sender may not know the token.`,
} as const;

/** The section of the runbook about notifications that don't reach people. */
export const UNDELIVERED_SECTION = 'notifications-not-delivered';

/** The section about a receiver that does not accept its alerts. */
export const AWAY_SECTION = 'receiver-away';
/** The section about a pulse that is not delivered. */
export const PULSE_SECTION = 'pulse-not-delivered';

/** The texts of the alarms about notifications that were not delivered. */
export const UNDELIVERED_TEXTS = {
  alerts:
    'SNS could not deliver notifications from the topic of all alerts, so somebody was not notified. SNS tries to deliver a mail for six hours. This alarm repeats once nothing has failed for half a day.',
  alarms:
    'SNS could not deliver notifications from the topic of the alarms about the checker: an address with a filter is not notified if the checker fails. SNS tries to deliver a mail for six hours. This alarm repeats once nothing has failed for half a day.',
  mails:
    'SNS could not deliver some mails, so their recipients were not notified. The mails stay in the queue of undelivered mails for two weeks. This alarm repeats once nothing has failed for half a day.',
} as const;

/** The texts of the alarms about mails that SNS gave up and could not keep, of all alerts and of the alarms about the checker. */
export const LOST_TEXTS = {
  alerts:
    'SNS gave up on mails from the topic of all alerts, and could not put them into the queue of undelivered mails: their content is lost. This alarm repeats once nothing has failed for half a day.',
  alarms:
    'SNS gave up on mails from the topic of the alarms about the checker, and could not put them into the queue of undelivered mails: their content is lost. This alarm repeats once nothing has failed for half a day.',
} as const;

/** The text of the alarm about a silent checker. */
export const CHECKER_SILENT_TEXT =
  'Services are not being checked, or the metrics of the checks do not reach CloudWatch: if a service fails now, nobody may be notified. Check whether the schedule is enabled, and read the end of the log of the checker.';

/** The text of the alarm that combines those of the shards. */
export const SHARDS_SILENT_TEXT =
  'Services of one or more parts of the checker are not being checked, or the metrics of the checks do not reach CloudWatch: if such a service fails now, nobody may be notified. The reason of this alarm names the parts, the description of each schedule says which part it starts. Check whether the schedules are enabled, and read the end of the log of the checker.';

/** The text of the alarm about a single shard; shards count from 1. */
export function shardSilentText(shard: number): string {
  return `Part ${shard} of the checker is silent: its services are not being checked, or its metrics do not reach CloudWatch. This alarm notifies nobody by itself: the alarm about all parts does.`;
}

export function shardSilentTitle(shard: number): string {
  return `checker part ${shard} silent`;
}

/**
 * The title of the alarm about silence that notifies people; of several shards, it combines theirs. A name never passes from a metric's alarm
 * to a combined alarm: CloudFormation creates the new alarm before it deletes the old.
 */
export function silentTitle(shards: number): string {
  return shards === 1 ? CHECKER_ALARM_TITLES.silent : 'checker parts silent';
}

/** The titles of the alarms about the checker that notify people. */
export function checkerTitles(shards: number): readonly string[] {
  return Object.values({ ...CHECKER_ALARM_TITLES, silent: silentTitle(shards) });
}

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
 * The description of an alarm. `section` is a section of docs/reference/runbook.md. Without an address of the runbook there is no link:
 * people who get the mail don't have that file.
 */
export function alarmText({ runbook }: { readonly runbook: string | null }, section: string, text: string): string {
  const page = runbook === null ? '' : ` What to do: ${runbook}#${section}`;
  return `${text.slice(0, Math.max(0, LONGEST - page.length))}${page}`.slice(0, LONGEST);
}

/** Name and description of an alarm about the checker; unless it is given, its section of the runbook has the alarm's title. */
export function checkerAlarmTexts(
  config: { readonly name: string; readonly runbook: string | null },
  title: string,
  text: string,
  section = title,
) {
  const alarmDescription = alarmText(config, section.replaceAll(' ', '-'), text);
  return { alarmName: alarmName(config, title), alarmDescription };
}
