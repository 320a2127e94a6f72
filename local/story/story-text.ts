/** A story for people, on a terminal. */

import { TOPIC } from '../../lambda/core/deliver/receiver';
import { dayOf, stepLine, stepTimes } from '../../lambda/core/documents/incident-story/step';
import { describeUnknown } from '../../lambda/core/documents/incident-story/timeline';
import type { ServiceDocument } from '../../lambda/core/documents/service-document';
import { isFailing, type SummaryState, shownWord, summaryStateOf } from '../../lambda/core/documents/state';
import { knownFigures } from '../../lambda/core/documents/words/figures-words';
import { describeInstant, describeMs, plural } from '../../lambda/core/documents/words/format';
import { behindParts, partsText } from '../../lambda/core/documents/words/hold-words';
import { incidentTitle } from '../../lambda/core/documents/words/incident-title';
import { conditionWords, recoveryWords } from '../../lambda/core/documents/words/incident-words';
import { objectiveWords } from '../../lambda/core/documents/words/objective-words';
import { ackLine, silenceLine } from '../../lambda/core/documents/words/silence-words';
import { reasonPhrase } from '../../lambda/core/reasons/reason-phrases';
import { describeDuration } from '../../lambda/core/words/duration';
import { describeViews } from '../../lambda/core/words/regions/region-views';
import { nameSome } from '../../lambda/core/words/shown-value';
import { type Colors, terminalColors } from '../terminal/colors';
import { columnsIn, wrapAt } from '../terminal/plain-table';
import { markedWord, STATE_COLORS, summaryOf } from '../terminal/shown-state';
import { columnsOf, type Output } from '../terminal/terminal';
import type { StoryDocument } from './story';

