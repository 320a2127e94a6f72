/** The content of a notification for a mail or a card, in the order of people's questions. A single alert is a group, too. */

import { adviceFor } from '../../reasons/advice';
import { bytesOf, cutBytes } from '../../words/clean-text';
import { neutralize, neutralizeEnd } from '../neutralize';
import type { Notification } from '../notification';
import { hostOf, shared } from '../shared';
import { headlineOf, MOST_NAMED, named, shownId } from '../summary';
import { isAnswering } from '../wording';
import { factsOf, MOST_LISTED, resultOf, shownLabel, type Thought } from './facts';

export type Page = readonly [label: string, address: string];

export interface Content {
  /** The line that names what is broken. */
  readonly headline: string;
  /** The finding, beyond the headline: `“the disk is full”`; `null` if the headline says all. */
  readonly result: string | null;
  /** Notes that people may already have been notified of it, or have silenced it. */
  readonly notes: readonly string[];
  /** The services of a group, times, holds and changes. */
  readonly facts: readonly Thought[];
  /** The first thing to check; `null` if the incident is over. */
  readonly firstLook: string | null;
  /** The address; `null` if there is none. */
  readonly where: string | null;
  /** The page of the incident, where people can act; `null` if no page is served. */
  readonly incident: Page | null;
  readonly runbook: Page | null;
  /** The pages that help: the incident, or else the dashboard; runbook; logs. From the worst alert. */
  readonly pages: readonly Page[];
}

const POSSIBLY_REPEATED = 'You may have been notified of this before: the state could not be read or saved.';
const SILENCES_UNKNOWN = 'You may have silenced this: the silences could not be read.';

export function contentOf(notification: Notification): Content {
  const { alerts } = notification;
  const firstLook = adviceOf(alerts);
  return {
    headline: headlineOf(notification),
    result: resultOf(alerts),
    notes: [
      ...(alerts.some(({ possiblyRepeated }) => possiblyRepeated) ? [POSSIBLY_REPEATED] : []),
      ...(alerts.some(({ silencesUnknown }) => silencesUnknown) ? [SILENCES_UNKNOWN] : []),
    ],
    facts: [...factsOf(alerts), ...othersDown(notification)],
    firstLook,
    where: whereOf(alerts),
    ...pagesOf(alerts[0].links, { incident: incidentPage(alerts), firstLook }),
  };
}

/** Returns the other services that are down. The first line of a recovery names them, as far as there is room. */
function othersDown({ alerts: [{ event }], alsoFailing }: Notification): readonly Thought[] {
  const isEnd = event === 'resolved';
  if (alsoFailing.length === 0 || (isEnd && alsoFailing.length <= MOST_NAMED)) return [];
  return [[[isEnd ? 'Still down' : 'Also down', [named(alsoFailing.map(shownId), MOST_LISTED)]]]];
}

/** Returns the advice for the worst alert, with its service's name if others fail for another reason. */
function adviceOf(alerts: Notification['alerts']): string | null {
  const [alert] = alerts;
  const { event, drill, reason, errorCode, service } = alert;
  // People who get a reminder have read it before.
  if (event === 'resolved' || event === 'reminder' || isAnswering(alert)) return null;
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

/** Returns the page of a single incident, or of several the overview, on which all can be acknowledged at once. */
function incidentPage([{ page, event, kind, ack, drill }, ...others]: Notification['alerts']): Page | null {
  if (page === null) return null;
  const address = others.length === 0 || !URL.canParse(page.url) ? page.url : new URL('../..', page.url).href;
  const isWaiting = kind === 'outage' && event !== 'resolved' && ack === null && !drill && page.controls;
  if (!isWaiting) return ['Incident', address];
  return [`Acknowledge${others.length === 0 ? '' : ` all ${others.length + 1}`} or silence`, address];
}

/** Returns the pages that have an address. The runbook is linked only if there is something to check. */
export function pagesOf(
  { runbook, dashboard, logs }: Notification['alerts'][0]['links'],
  { incident = null, firstLook }: Partial<Pick<Content, 'incident'>> & Pick<Content, 'firstLook'>,
): Pick<Content, 'incident' | 'runbook' | 'pages'> {
  const known = (label: string, address: string | null): Page | null =>
    address !== null && URL.canParse(address) ? [label, address] : null;
  const found = {
    incident: incident && known(...incident),
    runbook: firstLook === null ? null : known('Runbook', runbook),
  };
  const pages = [found.incident ?? known('Dashboard', dashboard), found.runbook, known('Logs', logs)];
  return { ...found, pages: pages.filter((page) => page !== null) };
}

/** Functions that format the parts of a line. */
export interface LineStyle {
  readonly note: (text: string) => string;
  /** Gets the label as shown. */
  readonly label: (label: string) => string;
  readonly text: (text: string) => string;
}

/** Returns what was found, notes, then facts: one line follows its label, several lines are a list below it. */
export function linesOf({ result, notes, facts }: Content, { note, label, text }: LineStyle): readonly string[] {
  return [...(result === null ? [] : [text(result)]), ...notes.map(note), ...factLines(facts.flat(), { label, text })];
}

function factLines(facts: Thought, { label, text }: Omit<LineStyle, 'note'>): readonly string[] {
  return facts.flatMap(([name, lines]) => {
    const [first = '', ...others] = lines;
    if (others.length === 0) return [`${label(shownLabel(name))} ${text(first)}`];
    return [label(shownLabel(name)), ...lines.map((line) => `• ${text(line)}`)];
  });
}

/** Plain text. */
const PLAIN: LineStyle = { note: (text) => text, label: (label) => label, text: (text) => text };

/** Returns plain text with as many lines as fit before the ends: the first check matters more than the last of many services. */
export function plainText(content: Content, ends: readonly string[], limitBytes: number): string {
  const lines = [...linesOf(content, PLAIN)];
  const text = () => [...lines, ...ends].join('\n');
  while (lines.length > 0 && bytesOf(text()) > limitBytes) lines.pop();
  return bytesOf(text()) <= limitBytes ? text() : neutralizeEnd(cutBytes(text(), limitBytes));
}

/** Returns the paragraphs of a plain text, before what to check first: the headline, notes, and the facts that belong together. */
export function paragraphsOf({ headline, result, notes, facts }: Content): readonly (readonly string[])[] {
  return [
    [headline, ...(result === null ? [] : [result])],
    notes,
    ...facts.map((thought) => factLines(thought, PLAIN)),
  ];
}
