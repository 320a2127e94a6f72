/** Answers of checkers of other versions: refused with the side that is older, and never shown unclean. */

import type { Answer } from '../../../lambda/core/invoke/answer';
import { readAnswer, readSilenceAnswer } from '../../../local/requests/read-answer';

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

const read = (raw: unknown, kind: string) => readAnswer(raw, kind, readSilenceAnswer, 'shop');

it.each<Answer>([
  { kind: 'silenced', text: TEXT, silence: SILENCE, notFailing: ['user-service'], isNeeded: false },
  { kind: 'silences', text: TEXT, silences: [SILENCE, { ...SILENCE, planned: true }] },
  { kind: 'silences', text: TEXT, silences: [] },
  { kind: 'unsilenced', text: TEXT, silence: SILENCE, others: ['m2n3p4'] },
])('an answer of this version is read: %j', (answer) => {
  expect(read(JSON.parse(JSON.stringify(answer)), answer.kind)).toMatchObject(answer);
});

it('an older answer without these fields counts as a needed silence, and the only one', () => {
  const silenced = { kind: 'silenced', text: TEXT, silence: SILENCE, notFailing: [] };
  expect(read(silenced, 'silenced')).toMatchObject({ isNeeded: true });
  const unsilenced = { kind: 'unsilenced', text: TEXT, silence: SILENCE };
  expect(read(unsilenced, 'unsilenced')).toMatchObject({ others: [] });
});

it('a refusal is read as the answer to any request', () => {
  const refused: Answer = { kind: 'refused', text: 'one; two', faults: ['one', 'two'] };
  expect(read(refused, 'silences')).toEqual(refused);
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
  expect(() => read(raw, 'silenced')).toThrow(OTHER_VERSION);
});

it('all texts are printable', () => {
  const esc = '\u001b[2J';
  const raw = { kind: 'silences', text: esc, silences: [{ ...SILENCE, id: esc, reason: esc, by: esc }] };
  expect(JSON.stringify(read(raw, 'silences'))).not.toContain('\\u001b');
  const refused = read({ kind: 'refused', text: esc, faults: [esc] }, 'silences');
  expect(JSON.stringify(refused)).not.toContain('\\u001b');
});