/** Paragraphs: the subject of the story, its timeline, the service's present state, its objective, silences and acknowledgement, and what is unknown. */
export function renderStory(story: StoryDocument, terminal: Output): string {
  const colors = terminalColors(terminal.color);
  const width = columnsOf(terminal.out);
  const wrap = (text: string) => wrapAt(text, width, '  ', '    ');
  const { incident, lastIncident, problem, service } = story;
  const now = Date.parse(story.at);
  const about =
    incident !== null
      ? `${incidentTitle(incident)}: ${incident.message}`
      : `${service} since ${describeInstant(Date.parse(story.from), now)}${lastIncident === null ? '; no incidents recorded' : ''}`;
  const paragraphs = [
    [
      wrap(about),
      ...(incident === null ? [] : [wrap(colors.dim(`incident ${incident.id}, reason ${incident.reason}`))]),
      ...(lastIncident === null ? [] : [wrap(colors.dim(otherIncident(lastIncident, now)))]),
      ...(incident === null || incident.regions.length === 0 ? [] : [wrap(describeViews(incident.regions))]),
      ...(incident?.clues ?? []).map(({ message }) => wrap(`clue: ${message}`)),
      ...(story.configured ? [] : [wrap('It is no longer in the config; this is its recorded data.')]),
    ],
    timelineLines(story, width, colors.dim),
    [
      ...nowLines(story, colors),
      ...needsLines(story),
      ...refusalLines(story),
      ...objectiveLines(story),
      ...story.silences.map((silence) => silenceLine(silence, now)),
      ...behindLines(story),
      ...story.acks.map((ack) => ackLine(ack, now)),
    ].map(wrap),
    [
      ...(problem === null ? [] : [`problem: ${problem}`]),
      ...story.unknown.map((unknown) => describeUnknown(unknown, now)),
    ].map(wrap),
  ];
  return paragraphs
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

/** Returns the option that shows the last incident. */
function otherIncident({ id, resolvedAt }: NonNullable<StoryDocument['lastIncident']>, now: number): string {
  const when = resolvedAt === null ? 'is open' : `ended at ${describeInstant(Date.parse(resolvedAt), now)}`;
  return `its last incident ${when}: --incident ${id}`;
}

/** The least room for the text of an entry; with less, it continues below its time. */
const NARROW_TEXT = 40;

/** A line with the date stands before the first entry of each day. */
function timelineLines(
  { timeline, intervalSeconds }: StoryDocument,
  width: number,
  dim: (text: string) => string,
): string[] {
  const times = timeline.map((step) => stepTimes(step, intervalSeconds));
  const longest = times.reduce((most, time) => Math.max(most, columnsIn(time)), 0);
  const isNarrow = width - longest < NARROW_TEXT;
  const indent = ' '.repeat(longest + 4);
  const wrapped = (text: string, time: string) =>
    isNarrow ? wrapAt(`${time.trim()}  ${text}`, width, '  ', '    ') : wrapAt(text, width, time, indent);
  return timeline.flatMap((step, index) => {
    const before = timeline[index - 1];
    const day = dayOf(step.at);
    const time = times[index] ?? '';
    const line = wrapped(stepLine(step), `  ${time.padEnd(longest)}  `);
    return before && dayOf(before.at) === day ? [line] : [dim(`  ${day} UTC`), line];
  });
}

/** Returns the mark and the word of a state, in its colour. */
function marked(state: SummaryState, colors: Colors): string {
  return colors[STATE_COLORS[state]](markedWord(state));
}

function objectiveLines({ now, at }: StoryDocument): string[] {
  return (now?.objective ?? []).map((standing) => {
    const { reached, budget, others } = objectiveWords(standing, Date.parse(at));
    return `objective: ${[reached, ...(budget === null ? [] : [budget]), ...others].join(', ')}`;
  });
}

/** Returns the reasons why alerts are pending. */
function refusalLines({ refusals, deployed, at }: StoryDocument): string[] {
  const now = Date.parse(at);
  return refusals.map(({ receiver, since, message }) => {
    const topic = deployed ? 'the topic' : 'the log of alerts';
    const who = receiver === TOPIC ? topic : receiver;
    const from = Date.parse(since);
    const lasts = describeDuration(now - from);
    return `Not notified: ${who} has not accepted alerts since ${describeInstant(from, now)} (${lasts}): ${message}`;
  });
}

function nowLines({ now: service, at, incident }: StoryDocument, colors: Colors): string[] {
  if (service === null) return [];
  const { checkedAt, since, state, shown, verdict, recovery, pending, conditions } = service;
  const now = Date.parse(at);
  if (checkedAt === null || since === null || verdict === null)
    return [`Now: ${marked('unknown', colors)}: it has never been checked.`];
  const checked = Date.parse(checkedAt);
  const when = describeInstant(checked, now);
  if (state === 'unknown')
    return [
      `Now: ${marked('unknown', colors)}: not checked since ${when}; then it was ${shownWord(summaryOf(verdict))}.`,
    ];
  const from = describeInstant(Date.parse(since), now);
  const ago = describeDuration(now - checked);
  return [
    `Now: ${marked(summaryStateOf(shown), colors)} since ${from}, checked at ${when}, ${ago} ago: ${foundWords(service, incident?.message ?? null)}`,
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

/** Lists the services that it needs, failing ones first, and the services that need it. */
function needsLines({ now: service }: StoryDocument): string[] {
  if (service === null) return [];
  const { needs, neededBy } = service;
  const worstFirst = needs.toSorted((left, right) => Number(isFailing(right.state)) - Number(isFailing(left.state)));
  const states = worstFirst.map(({ service: id, state }) => `${id} (${markedWord(summaryOf(state))})`);
  return [
    ...(states.length === 0 ? [] : [`needs: ${nameSome(states, NEEDS_NAMED)}`]),
    ...(neededBy.length === 0 ? [] : [`needed by: ${nameSome(neededBy, NEEDS_NAMED)}`]),
  ];
}

const NEEDS_NAMED = 10;

/** Returns the service that holds its outage back now. */
function behindLines({ now: service, at }: StoryDocument): string[] {
  const outage = service?.incident ?? null;
  return outage?.behind?.until === null ? [partsText(behindParts(outage.behind, false), Date.parse(at))] : [];
}

/** Returns the latest finding; `said` is the message in the first line. */
function foundWords({ verdict, timings, report, reason, message }: ServiceDocument, said: string | null): string {
  if (verdict !== 'healthy') return message === said || message === null ? reasonPhrase(reason ?? '') : message;
  const figures = knownFigures(report);
  return `${describeMs(timings?.totalMs ?? 0)}${figures === '' ? '' : `, ${figures}`}`;
}
