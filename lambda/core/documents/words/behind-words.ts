/** Outages held back behind a needed service, in words: the same on a page, a dashboard and a terminal. */

import type { BehindDocument } from '../silenced-document';
import { describeInstant } from './format';

/** `held back: behind gateway-service`. */
export function behindWord({ service }: Pick<BehindDocument, 'service'>): string {
  return `held back: behind ${service}`;
}

/** The parts of a sentence about it: texts, and the instants that stand between them. */
type Part = string | { readonly at: string };

/**
 * `held back: behind gateway-service since 12:03:00 UTC`, `was held back behind gateway-service from 12:03:00 UTC to 12:40:00 UTC; notified 12:40:00 UTC`.
 * `isOver` is whether the outage is.
 */
export function behindParts(behind: BehindDocument, isOver: boolean): readonly Part[] {
  const { service, since, until, notifiedAt } = behind;
  if (until === null) {
    const others = notifiedAt === null ? [] : ['; others notified ', { at: notifiedAt }];
    return [`${behindWord(behind)} since `, { at: since }, ...others];
  }
  const nobody = isOver ? '; nobody was notified' : '; nobody notified yet';
  const later = notifiedAt === null ? [nobody] : ['; notified ', { at: notifiedAt }];
  return [`was held back behind ${service} from `, { at: since }, ' to ', { at: until }, ...later];
}

/** Returns the parts as a single text; `now` in milliseconds since 1970. */
export function describeBehind(behind: BehindDocument, isOver: boolean, now: number): string {
  return behindParts(behind, isOver)
    .map((part) => (typeof part === 'string' ? part : describeInstant(Date.parse(part.at), now)))
    .join('');
}
