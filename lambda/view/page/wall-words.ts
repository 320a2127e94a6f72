/** The reason why a service on the wallboard is not healthy, in a line. */

import type { WallRow } from '../../core/documents/page-document';
import { conditionWords, recoveryWords } from '../../core/documents/words/incident-words';
import { findingInLine } from '../../core/reasons/reason-phrases';
import { capitalized } from '../../core/words/capitalized';
import { timeOfDay } from '../../core/words/duration';

export function wallReason(row: WallRow): string {
  const { shown, silence, checkedAt } = row;
  const until = silence === null ? '' : ` until ${timeOfDay(Date.parse(silence.until))}`;
  switch (shown) {
    case 'unknown':
      return checkedAt === null ? 'Not checked yet' : `Not checked since ${timeOfDay(Date.parse(checkedAt))}`;
    case 'silenced':
      return `${foundBy(row)}, silenced${until}`;
    case 'maintenance':
      return `${foundBy(row)}, in maintenance${until}`;
    case 'recovering':
      return row.recovery === null
        ? 'Recovering'
        : capitalized(recoveryWords(row.recovery, Date.parse(checkedAt ?? '')));
    default:
      return foundBy(row);
  }
}

/** Returns the conditions of a healthy service, or what the last check of another found. */
function foundBy({ verdict, reason, message, conditions }: WallRow): string {
  if (verdict !== 'healthy') return capitalized(findingInLine({ reason: reason ?? '', message: message ?? '' }));
  return capitalized(conditions.map((one) => one.message ?? conditionWords(one.code)).join(', '));
}
