/** What silences hold at a moment, and whom they silence. */

import {
  ackOfService,
  acksInForce,
  inForce,
  isNeeded,
  silenceOfService,
} from '../../../../lambda/core/silences/in-force';
import type { Silence } from '../../../../lambda/core/silences/silence';
import { ackAt, silenceAt } from '../../../support/core/silences';

const NOON = Date.parse('2026-11-21T12:00:00.000Z');
const MINUTE = 60_000;
const DEPLOY = silenceAt(NOON, { services: ['a'] });
const UNTIL_WELL = silenceAt(NOON, { id: 'c4d5e6', services: ['a', 'b'], untilWell: true });
const WELL = { id: 'a', failingSince: null, incidentSince: null };

const idsOf = (silences: readonly Silence[]) => silences.map(({ id }) => id);

it('a silence is in force from its start, and no longer at its end', () => {
  const at = (now: number) => inForce([DEPLOY], [WELL], now).length;
  expect([NOON - 1, NOON, DEPLOY.until - 1, DEPLOY.until].map(at)).toEqual([0, 1, 1, 0]);
});

it('of several the one that ends last is first, and is the one that people are shown', () => {
  const longer = { ...DEPLOY, id: 'longer', until: DEPLOY.until + MINUTE };
  const ordered = inForce([DEPLOY, longer], [WELL], NOON);
  expect(idsOf(ordered)).toEqual(['longer', DEPLOY.id]);
  expect(silenceOfService(ordered, WELL, NOON)?.id).toBe('longer');
  expect(silenceOfService(ordered, { ...WELL, id: 'b' }, NOON)).toBeNull();
});

it('a silence of other services only is left out', () => {
  const other = { ...DEPLOY, id: 'other', services: ['c'] };
  const all = { ...DEPLOY, id: 'all', services: null };
  expect(idsOf(inForce([other, DEPLOY, all], [WELL], NOON))).toEqual([DEPLOY.id, 'all']);
});

it.each<[string, outage: number | null, other: number | null, holds: boolean, silenced: boolean]>([
  ['failed before it', NOON - MINUTE, null, true, true],
  ['failed later', NOON + 1, null, false, false],
  ['has a burnt budget or a condition from before it, and does not fail', null, NOON - MINUTE, true, true],
  ['has one from later', null, NOON + 1, false, false],
  // People are notified of the outage, and of no change of the other incident.
  ['has one from before it, and failed later', NOON + 1, NOON - MINUTE, true, false],
  ['is well', null, null, false, false],
])('one until services are well holds for a service that %s', (_, failingSince, other, holds, expected) => {
  const incidentSince = other ?? failingSince;
  const services = [{ id: 'b', failingSince, incidentSince }, WELL];
  for (const now of [NOON, NOON + 2 * MINUTE]) {
    expect(inForce([UNTIL_WELL], services, now)).toHaveLength(holds ? 1 : 0);
    expect(isNeeded(UNTIL_WELL, services, now)).toBe(holds);
    const silenced = services.map((service) => silenceOfService([UNTIL_WELL], service, now) !== null);
    expect(silenced).toEqual([expected, false]);
  }
});

describe('an acknowledgement', () => {
  const ack = ackAt(NOON, { services: ['a'] });
  const failing = { id: 'a', failingSince: NOON - MINUTE, incidentSince: NOON - MINUTE };

  it('holds while its service has an incident that it covers, and silences nobody', () => {
    expect([inForce([ack], [failing], NOON), silenceOfService([ack], failing, NOON)]).toEqual([[], null]);
    expect([acksInForce([DEPLOY, ack], [failing], NOON), ackOfService([DEPLOY, ack], failing, NOON)]).toEqual([
      [ack],
      ack,
    ]);
    expect([isNeeded(ack, [failing], NOON), isNeeded(ack, [WELL], NOON)]).toEqual([true, false]);
    expect([acksInForce([ack], [WELL], NOON), ackOfService([ack], WELL, NOON)]).toEqual([[], null]);
  });

  it('of an outage is not shown for one that began later', () => {
    const later = { id: 'a', failingSince: NOON + MINUTE, incidentSince: NOON - MINUTE };
    expect(ackOfService([ack], later, NOON + MINUTE)).toBeNull();
    expect(acksInForce([ack], [later], NOON + MINUTE)).toEqual([ack]);
  });
});
