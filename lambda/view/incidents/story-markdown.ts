/** The story of an incident or a time span as Markdown, to paste into a ticket, a postmortem, or a question to an assistant. */

import type { AlertRecord, IncidentDocument } from '../../core/documents/incident-document';
import { dayOf, stepLine, stepTimes } from '../../core/documents/incident-story/step';
import { describeUnknown, type TimelineDocument } from '../../core/documents/incident-story/timeline';
import { describeInstant, plural } from '../../core/documents/words/format';
import { holdParts, partsText } from '../../core/documents/words/hold-words';
import { incidentTitle } from '../../core/documents/words/incident-title';
import { markdownText } from '../../core/documents/words/markdown-text';
import { receiverWords } from '../../core/documents/words/receiver-words';
import { withoutAddresses } from '../../core/documents/words/without-addresses';
import { capitalized } from '../../core/words/capitalized';
import { describeDuration } from '../../core/words/duration';
import { grouped } from '../../core/words/in-batches';

/** The part of a story that `explain` and the page of an incident share. Instants are ISO 8601 in UTC with milliseconds. */
export interface PastedStory extends TimelineDocument {
  /** When the document was made. */
  readonly at: string;
  readonly service: string;
  /** Whether it comes from a deployment; otherwise from a watch, which shows its alerts and sends none to the topic. */
  readonly deployed: boolean;
  readonly intervalSeconds: number;
  /** `null` for the story of a time span. */
  readonly incident: IncidentDocument | null;
  /** Why totals, silences or refusals are missing; `null` if nothing is. */
  readonly problem: string | null;
}

export interface MarkdownOptions {
  /** Whether URLs, hosts, IP addresses and e-mail addresses stay in the texts. They are not links in either case. */
  readonly withAddresses: boolean;
}

/** Makes a text safe for a line of Markdown, without its addresses unless they are wanted. */
type Clean = (text: string) => string;

/** Returns a title and sections for clues, timeline, notifications, actions and missing data; all times are in UTC. */
export function storyMarkdown(story: PastedStory, { withAddresses }: MarkdownOptions): string {
  const clean: Clean = (text) => markdownText(withAddresses ? text : withoutAddresses(text, [story.service]));
  const { incident } = story;
  const sections = [
    section(`# ${clean(titleOf(story))}`.trimEnd(), incident === null ? [] : facts(incident, story.at, clean)),
    section('## What may explain it', incident === null ? [] : clues(incident, clean)),
    section('## Timeline (UTC)', timelineLines(story, clean)),
    ...(incident === null ? [] : [section('## Who was notified', notified(incident, story.deployed, clean))]),
    section('## What was done', incident === null ? [] : done(incident, story.at, clean)),
    section('## Not known', unknown(story, clean)),
  ];
  return sections.filter((text) => text !== null).join('\n\n');
}

/** Returns a heading and its list; `null` if a section's list is empty. The title needs no list. */
function section(heading: string, lines: readonly string[]): string | null {
  if (lines.length > 0) return [heading, '', ...lines].join('\n');
  return heading.startsWith('##') ? null : heading;
}

function titleOf({ service, incident, from, to }: PastedStory): string {
  if (incident === null) {
    const end = dayOf(from) === dayOf(to) ? minuteOf(to).slice(11) : minuteOf(to);
    return `${service}: ${minuteOf(from)} to ${end} UTC`;
  }
  return incidentTitle(incident);
}

function facts(incident: IncidentDocument, at: string, clean: Clean): readonly string[] {
  const { kind, message, openedAt, resolvedAt, severity, reason, environment, failedRuns, id } = incident;
  const isOutage = kind === 'outage';
  const end = resolvedAt === null ? `still open at ${secondOf(at)}` : `resolved ${secondOf(resolvedAt)}`;
  const failed = isOutage ? `, ${plural(failedRuns, 'failed check')}` : '';
  const listed: readonly (readonly [name: string, text: string | null])[] = [
    ['What', `${message} (${reason})`],
    ['When', `opened ${secondOf(openedAt)}, ${end} UTC`],
    [isOutage ? 'Down for' : 'Lasted', `${describeDuration(incident.durationSeconds * 1_000)}${failed}`],
    ['Failed again', incident.relapses.length === 0 ? null : incident.relapses.map(secondOf).join(', ')],
    ['Kind', `${kind}, severity ${severity}`],
    ['Environment', environment],
    ['Incident', id],
  ];
  return listed.flatMap(([name, text]) => (text === null ? [] : [`- ${name}: ${clean(text)}`]));
}

function clues({ clues: all, openedAt }: IncidentDocument, clean: Clean): readonly string[] {
  return all.map(({ at, message }) => `- ${at === null ? 'Since then' : when(at, openedAt)}: ${clean(message)}`);
}

function timelineLines({ timeline, intervalSeconds }: PastedStory, clean: Clean): readonly string[] {
  return [...grouped(timeline, ({ at }) => dayOf(at))].flatMap(([day, ofDay], index) => [
    ...(index === 0 ? [] : ['']),
    `${day}:`,
    '',
    ...ofDay.map((step) => `- ${stepTimes(step, intervalSeconds)} ${clean(stepLine(step))}`),
  ]);
}

function notified({ alerts, openedAt }: IncidentDocument, deployed: boolean, clean: Clean): readonly string[] {
  if (alerts.length === 0) return ['- Nobody'];
  return [...grouped(alerts, ({ receiver }) => receiver)].map(([receiver, ofReceiver]) => {
    const times = ofReceiver.map((alert) => alertTime(alert, openedAt));
    return `- ${capitalized(clean(receiverWords(receiver, deployed)))}: ${times.join(', ')}`;
  });
}

/** `opened 09:30:02 UTC`, `…, resolved 09:42:01 UTC`, `resolved not sent yet`. */
function alertTime({ event, sentAt, isAfterOthers }: AlertRecord, openedAt: string): string {
  const time = sentAt === null ? 'not sent yet' : when(sentAt, openedAt);
  return `${isAfterOthers ? '…, ' : ''}${event} ${time}`;
}

function done(incident: IncidentDocument, at: string, clean: Clean): readonly string[] {
  const base = Date.parse(incident.openedAt);
  return holdParts(incident, Date.parse(at)).map((parts) => `- ${capitalized(clean(partsText(parts, base)))}`);
}

function unknown({ unknown: all, problem, from }: PastedStory, clean: Clean): readonly string[] {
  const lines = all.map((each) => describeUnknown(each, Date.parse(from)));
  return [...lines, ...(problem === null ? [] : [`Problem: ${problem}`])].map(
    (line) => `- ${capitalized(clean(line))}`,
  );
}

/** Returns the time, with the date if it is on another day than `base`. */
function when(instant: string, base: string): string {
  return describeInstant(Date.parse(instant), Date.parse(base));
}

function secondOf(instant: string): string {
  return instant.slice(0, 19).replace('T', ' ');
}

function minuteOf(instant: string): string {
  return instant.slice(0, 16).replace('T', ' ');
}
