/** The id of a notification: a program that drops repetitions must drop nothing else. */

import { type Notification, notificationId } from '../../../../lambda/core/message/notification';
import { alertOn } from '../../../support/core/alerts';

const [FIRST, SECOND, THIRD, FOURTH] = ['a', 'b', 'c', 'd'].map((id) => ({ ...alertOn('opened'), id }));

function idOf(...alerts: unknown[]): string {
  return notificationId({ alerts, threadId: 'a', watched: 9, alsoFailing: [] } as unknown as Notification);
}

it('is that of its alert if there is only one', () => {
  expect(idOf(FIRST)).toBe('a');
});

it('differs between groups of as many alerts that begin with the same one', () => {
  expect(idOf(FIRST, SECOND, THIRD)).not.toBe(idOf(FIRST, SECOND, FOURTH));
  expect(idOf(FIRST, SECOND, THIRD)).toMatch(/^a\+2-[0-9a-z]{1,7}$/);
});

it('is the same if the group is sent again, in whichever order', () => {
  expect(idOf({ ...FIRST, possiblyRepeated: true }, THIRD, SECOND)).toBe(idOf(FIRST, SECOND, THIRD));
});

it('can not be mistaken for the id of a service, and breaks neither a JSON text nor a command line', () => {
  const { id } = alertOn('updated');
  expect(idOf({ ...FIRST, id }, SECOND)).toMatch(/^[a-z0-9-]+\/[A-Za-z0-9._+/-]+$/);
});
