/** What a notification says to people, of one alert or of several: the same in a mail and in a card. */

import type { Notification } from '../message/notification';
import { MOST_NAMED, named, shownId } from '../message/summary';
import { alertContent } from './alert-text';
import { type Content, type Fact, MOST_LISTED } from './content';
import { groupContent } from './group-text';

export interface WholeContent extends Content {
  /** Why people may not want it: they may have been notified of it before, or have silenced it. */
  readonly notes: readonly string[];
  /** Pages that help. */
  readonly pages: readonly (readonly [label: string, address: string])[];
}

const POSSIBLY_REPEATED = 'You may have been notified of this before: the state could not be read or saved.';
const SILENCES_UNKNOWN = 'You may have silenced this: the silences could not be read.';

export function contentOf(notification: Notification): WholeContent {
  const { alerts } = notification;
  const content = alerts.length === 1 ? alertContent(notification) : groupContent(notification);
  return {
    ...content,
    facts: [...othersDown(notification), ...content.facts],
    notes: [
      ...(alerts.some(({ possiblyRepeated }) => possiblyRepeated) ? [POSSIBLY_REPEATED] : []),
      ...(alerts.some(({ silencesUnknown }) => silencesUnknown) ? [SILENCES_UNKNOWN] : []),
    ],
    pages: pagesOf(alerts[0]),
  };
}

/** Other services that are down. The first line of an end names them, as far as there is room. */
function othersDown({ alerts: [{ event }], alsoFailing }: Notification): readonly Fact[] {
  const isEnd = event === 'resolved';
  if (alsoFailing.length === 0 || (isEnd && alsoFailing.length <= MOST_NAMED)) return [];
  return [[isEnd ? 'Still down' : 'Also down', [named(alsoFailing.map(shownId), MOST_LISTED)]]];
}

/** The pages of the worst alert, as labels and addresses. */
function pagesOf({ links: { runbook, dashboard, logs } }: Notification['alerts'][0]): WholeContent['pages'] {
  const all: readonly (readonly [string, string | null])[] = [
    ['Runbook', runbook],
    ['Dashboard', dashboard],
    ['Logs', logs],
  ];
  return all.filter((page): page is readonly [string, string] => page[1] !== null && URL.canParse(page[1]));
}
