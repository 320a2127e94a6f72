/** Tests of the words for silences and acknowledgements. */

import { deploymentDocument } from '../../../../../lambda/core/documents/deployment-document';
import type { SilencedDocument } from '../../../../../lambda/core/documents/silenced-document';
import { partsText, silencedParts } from '../../../../../lambda/core/documents/words/hold-words';
import { ackLine, silencedServices, silenceLine } from '../../../../../lambda/core/documents/words/silence-words';
import { news } from '../../../../../lambda/core/documents/words/summary-words';
import type { Silence } from '../../../../../lambda/core/silences/silence';
import { silenceDocument } from '../../../../../lambda/core/silences/silence-document';
import { knownOf, often } from '../../../../support/core/deployment-facts';
import { NOW } from '../../../../support/core/observations';
import { ackAt, silenceAt } from '../../../../support/core/silences';

it.each<[string, Partial<Silence>, string]>([
  ['by a person', {}, 'silence k3v9x1: a until 13:00:00 UTC by ana: deploy 2.5.0'],
  ['by somebody, without a reason', { by: null, reason: null }, 'silence k3v9x1: a until 13:00:00 UTC'],
  [
    'that ends on another day',
    { until: NOW + 86_400_000, by: null },
    'silence k3v9x1: a until 2026-03-02 12:00 UTC: deploy 2.5.0',
  ],
  [
    'until healthy',
    { untilWell: true },
    'silence k3v9x1: a until healthy, at most until 13:00:00 UTC by ana: deploy 2.5.0',
  ],
  [
    'planned in the config',
    { planned: true, by: null, reason: 'upgrade' },
    'maintenance "upgrade": a until 13:00:00 UTC',
  ],
  [
    'planned in the config, without a name',
    { planned: true, by: null, reason: null },
    'maintenance: a until 13:00:00 UTC',
  ],
])('a silence is a line: %s', (_, silence, words) => {
  expect(silenceLine(silenceDocument(silenceAt(NOW, { services: ['a'], ...silence })), NOW)).toBe(words);
});

it.each<[readonly string[] | null, string]>([
  [null, 'all services'],
  [['a'], 'a'],
  [['a', 'b', 'c', 'd', 'e'], 'a, b, c, d, e'],
  [['a', 'b', 'c', 'd', 'e', 'f', 'g'], 'a, b, c, d, e and 2 more'],
])('a silence names its services: %j', (services, words) => {
  expect(silencedServices({ services })).toBe(words);
});

it.each<[string, Partial<Silence>, string]>([
  ['with a note', {}, 'ack a7c1d2: a acknowledged by ana since 11:59:30 UTC: it is the database'],
  ['by somebody, without one', { by: null, reason: null }, 'ack a7c1d2: a acknowledged by somebody since 11:59:30 UTC'],
])('an acknowledgement is a line: %s', (_, ack, words) => {
  expect(ackLine(silenceDocument(ackAt(NOW - 30_000, { services: ['a'], ...ack })), NOW)).toBe(words);
});

it('the summary of all services names who acknowledged an incident', async () => {
  const acks = [ackAt(NOW - 30_000, { services: ['a'] })];
  const known = await knownOf({ a: ['well', ...often('503', 3)], b: ['well'] }, { acks });
  expect(news(deploymentDocument(known))).toBe('1 of 2 down: a (acknowledged by ana)');
});

const BY_ANA = { by: 'ana', reason: 'deploy 2.5.0', planned: false };
const NOT_NOTIFIED = { notified: false, notifiedAt: null };
const AT_FIVE = { notified: true, notifiedAt: '2026-03-01T12:05:00.000Z' };

it.each<[string, SilencedDocument, boolean, string]>([
  ['that is over', { event: 'opened', silence: BY_ANA, ...NOT_NOTIFIED }, true, '; nobody was notified'],
  ['that is open', { event: 'opened', silence: BY_ANA, ...NOT_NOTIFIED }, false, '; nobody notified yet'],
  ['with people notified later', { event: 'opened', silence: BY_ANA, ...AT_FIVE }, false, '; notified 12:05:00 UTC'],
  [
    'without a record of notifications',
    { event: 'opened', silence: BY_ANA, notified: null, notifiedAt: null },
    true,
    '',
  ],
])('a silenced incident has words: %s', (_, silenced, isOver, end) => {
  expect(partsText(silencedParts(silenced, isOver), NOW)).toBe(`silenced by ana: deploy 2.5.0${end}`);
});

it.each<[string, SilencedDocument, string]>([
  [
    'of the recovery',
    { event: 'resolved', silence: BY_ANA, ...NOT_NOTIFIED },
    'recovery silenced by ana: deploy 2.5.0',
  ],
  ['of a change', { event: 'updated', silence: BY_ANA, ...NOT_NOTIFIED }, 'change silenced by ana: deploy 2.5.0'],
  [
    'of the opening, in maintenance',
    { event: 'opened', silence: { by: null, reason: 'upgrade', planned: true }, ...NOT_NOTIFIED },
    'in maintenance "upgrade"',
  ],
])('a silenced alert has words: %s', (_, silenced, beginning) => {
  expect(partsText(silencedParts(silenced, false), NOW)).toBe(`${beginning}; nobody notified yet`);
});
