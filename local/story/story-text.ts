/** A story for people, on a terminal. */

import { TOPIC } from '../../lambda/core/deliver/receiver';
import type { ServiceDocument } from '../../lambda/core/documents/service-document';
import { isFailing, STATE_MARKS } from '../../lambda/core/documents/state';
import type { StoryDocument } from '../../lambda/core/documents/story-document';
import { ackLine } from '../../lambda/core/documents/words/ack-words';
import { figuresOf } from '../../lambda/core/documents/words/figures-words';
import { describeInstant, describeMs, NOTHING, plural } from '../../lambda/core/documents/words/format';
import { behindText, conditionWords, recoveryWords } from '../../lambda/core/documents/words/incident-words';
import { objectiveWords } from '../../lambda/core/documents/words/objective-words';
import { silenceLine } from '../../lambda/core/documents/words/silence-words';
import { dayOf, entryTimes } from '../../lambda/core/documents/words/timeline-times';
import { describeIncident, describeUnknown } from '../../lambda/core/documents/words/timeline-words';
import { VERDICT_PHRASES } from '../../lambda/core/words/codes';
import { describeDuration } from '../../lambda/core/words/duration';
import { nameSome } from '../../lambda/core/words/shown-value';
import { terminalColors } from '../terminal/colors';
import { columnsIn, wrapAt } from '../terminal/plain-table';
import { columnsOf, type Output } from '../terminal/terminal';

