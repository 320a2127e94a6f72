/** The notice about another receiver or a pulse, for people and as a document for programs. */

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
import { periodOn, readableOn } from './readable-time';

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
  const firstLook = isEnd ? null : FIRST_LOOKS[notice.about.kind];
  return {
    headline: noticeHeadline(notice),
    result: null,
    notes: [],
    facts: [
      [
        isEnd ? ['Lasted', [periodOn(to, from, to)]] : ['Since', [readableOn(to, from)]],
        ...(answer === '' ? [] : [[isEnd ? 'Cause' : 'Answer', [answer]] as const]),
      ],
    ],
    firstLook,
    where: null,
    ...pagesOf(noticeLinks(notice), { firstLook }),
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
  const { dashboard, logs, runbook } = links;
  return { dashboard, logs, runbook: runbook === null ? null : `${runbook}#${SECTIONS[about.kind]}` };
}

function iso(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
