/** The form of a kind of receiver that shows one card for each notification. */

import type { Mark } from '../wording';
import { markOf, NOTICE_MARKS } from './chat-card';
import { type Content, contentOf } from './content';
import { noticeContent } from './notice-content';
import { readable } from './readable-time';
import type { PostRequest, ReceiverForm } from './receiver-form';

/** The texts before the headline and below all else. */
export interface CardEnds {
  readonly mark: Mark;
  readonly lastLine: string;
}

/** Posts what `bodyOf` makes of a content to the setting `url`. */
export function cardForm(
  bodyOf: (content: Content, ends: CardEnds) => string,
): Pick<ReceiverForm, 'isForPeople' | 'requestOf' | 'noticeOf'> {
  const requestOf = (url: string, content: Content, ends: CardEnds): PostRequest => ({
    url,
    headers: { 'content-type': 'application/json' },
    body: bodyOf(content, ends),
  });
  return {
    isForPeople: true,
    requestOf: (notification, { url = '' }) => {
      const [{ at, deployment }] = notification.alerts;
      const severities = new Set(notification.alerts.map(({ severity }) => severity));
      const lastLine = `${deployment} · ${[...severities].join(', ')} · ${readable(at)}`;
      return requestOf(url, contentOf(notification), { mark: markOf(notification), lastLine });
    },
    noticeOf: (notice, { url = '' }) => {
      const lastLine = `${notice.deployment} · ${readable(new Date(notice.at).toISOString())}`;
      return requestOf(url, noticeContent(notice), { mark: NOTICE_MARKS[notice.event], lastLine });
    },
  };
}
