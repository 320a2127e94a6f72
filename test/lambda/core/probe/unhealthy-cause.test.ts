/** The cause that an unhealthy report gives, in whatever form services give it, on one bounded line. */

import fc from 'fast-check';
import { classify } from '../../../../lambda/core/probe/classify';
import { unhealthyCause } from '../../../../lambda/core/probe/unhealthy-cause';
import { answer, EXPECTATION, NOW, reportOf } from '../../../support/core/observations';

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
  ['no field that mostly holds a cause', { region: 'eu', db: 'slow' }, 'region: eu; db: slow'],
  ['a field with a word for unhealthy', { region: 'eu', db: 'disconnected' }, 'db: disconnected'],
  [
    'services that have a status',
    { services: { database: { status: 'disconnected' }, cache: { status: 'connected' } } },
    'services database status: disconnected',
  ],
  ['an error that repeats the status', { error: 'Service Unavailable', message: 'no redis' }, 'message: no redis'],
  ['a field that mostly holds one, which is enough', { region: 'eu', message: 'db is down' }, 'message: db is down'],
  ['nothing that says anything', { error: '', checks: null, reasons: [] }, ''],
  [
    'what is not clean',
    { error: 'one\r\ntwo\u202e', 'a\nb': 1, checks: { 'c\nd': 'e\u0000' } },
    'one two; checks c d: e',
  ],
])('%s', (_name, fields, cause) => {
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

describe('the cause in an answer without a report', () => {
  const extractOf = (httpStatus: number, body: unknown) =>
    classify(answer(httpStatus, body), EXPECTATION, NOW).statedCause;
  const error = (text: string) => ({ code: 'error_text', text });
  const cause = (text: string) => ({ code: 'given_cause', text });
  const title = (text: string) => ({ code: 'page_title', text });

  it.each<[string, number, unknown, object | undefined]>([
    ['the error of what has no status', 200, { error: 'no database' }, error('no database')],
    ['the error of a redirect', 302, { error: 'log in first' }, undefined],
    ['an error that the message has', 500, { error: 'no database' }, undefined],
    ['a long error that the message has', 503, { error: 'no database '.repeat(20) }, undefined],
    [
      'a cause without an error',
      500,
      { message: 'db down', checks: { cache: 'ok', db: 'timeout' } },
      cause('message: db down; checks db: timeout'),
    ],
    [
      'a cause beside an error that repeats the status',
      503,
      { error: 'Service Unavailable', services: { database: { status: 'disconnected' } } },
      cause('services database status: disconnected'),
    ],
    ['a message beside an error that repeats the status', 503, { error: '503', message: 'no redis' }, undefined],
    [
      'a list of messages beside it',
      503,
      { error: 'Service Unavailable', message: ['no redis'] },
      cause('message: no redis'),
    ],
    ['a title without a number that repeats the status', 503, '<title>Service Unavailable</title>', undefined],
    ['an error that is an object', 500, { error: { code: 'E7' } }, cause('error code: E7')],
    ['fields that are no cause', 500, { region: 'eu', items: [1, 2] }, undefined],
    ['a list', 500, ['db down'], undefined],
    [
      'the title of a page',
      200,
      '<!doctype html><html><head><TITLE lang="en">\n Sign in\u202e </title>',
      title('Sign in'),
    ],
    ['the title of an error page', 500, '<html><title>Upstream gone</title>', title('Upstream gone')],
    ['a title that repeats the status', 502, '<html><title>502 Bad Gateway</title>', undefined],
    ['an empty title', 200, '<html><title> </title>', undefined],
    ['a title without an end', 200, '<html><title>Sign in', undefined],
    ['a title too late in a page', 200, `<html>${' '.repeat(5_000)}<title>Sign in</title>`, undefined],
    ['a text that only looks like a page', 200, 'see <title>Sign in</title>', undefined],
    ['nothing', 500, '', undefined],
    ['a report', 200, reportOf(), undefined],
    ['an unhealthy report', 503, reportOf({ status: 'unhealthy', message: 'db down' }), undefined],
  ])('%s', (_name, httpStatus, body, expected) => {
    expect(extractOf(httpStatus, body)).toEqual(expected);
  });

  it('is cut, and found as fast in a page that means harm', () => {
    expect(extractOf(200, `<title>${'x'.repeat(3_000)}</title>`)?.text).toBe(`${'x'.repeat(119)}…`);
    expect(extractOf(200, '<title '.repeat(100_000))).toBeUndefined();
  });
});
