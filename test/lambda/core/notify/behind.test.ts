/** When an outage may be held back behind a service that it needs, and what is noted of that. */

import {
  behindPeriodsOf,
  LONGEST_BEHIND_MS,
  mayBeBehind,
  type NeededService,
  withBehind,
  withBehindEnds,
} from '../../../../lambda/core/notify/behind';
import { HELD_ALERTS_KEPT, type HeldAlert, holdOf } from '../../../../lambda/core/notify/held-alerts';
import { NOW } from '../../../support/core/observations';
import { pastOutage } from '../../../support/core/past-services';
import { silenceAt } from '../../../support/core/silences';
import { MINUTE_MS } from '../../../support/core/story';

const needed = (service: string): NeededService => ({ service, kind: 'outage', severity: 'critical' });
const outage = { ...pastOutage(NOW, NOW + MINUTE_MS), id: '1', over: null };
const end = NOW + LONGEST_BEHIND_MS;

it.each([
  ['an outage that has just begun', { kind: 'outage', openedAt: NOW }, NOW, true],
  ['one that began an hour ago, but for a moment', { kind: 'outage', openedAt: NOW }, end - 1, true],
  ['one that began an hour ago', { kind: 'outage', openedAt: NOW }, end, false],
  ['one that began after now, on a clock that was set back', { kind: 'outage', openedAt: end }, NOW, false],
  ['a condition', { kind: 'condition', openedAt: NOW }, NOW, false],
  ['a budget', { kind: 'objective', openedAt: NOW }, NOW, false],
] as const)('%s: %#', (_, incident, now, expected) => {
  expect(mayBeBehind(incident, now)).toBe(expected);
});

/** The services behind which it was. */
function servicesOf(known: readonly HeldAlert[], incident: string): readonly string[] {
  return behindPeriodsOf(known, incident).map(({ hold }) => hold.id);
}

describe('what is noted', () => {
  const hold = { kind: 'dependency', id: 'g', until: end } as const;
  const held: HeldAlert = { incident: '1', event: 'opened', at: NOW, hold };
  const endedAt = (at: number): HeldAlert => ({ ...held, hold: { ...hold, until: at } });
  const ends = (known: readonly HeldAlert[], still: readonly string[], now: number, over = false) =>
    withBehindEnds(
      {
        incidents: [over ? pastOutage(NOW, NOW + MINUTE_MS) : outage].map((one) => ({ ...one, id: '1' })),
        heldAlerts: known,
      },
      still.map(needed),
      now,
    ).heldAlerts;

  it('is once for each time that it begins', () => {
    const once = withBehind([], outage, needed('g'), NOW);
    expect(once).toEqual([held]);
    expect(withBehind(once, outage, needed('g'), NOW + MINUTE_MS)).toBe(once);
    const ended = ends(once, [], NOW + MINUTE_MS);
    expect(ended).toEqual([endedAt(NOW + MINUTE_MS)]);
    expect(withBehind(ended, outage, needed('g'), NOW + 2 * MINUTE_MS)).toEqual([{ ...held, at: NOW + 2 * MINUTE_MS }]);
  });

  it('is each incident and each service by itself', () => {
    const [first, second, third] = [outage, { ...outage, id: '2' }, outage];
    const two = withBehind(withBehind([held], second, needed('g'), NOW + 1), third, needed('h'), NOW + 2);
    expect(two.map(({ incident, hold: { id } }) => `${incident} ${id}`)).toEqual(['1 g', '2 g', '1 h']);
    expect(servicesOf(two, first.id)).toEqual(['g', 'h']);
    expect(servicesOf(two, second.id)).toEqual(['g']);
    expect(servicesOf(two, '3')).toEqual([]);
    expect(servicesOf([{ ...held, hold: holdOf(silenceAt(NOW)) }], '1')).toEqual([]);
  });

  it('ends once that is needed is well, or the incident is over, and not again', () => {
    expect(ends([held], ['g'], NOW + MINUTE_MS)).toEqual([held]);
    expect(ends([held], ['h'], NOW + MINUTE_MS)).toEqual([endedAt(NOW + MINUTE_MS)]);
    expect(ends([held], ['g'], NOW + MINUTE_MS, true)).toEqual([endedAt(NOW + MINUTE_MS)]);
    const known = [endedAt(NOW + MINUTE_MS)];
    expect(ends(known, [], NOW + 2 * MINUTE_MS)).toBe(known);
    expect(ends([held], [], end + MINUTE_MS)).toEqual([held]);
  });

  it('takes no silence for one', () => {
    const known = [{ ...held, hold: holdOf(silenceAt(NOW, { id: 'g' })) }];
    expect(ends(known, [], NOW + MINUTE_MS)).toBe(known);
    expect(withBehind(known, outage, needed('g'), NOW)).toHaveLength(2);
  });

  it('is bounded', () => {
    const many = Array.from({ length: 30 }, (_, index) => index).reduce<readonly HeldAlert[]>(
      (known, index) => withBehind(known, outage, needed(`s${index}`), NOW + index),
      [],
    );
    expect(many).toHaveLength(HELD_ALERTS_KEPT);
    expect(servicesOf(many, '1').at(-1)).toBe('s29');
  });
});
