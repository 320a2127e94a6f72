/** The content of a notification for a mail or a card, in the order of people's questions. A single alert is a group, too. */

import { adviceFor } from '../../reasons/advice';
import { bytesOf, cutBytes } from '../../words/clean-text';
import { neutralize, neutralizeEnd } from '../neutralize';
import type { Notification } from '../notification';
import { hostOf, shared } from '../shared';
import { headlineOf, MOST_NAMED, named, shownId } from '../summary';
import { isAnswering } from '../wording';
import { type Fact, factsOf, MOST_LISTED } from './facts';

type Page = readonly [label: string, address: string];

export interface Content {
  /** The line that names what is broken. */
  readonly headline: string;
  /** Notes that people may already have been notified of it, or have silenced it. */
  readonly notes: readonly string[];
  /** The other facts: other failures, times, answers, changes, and the services of a group. */
  readonly facts: readonly Fact[];
  /** The first thing to check; `null` if the incident is over. */
  readonly firstLook: string | null;
  /** The address; `null` if there is none. */
  readonly where: string | null;
  /** Helpful pages, from the worst alert. */
  readonly pages: readonly Page[];
}

const POSSIBLY_REPEATED = 'You may have been notified of this before: the state could not be read or saved.';
const SILENCES_UNKNOWN = 'You may have silenced this: the silences could not be read.';

export function contentOf(notification: Notification): Content {
  const { alerts } = notification;
  return {
    headline: headlineOf(notification),
    notes: [
      ...(alerts.some(({ possiblyRepeated }) => possiblyRepeated) ? [POSSIBLY_REPEATED] : []),
      ...(alerts.some(({ silencesUnknown }) => silencesUnknown) ? [SILENCES_UNKNOWN] : []),
    ],
    facts: [...othersDown(notification), ...factsOf(alerts)],
    firstLook: firstLook(alerts),
    where: whereOf(alerts),
    pages: pagesOf(alerts[0].links),
  };
}

/** Returns the other services that are down. The first line of a recovery names them, as far as there is room. */
function othersDown({ alerts: [{ event }], alsoFailing }: Notification): readonly Fact[] {
  const isEnd = event === 'resolved';
  if (alsoFailing.length === 0 || (isEnd && alsoFailing.length <= MOST_NAMED)) return [];
  return [[isEnd ? 'Still down' : 'Also down', [named(alsoFailing.map(shownId), MOST_LISTED)]]];
}

/** Returns the advice for the worst alert, with its service's name if others fail for another reason. */
function firstLook(alerts: Notification['alerts']): string | null {
  const [alert] = alerts;
  const { event, drill, reason, errorCode, service } = alert;
  if (event === 'resolved' || isAnswering(alert)) return null;
  if (drill) return 'No action needed: this is a drill.';
  const advice = adviceFor(reason, errorCode);
  const isForAll = shared(alerts, (alert) => alert.reason) !== null;
  return advice === null || isForAll ? advice : `${shownId(service.id)}: ${advice}`;
}

/** Returns the address of a single service, or the hosts of several. */
function whereOf(alerts: Notification['alerts']): string | null {
  const [{ service }, ...others] = alerts;
  const hosts = alerts.flatMap((alert) => hostOf(alert.service.url) ?? []);
  const place = others.length === 0 ? service.url : named([...new Set(hosts)]);
  const environments = new Set(alerts.map((alert) => neutralize(alert.service.environment ?? '', 60)));
  environments.delete('');
  const environment = named([...environments]);
  if (place === '') return environment || null;
  return environment === '' ? place : `${place} (${environment})`;
}

/** Returns the pages that have an address. */
export function pagesOf({ runbook, dashboard, logs }: Notification['alerts'][0]['links']): readonly Page[] {
  const pages: readonly (readonly [string, string | null])[] = [
    ['Runbook', runbook],
    ['Dashboard', dashboard],
    ['Logs', logs],
  ];
  return pages.filter((page): page is Page => page[1] !== null && URL.canParse(page[1]));
}

/** Functions that format the parts of a line. */
export interface LineStyle {
  readonly note: (text: string) => string;
  /** Gets the label with its colon. */
  readonly label: (label: string) => string;
  readonly text: (text: string) => string;
}

/** Returns notes, then facts: one line follows its label, several lines are a list below it. */
export function linesOf({ notes, facts }: Content, { note, label, text }: LineStyle): readonly string[] {
  return [
    ...notes.map(note),
    ...facts.flatMap(([name, lines]) => {
      const [first = '', ...others] = lines;
      if (others.length === 0) return [`${label(`${name}:`)} ${text(first)}`];
      return [label(`${name}:`), ...lines.map((line) => `• ${text(line)}`)];
    }),
  ];
}

const PLAIN: LineStyle = { note: (text) => text, label: (label) => label, text: (text) => text };

/** Returns plain text with as many lines as fit before the ends: the first check matters more than the last of many services. */
export function plainText(content: Content, ends: readonly string[], limitBytes: number): string {
  const lines = [...linesOf(content, PLAIN)];
  const text = () => [...lines, ...ends].join('\n');
  while (lines.length > 0 && bytesOf(text()) > limitBytes) lines.pop();
  return bytesOf(text()) <= limitBytes ? text() : neutralizeEnd(cutBytes(text(), limitBytes));
}
