/** A story for people, on a terminal. */

import { TOPIC } from '../../lambda/core/deliver/receiver';
import { standingsOn, stateOf } from '../../lambda/core/documents/facts/service-view';
import { incidentsOf, type TimelineEntry } from '../../lambda/core/documents/facts/timeline';
import { STATE_MARKS } from '../../lambda/core/documents/state';
import { ackLine } from '../../lambda/core/documents/words/ack-words';
import { figuresOf } from '../../lambda/core/documents/words/figures-words';
import { describeInstant, describeMs, NOTHING, plural } from '../../lambda/core/documents/words/format';
import { conditionWords } from '../../lambda/core/documents/words/incident-words';
import { objectiveWords } from '../../lambda/core/documents/words/objective-words';
import { recoveryWords } from '../../lambda/core/documents/words/recovery-words';
import { silenceLine } from '../../lambda/core/documents/words/silence-words';
import { describeEntry, describeIncident, describeUnknown } from '../../lambda/core/documents/words/timeline-words';
import type { Incident } from '../../lambda/core/incident/incident';
import { silenceDocument } from '../../lambda/core/silence/silence-document';
import { describeDuration } from '../../lambda/core/words/duration';
import { VERDICT_PHRASES } from '../../lambda/core/words/verdict-phrase';
import { terminalColors } from '../terminal/colors';
import { columnsIn, wrapAt } from '../terminal/plain-table';
import { columnsOf, type Terminal } from '../terminal/terminal';
import type { Story } from './story';

const MINUTE_MS = 60_000;

/** Paragraphs: what the story is of, its timeline, how the service is now, its objective and silences, who is on it, and what is not known. */
export function renderStory(story: Story, terminal: Pick<Terminal, 'out' | 'color'>): string {
  const colors = terminalColors(terminal.color);
  const width = columnsOf(terminal.out);
  const wrap = (text: string) => wrapAt(text, width, '  ', '    ');
  const { incident, problems, now, service } = story;
  const last = incidentsOf(service.state)[0];
  const about =
    incident !== null
      ? describeIncident(incident, now)
      : `${last === undefined ? 'no incident is kept; ' : ''}this is the story since ${describeInstant(story.from, now)}`;
  const paragraphs = [
    [
      wrap(`${colors.bold(service.service.id)}: ${about}`),
      ...(incident === null ? [] : [wrap(colors.dim(`incident ${incident.id}`))]),
      ...(incident !== null || last === undefined ? [] : [wrap(colors.dim(otherIncident(last, now)))]),
      ...(story.isConfigured ? [] : [wrap('It has left the config: this is what is kept of it.')]),
    ],
    timelineLines(story, width, colors.dim),
    [
      ...nowLines(story),
      ...refusalLines(story),
      ...objectiveLines(story),
      ...story.silences.map((one) => silenceLine(silenceDocument(one), now)),
      ...story.acks.map((one) => ackLine(silenceDocument(one), now)),
    ].map(wrap),
    [
      ...problems.map((problem) => `problem: ${problem}`),
      ...describeUnknown(story, (at) => describeInstant(at, now)),
    ].map(wrap),
  ];
  return paragraphs
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

/** How to see the last incident, if the story is of a time. */
function otherIncident({ id, over }: Incident, now: number): string {
  const when = over === null ? 'is open' : `ended at ${describeInstant(over.at, now)}`;
  return `its last incident ${when}: --incident ${id}`;
}

/** A line with the date stands before the first entry of each day. */
function timelineLines({ entries, intervalMs, outlet }: Story, width: number, dim: (text: string) => string): string[] {
  const digits = intervalMs < MINUTE_MS ? 19 : 16;
  const times = entries.map((entry) => timesOf(entry, digits));
  const longest = times.reduce((most, time) => Math.max(most, columnsIn(time)), 0);
  const indent = ' '.repeat(longest + 4);
  return entries.flatMap((entry, index) => {
    const before = entries[index - 1];
    const day = dayOf(entry.at);
    const time = times[index] ?? '';
    const line = wrapAt(describeEntry(entry, outlet), width, `  ${time.padEnd(longest)}  `, indent);
    return before && dayOf(before.at) === day ? [line] : [dim(`  ${day} UTC`), line];
  });
}

/** `09:12–09:27`; with the date if it ends on another day. */
function timesOf(entry: TimelineEntry, digits: number): string {
  const from = clockOf(entry.at, digits);
  if (!('until' in entry) || entry.until === undefined) return from;
  const isSameDay = dayOf(entry.at) === dayOf(entry.until);
  const until = isSameDay
    ? clockOf(entry.until, digits)
    : new Date(entry.until).toISOString().slice(5, digits).replace('T', ' ');
  return until === from ? from : `${from}–${until}`;
}

function clockOf(at: number, digits: number): string {
  return new Date(at).toISOString().slice(11, digits);
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

function objectiveLines(story: Story): string[] {
  return standingsOn(story, story.service).map((standing) => {
    const { reached, budget, others } = objectiveWords(standing, story.now);
    return `objective: ${[reached, ...(budget === null ? [] : [budget]), ...others].join(', ')}`;
  });
}

/** Why alerts are owed. */
function refusalLines({ refusals, outlet, now }: Story): string[] {
  return refusals.map(({ receiver, since, message }) => {
    const who = receiver !== TOPIC ? receiver : outlet === 'shown' ? 'the log of alerts' : 'the topic';
    const lasts = describeDuration(now - since);
    return `Not notified: ${who} has not taken its alerts since ${describeInstant(since, now)} (${lasts}): ${message}`;
  });
}

function nowLines(story: Story): string[] {
  const { service, now, recovery } = story;
  const { latest, conditions, pending } = service.state;
  const health = stateOf(story, service);
  if (latest === null) return [`Now: ${STATE_MARKS.unknown} it has never been checked.`];
  const at = describeInstant(latest.at, now);
  if (health === 'unknown')
    return [`Now: ${STATE_MARKS.unknown} not checked since ${at}; then it was ${VERDICT_PHRASES[latest.kind]}.`];
  const { version, up, memory } = figuresOf(latest.report);
  const figures = [
    ['version ', version],
    ['up ', up],
    ['', memory],
  ].flatMap(([label, value]) => (value === NOTHING ? [] : [`${label}${value}`]));
  const isWell = latest.kind === 'healthy';
  const phrase = health === 'degraded' ? health : VERDICT_PHRASES[latest.kind];
  const found = isWell
    ? [describeMs(latest.timings.totalMs), ...figures].join(', ')
    : `${latest.reason}: ${latest.message}`;
  const since = describeInstant(latest.since, now);
  return [
    `Now: ${STATE_MARKS[health]} ${phrase} since ${since}, checked at ${at}, ${describeDuration(now - latest.at)} ago: ${found}`,
    ...(recovery === null ? [] : [recoveryWords(recovery, now)]),
    ...(pending === null
      ? []
      : [
          `It has failed for ${describeDuration(now - pending.since)}, in ${plural(pending.runs, 'run')}: no incident is open yet.`,
        ]),
    ...conditions.map(
      ({ code, since: began, message }) => `${conditionWords(code)} since ${describeInstant(began, now)}: ${message}`,
    ),
  ];
}
