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

const OTHER_VERSION =
  'the checker of shop has another version than this command: deploy it again, or update this command';
it.each<unknown>([
  { level: 'INFO', event: 'run', deployment: 'shop', checked: 6 },
  null,
  undefined,
  'done',
  7,
  [[]],
  { kind: 'quieted', text: TEXT },
  { kind: 'unsilenced', text: TEXT, silence: SILENCE },
  { kind: 'silenced', text: TEXT, silence: { ...SILENCE, until: 'noon' } },
  { kind: 'silenced', text: TEXT, quiet: SILENCE },
])('%j is not the answer to a silence', (raw) => {
  expect(() => readAnswer(raw, 'silenced', 'shop')).toThrow(OTHER_VERSION);
});

it('all texts are printable', () => {
  const esc = '\u001b[2J';
  const raw = { kind: 'silences', text: esc, silences: [{ ...SILENCE, id: esc, reason: esc, by: esc }] };
  expect(JSON.stringify(readAnswer(raw, 'silences', 'shop'))).not.toContain('\\u001b');
  const refused = readAnswer({ kind: 'refused', text: esc, faults: [esc] }, 'silences', 'shop');
  expect(JSON.stringify(refused)).not.toContain('\\u001b');
});
