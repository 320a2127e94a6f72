/** Tests of formatted figures and times. */

import { describeCertificate, figuresOf } from '../../../../../lambda/core/documents/words/figures-words';
import { describeInstant, describeMs, describeShare, plural } from '../../../../../lambda/core/documents/words/format';
import { NOW } from '../../../../support/core/observations';

const FIGURES = { version: '1.4.2', uptime: 60, memory: { used: 256.5, total: 512 } };

it.each([
  [describeMs(0.04), '0.0 ms'],
  [describeMs(9.94), '9.9 ms'],
  [describeMs(38.4), '38 ms'],
  [describeMs(3_012), '3.01 s'],
  // No finer than one check among them is worth.
  [describeShare(2, 3), '67 %'],
  [describeShare(1, 3), '33 %'],
  [describeShare(59, 60), '98 %'],
  [describeShare(495, 500), '99 %'],
  [describeShare(1_430, 1_440), '99.3 %'],
  [describeShare(129_532, 129_600), '99.95 %'],
  [describeShare(1, 5), '20 %'],
  [describeShare(1, 10), '10 %'],
  // What failed once is not all, and what was well once is not nothing.
  [describeShare(499, 500), '99 %'],
  [describeShare(1, 500), '1 %'],
  [describeShare(1_439, 1_440), '99.9 %'],
  [describeShare(9_999_999, 10_000_000), '99.99 %'],
  [describeShare(1, 10_000_000), '0.01 %'],
  [describeShare(3, 3), '100 %'],
  [describeShare(0, 3), '0 %'],
  [describeShare(0, 0), '–'],
  [Object.values(figuresOf(null)).join(''), '–––'],
  [Object.values(figuresOf({ version: null, uptime: null, memory: { used: null, total: 512 } })).join(''), '–––'],
  [figuresOf({ ...FIGURES, uptime: 26_280 }).up, '7 h 18 min'],
  [figuresOf({ ...FIGURES, uptime: 1e15 }).up, 'over 100 years'],
  [figuresOf({ ...FIGURES, memory: { used: 95.6, total: null } }).memory, '96 MB'],
  [figuresOf({ ...FIGURES, memory: { used: 95.6, total: 512 } }).memory, '96 of 512 MB'],
  [figuresOf(FIGURES).version, '1.4.2'],
  [describeCertificate({ certificate: null }), '–'],
  [describeCertificate({ certificate: { expiresAt: '2026-03-13T12:00:00.000Z', daysLeft: 12 } }), '12 d'],
  [describeInstant(NOW, NOW), '12:00:00 UTC'],
  [describeInstant(NOW - 86_400_000, NOW), '2026-02-28 12:00 UTC'],
  [plural(1, 'check'), '1 check'],
  [plural(0, 'check'), '0 checks'],
])('%s', (shown, expected) => {
  expect(shown).toBe(expected);
});
