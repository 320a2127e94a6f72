/** Answers of checkers of other versions: refused with the side that is older, and never shown unclean. */

import type { Answer } from '../../../lambda/core/invoke/answer';
import { readAnswer } from '../../../local/requests/read-answer';

const SILENCE = {
  id: 'k3x9a2',
  services: null,
  from: '2026-11-22T10:00:00.000Z',
  until: '2026-11-22T12:00:00.000Z',
  untilWell: false,
  reason: 'deploy',
  by: null,
  planned: false,
};
const TEXT = 'in one line';

it.each<Answer>([
  { kind: 'silenced', text: TEXT, silence: SILENCE, notFailing: ['user-service'], isNeeded: false },
  { kind: 'silences', text: TEXT, silences: [SILENCE, { ...SILENCE, planned: true }] },
  { kind: 'silences', text: TEXT, silences: [] },
  { kind: 'unsilenced', text: TEXT, silence: SILENCE, others: ['m2n3p4'] },
])('what this version answers is read: %j', (answer) => {
  expect(readAnswer(JSON.parse(JSON.stringify(answer)), answer.kind, 'shop')).toMatchObject(answer);
});

it('an older answer that does not say so is of a silence that may hold something back, and alone', () => {
  const silenced = { kind: 'silenced', text: TEXT, silence: SILENCE, notFailing: [] };
  expect(readAnswer(silenced, 'silenced', 'shop')).toMatchObject({ isNeeded: true });
  const unsilenced = { kind: 'unsilenced', text: TEXT, silence: SILENCE };
  expect(readAnswer(unsilenced, 'unsilenced', 'shop')).toMatchObject({ others: [] });
});

it('what was refused is read, whatever was asked', () => {
  const refused: Answer = { kind: 'refused', text: 'one; two', faults: ['one', 'two'] };
  expect(readAnswer(refused, 'silences', 'shop')).toEqual(refused);
});

const OLDER = 'the checker of shop is older than this command line and knows no silences: deploy it again';
const NEWER = (kind: string) =>
  `the checker of shop answers in a way that is not known here (${kind}): update this command line`;

it.each<[unknown, string]>([
  [{ level: 'INFO', event: 'run', deployment: 'shop', checked: 6 }, OLDER],
  ...[null, undefined, 'done', 7, []].map((raw): [unknown, string] => [raw, OLDER]),
  [{ kind: 'quieted', text: TEXT }, NEWER('quieted')],
  [{ kind: 'unsilenced', text: TEXT, silence: SILENCE }, NEWER('unsilenced')],
  [{ kind: 'silenced', text: TEXT, silence: { ...SILENCE, until: 'noon' } }, NEWER('silenced')],
  [{ kind: 'silenced', text: TEXT, quiet: SILENCE }, NEWER('silenced')],
])('%j is not taken for the answer to a silence', (raw, complaint) => {
  expect(() => readAnswer(raw, 'silenced', 'shop')).toThrow(complaint);
});

it('all texts are printable', () => {
  const esc = '\u001b[2J';
  const raw = { kind: 'silences', text: esc, silences: [{ ...SILENCE, id: esc, reason: esc, by: esc }] };
  expect(JSON.stringify(readAnswer(raw, 'silences', 'shop'))).not.toContain('\\u001b');
  const refused = readAnswer({ kind: 'refused', text: esc, faults: [esc] }, 'silences', 'shop');
  expect(JSON.stringify(refused)).not.toContain('\\u001b');
});
