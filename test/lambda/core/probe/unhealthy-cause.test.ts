/** The cause that an unhealthy report gives, in whatever form services give it, on one bounded line. */

import fc from 'fast-check';
import { unhealthyCause } from '../../../../lambda/core/probe/unhealthy-cause';
import { reportOf } from '../../../support/observations';

const causeOf = (fields: Readonly<Record<string, unknown>>) =>
  unhealthyCause(reportOf({ status: 'unhealthy', ...fields }));

it.each([
  ['nothing but the contract', {}, ''],
  ['a map of texts', { checks: { db: 'timeout after 5000ms', cache: 'ok' } }, 'checks db: timeout after 5000ms'],
  ['an error, first of all', { checks: { db: 'down' }, error: 'no database' }, 'no database; checks db: down'],
  ['yes and no', { checks: { db: false, cache: true } }, 'checks db: false'],
  [
    'parts with a status',
    { components: { db: { status: 'DOWN', details: { error: 'refused' } }, disk: { status: 'UP', free: 9 } } },
    'components db status: DOWN; components db details error: refused',
  ],
  [
    'a list of checks',
    {
      checks: [
        { name: 'cache', status: 'pass' },
        { name: 'db', status: 'fail', output: 'timeout' },
      ],
    },
    'checks name: db; checks status: fail; checks output: timeout',
  ],
  ['a list of texts', { errors: ['disk full', 'no queue'] }, 'errors: disk full; errors: no queue'],
  ['no field that mostly tells it', { region: 'eu', db: 'down' }, 'region: eu; db: down'],
  ['a field that does, which is enough', { region: 'eu', message: 'db is down' }, 'message: db is down'],
  ['nothing that says anything', { error: '', checks: null, reasons: [] }, ''],
  [
    'what is not clean',
    { error: 'one\r\ntwo\u202e', 'a\nb': 1, checks: { 'c\nd': 'e\u0000' } },
    'one two; checks c d: e',
  ],
])('of %s', (_name, fields, cause) => {
  expect(causeOf(fields)).toBe(cause);
});

it('names eight parts at most, each cut, and is cut as a whole', () => {
  const many = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`c${index}`, 'no']));
  expect(causeOf({ checks: many }).split('; ')).toHaveLength(8);
  expect(causeOf({ error: 'x'.repeat(5_000) })).toBe(`${'x'.repeat(99)}…`);
  expect(causeOf({ errors: Array.from({ length: 8 }, () => 'x'.repeat(90)) })).toHaveLength(300);
});

it('is one clean line for any JSON, and none for what is no object', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
      for (const cause of [unhealthyCause(value), causeOf({ checks: value })]) {
        expect(cause).not.toMatch(/\p{C}/u);
        expect(cause.length).toBeLessThanOrEqual(600);
      }
    }),
  );
  for (const value of [null, undefined, 7, 'error', []]) expect(unhealthyCause(value)).toBe('');
});
