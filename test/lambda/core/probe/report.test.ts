/** The JSON body of an answer → a report, an error body, or neither. */

import fc from 'fast-check';
import { readErrorBody, readReport } from '../../../../lambda/core/probe/report';
import { isJsonObject, jsonKind, parseJson } from '../../../../lambda/core/words/json';
import { reportOf } from '../../../support/core/observations';
import { runs } from '../../../support/jest/lane';

const bytes = (text: string) => new TextEncoder().encode(text);

describe('parseJson', () => {
  it.each([
    ['{"a":1}', { a: 1 }],
    ['\ufeff{"a":1}', { a: 1 }],
    ['  [1, 2]\n', [1, 2]],
    ['null', null],
    ['"text"', 'text'],
    ['1e999', Number.POSITIVE_INFINITY],
    ['{"a":1,"a":2}', { a: 2 }],
  ])('reads %j', (text, value) => {
    expect(parseJson(bytes(text))).toEqual(value);
  });

  it.each(['', ' ', '{', "{'a':1}", '{"a":1}{"a":2}', 'NaN', 'undefined', '\ufeff\ufeff{}', '<html>'])(
    'finds no JSON in %j',
    (text) => {
      expect(parseJson(bytes(text))).toBeUndefined();
    },
  );

  it('takes bytes that are no UTF-8 within a text for U+FFFD, and nowhere else', () => {
    expect(parseJson(Uint8Array.of(0x22, 0xff, 0x22))).toBe('\ufffd');
    expect(parseJson(Uint8Array.of(0xff, 0x22, 0x22))).toBeUndefined();
    expect(parseJson(new Uint8Array(Buffer.from('{"status":"healthy"}', 'utf16le')))).toBeUndefined();
  });

  it('reads back whatever JSON can say', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(parseJson(bytes(JSON.stringify(value)))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('never throws, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (body) => {
        const value = parseJson(body);
        if (value !== undefined) expect(JSON.stringify(value)).toBeDefined();
      }),
      { numRuns: runs(67) },
    );
  });
});

describe('readReport', () => {
  it('reads a whole report', () => {
    expect(readReport(reportOf())).toEqual({ report: { ...reportOf(), others: {} }, warnings: [] });
  });

  it('keeps what the contract does not know as bounded texts', () => {
    const deep = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`);
    const more = { region: 'eu\u202e\n', db: { up: true, lag: [1.5] }, 'a\nb': null, deep, long: 'x'.repeat(900) };
    const { others } = readReport({ ...reportOf(), ...more })?.report ?? {};
    expect(others).toEqual({
      region: 'eu',
      db: '{"up":true,"lag":[1.5]}',
      'a b': 'null',
      deep: expect.stringMatching(/^(a list|\[{99}…)$/),
      long: `${'x'.repeat(99)}…`,
    });
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`field-${index}`, index]));
    const kept = readReport({ ...reportOf(), ...many })?.report.others ?? {};
    expect(Object.keys(kept)).toHaveLength(11);
    expect(kept).toMatchObject({ 'field-9': '9', '…': 'and 40 more' });
  });

  it('takes a field named __proto__ for a field', () => {
    const { others } = readReport(JSON.parse('{"status":"healthy","__proto__":{"polluted":1}}'))?.report ?? {};
    expect(Object.entries(others ?? {})).toEqual([['__proto__', '{"polluted":1}']]);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  it('cleans and cuts its texts', () => {
    const found = readReport(reportOf({ service: 'a\u202eb\n', version: '1'.repeat(300) }));
    expect(found?.report.service).toBe('a b');
    expect(found?.report.version).toBe(`${'1'.repeat(199)}…`);
  });

  it.each([null, undefined, 7, 'healthy', [], {}, { status: 'up' }, { status: ['healthy'] }, { Status: 'healthy' }])(
    'finds none in %j',
    (value) => {
      expect(readReport(value)).toBeNull();
    },
  );

  it('keeps every number that is finite and not negative', () => {
    const seconds = fc.double({ min: 0, noNaN: true, noDefaultInfinity: true });
    const megabytes = fc.double({ min: 0, max: 1_000_000, noNaN: true });
    fc.assert(
      fc.property(seconds, megabytes, megabytes, (uptime, used, total) => {
        const found = readReport(reportOf({ uptime, memory: { used, total } }));
        expect(found?.report).toMatchObject({ uptime, memory: { used, total } });
        expect(found?.warnings.map(({ code }) => code)).toEqual(used > total ? ['memory_over_total'] : []);
      }),
    );
  });
});

describe('readErrorBody', () => {
  it.each([
    [{ error: 'no disk' }, { error: 'no disk', timestamp: null, service: null }],
    [
      { error: 'a\nb', timestamp: '2026', service: 'a, b' },
      { error: 'a b', timestamp: '2026', service: 'a, b' },
    ],
    [
      { error: '', timestamp: 7, service: ['a'] },
      { error: '', timestamp: null, service: null },
    ],
  ])('reads %j', (value, body) => {
    expect(readErrorBody(value)).toEqual(body);
  });

  it('cuts a long error', () => {
    expect(readErrorBody({ error: 'x'.repeat(10_000) })?.error).toBe(`${'x'.repeat(299)}…`);
  });

  it.each([null, undefined, 'error', [], {}, { error: 7 }, { error: null }, { error: { message: 'x' } }])(
    'finds none in %j',
    (value) => {
      expect(readErrorBody(value)).toBeNull();
    },
  );
});

it.each([
  [null, 'null', false],
  [[], 'a list', false],
  [{}, 'an object', true],
  ['', 'a text', false],
  [0, 'a number', false],
  [false, 'a boolean', false],
])('%j is %s', (value, kind, isObject) => {
  expect([jsonKind(value), isJsonObject(value)]).toEqual([kind, isObject]);
});
