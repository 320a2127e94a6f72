/** The notice about another receiver or a pulse, for people and as a document for programs. */

import { describeDuration } from '../../words/duration';
import {
  noticeAnswer,
  noticeHeadline,
  noticeId,
  noticeKey,
  noticeSummary,
  type ReceiverNotice,
} from '../receiver-notice';
import { AWAY_SECTION, PULSE_SECTION, UNDELIVERED_SECTION } from './alarm-text';
import { type Content, pagesOf } from './content';
import { period, readable } from './readable-time';

type Kind = ReceiverNotice['about']['kind'];

const SCHEMAS: Readonly<Record<Kind, string>> = {
  receiver: 'statuswatch.receiver/1',
  pulse: 'statuswatch.pulse/1',
  topic: 'statuswatch.topic/1',
};
const SECTIONS: Readonly<Record<Kind, string>> = {
  receiver: AWAY_SECTION,
  pulse: PULSE_SECTION,
  topic: UNDELIVERED_SECTION,
};

/** The first thing to check: keys expire and are revoked more often than services are unreachable. */
const FIRST_LOOKS: Readonly<Record<Kind, string>> = {
  receiver:
    'Is its key, token or address still valid? "statuswatch drill" shows its answer. Missed alerts are sent once it accepts alerts again.',
  pulse:
    'Is its address still valid, and can the checker reach it? The service that expects the pulse may have raised an alarm; the checker itself runs.',
  topic: 'Run "statuswatch doctor": it shows how to fix each address.',
};

export function noticeContent(notice: ReceiverNotice): Content {
  const { event, since, at } = notice;
  const from = iso(since);
  const to = iso(at);
  const isEnd = event === 'resolved';
  const answer = noticeAnswer(notice);
  return {
    headline: noticeHeadline(notice),
    notes: [],
    facts: [
      isEnd ? ['Lasted', [period(from, to)]] : ['Since', [`${readable(from)} (${describeDuration(at - since)})`]],
      ...(answer === '' ? [] : [[isEnd ? 'Cause' : 'Answer', [answer]] as const]),
    ],
    firstLook: isEnd ? null : FIRST_LOOKS[notice.about.kind],
    where: null,
    pages: pagesOf(noticeLinks(notice)),
  };
}

/** Returns the document of a notice; docs/reference/alerts.md has the fields. */
export function noticeDocument(notice: ReceiverNotice) {
  const { event, deployment, about, since, at } = notice;
  return {
    schema: SCHEMAS[about.kind],
    id: noticeId(notice),
    threadId: noticeKey(notice),
    deployment,
    event,
    [about.kind]: about.id,
    since: iso(since),
    at: iso(at),
    durationSeconds: Math.max(0, Math.floor((at - since) / 1_000)),
    message: noticeAnswer(notice),
    summary: noticeSummary(notice),
    links: noticeLinks(notice),
  };
}

export function noticeLinks({ links, about }: ReceiverNotice): ReceiverNotice['links'] {
  return { ...links, runbook: links.runbook === null ? null : `${links.runbook}#${SECTIONS[about.kind]}` };
}

function iso(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