/** Paragraphs: the subject of the story, its timeline, the service's present state, its objective, silences and acknowledgement, and what is unknown. */
export function renderStory(story: StoryDocument, terminal: Output): string {
  const colors = terminalColors(terminal.color);
  const width = columnsOf(terminal.out);
  const wrap = (text: string) => wrapAt(text, width, '  ', '    ');
  const { incident, lastIncident, problem, service } = story;
  const now = Date.parse(story.at);
  const about =
    incident !== null
      ? describeIncident(incident)
      : `${lastIncident === null ? 'no incident is kept; ' : ''}this is the story since ${describeInstant(Date.parse(story.from), now)}`;
  const paragraphs = [
    [
      wrap(`${colors.bold(service)}: ${about}`),
      ...(incident === null ? [] : [wrap(colors.dim(`incident ${incident.id}`))]),
      ...(lastIncident === null ? [] : [wrap(colors.dim(otherIncident(lastIncident, now)))]),
      ...(story.configured ? [] : [wrap('It has left the config: this is what is kept of it.')]),
    ],
    timelineLines(story, width, colors.dim),
    [
      ...nowLines(story),
      ...needsLines(story),
      ...refusalLines(story),
      ...objectiveLines(story),
      ...story.silences.map((silence) => silenceLine(silence, now)),
      ...behindLines(story),
      ...story.acks.map((ack) => ackLine(ack, now)),
    ].map(wrap),
    [
      ...(problem === null ? [] : [`problem: ${problem}`]),
      ...story.unknown.map(({ what, before }) => describeUnknown(what, describeInstant(Date.parse(before), now))),
    ].map(wrap),
  ];
  return paragraphs
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

/** The command that shows the last incident, if the story is of a time. */
function otherIncident({ id, resolvedAt }: NonNullable<StoryDocument['lastIncident']>, now: number): string {
  const when = resolvedAt === null ? 'is open' : `ended at ${describeInstant(Date.parse(resolvedAt), now)}`;
  return `its last incident ${when}: --incident ${id}`;
}

/** A line with the date stands before the first entry of each day. */
function timelineLines(
  { timeline, intervalSeconds }: StoryDocument,
  width: number,
  dim: (text: string) => string,
): string[] {
  const times = timeline.map((entry) => entryTimes(entry, intervalSeconds));
  const longest = times.reduce((most, time) => Math.max(most, columnsIn(time)), 0);
  const indent = ' '.repeat(longest + 4);
  return timeline.flatMap(({ at, text }, index) => {
    const before = timeline[index - 1];
    const day = dayOf(at);
    const time = times[index] ?? '';
    const line = wrapAt(text, width, `  ${time.padEnd(longest)}  `, indent);
    return before && dayOf(before.at) === day ? [line] : [dim(`  ${day} UTC`), line];
  });
}

function objectiveLines({ now, at }: StoryDocument): string[] {
  return (now?.objective ?? []).map((standing) => {
    const { reached, budget, others } = objectiveWords(standing, Date.parse(at));
    return `objective: ${[reached, ...(budget === null ? [] : [budget]), ...others].join(', ')}`;
  });
}

/** The reasons why alerts are pending. */
function refusalLines({ refusals, deployed, at }: StoryDocument): string[] {
  const now = Date.parse(at);
  return refusals.map(({ receiver, since, message }) => {
    const topic = deployed ? 'the topic' : 'the log of alerts';
    const who = receiver === TOPIC ? topic : receiver;
    const from = Date.parse(since);
    const lasts = describeDuration(now - from);
    return `Not notified: ${who} has not taken its alerts since ${describeInstant(from, now)} (${lasts}): ${message}`;
  });
}

function nowLines({ now: service, at }: StoryDocument): string[] {
  if (service === null) return [];
  const { checkedAt, since, state, verdict, recovery, pending, conditions } = service;
  const now = Date.parse(at);
  if (checkedAt === null || since === null || verdict === null)
    return [`Now: ${STATE_MARKS.unknown} it has never been checked.`];
  const checked = Date.parse(checkedAt);
  const when = describeInstant(checked, now);
  if (state === 'unknown')
    return [`Now: ${STATE_MARKS.unknown} not checked since ${when}; then it was ${VERDICT_PHRASES[verdict]}.`];
  const phrase = state === 'degraded' ? state : VERDICT_PHRASES[verdict];
  const from = describeInstant(Date.parse(since), now);
  const ago = describeDuration(now - checked);
  return [
    `Now: ${STATE_MARKS[state]} ${phrase} since ${from}, checked at ${when}, ${ago} ago: ${foundWords(service)}`,
    ...(recovery === null ? [] : [recoveryWords(recovery, now)]),
    ...(pending === null
      ? []
      : [
          `It has failed for ${describeDuration(now - Date.parse(pending.since))}, in ${plural(pending.runs, 'run')}: no incident is open yet.`,
        ]),
    ...conditions.map(
      ({ code, since: began, message }) =>
        `${conditionWords(code)} since ${describeInstant(Date.parse(began), now)}${message === null ? '' : `: ${message}`}`,
    ),
  ];
}

/** What it needs, the services that fail first, and what needs it. */
function needsLines({ now: service }: StoryDocument): string[] {
  if (service === null) return [];
  const { needs, neededBy } = service;
  const worstFirst = needs.toSorted((left, right) => Number(isFailing(right.state)) - Number(isFailing(left.state)));
  const states = worstFirst.map(({ service: id, state }) => `${id} (${STATE_MARKS[state]} ${state})`);
  return [
    ...(states.length === 0 ? [] : [`needs: ${nameSome(states, NEEDS_NAMED)}`]),
    ...(neededBy.length === 0 ? [] : [`needed by: ${nameSome(neededBy, NEEDS_NAMED)}`]),
  ];
}

const NEEDS_NAMED = 10;

/** The service that its outage is behind now. */
function behindLines({ now: service, at }: StoryDocument): string[] {
  const outage = service?.incident ?? null;
  return outage?.behind?.until === null ? behindText(outage, Date.parse(at)) : [];
}

function foundWords({ verdict, timings, report, reason, message }: ServiceDocument): string {
  if (verdict !== 'healthy') return `${reason}: ${message}`;
  const { version, up, memory } = figuresOf(report);
  const figures = [
    ['version ', version],
    ['up ', up],
    ['', memory],
  ].flatMap(([label, value]) => (value === NOTHING ? [] : [`${label}${value}`]));
  return [describeMs(timings?.totalMs ?? 0), ...figures].join(', ');
}
