/** Where a text stops being JSON: held against JSON.parse, which is right about whether, and says too little of where. */

import fc from 'fast-check';
import { jsonFault } from '../../../../lambda/core/probe/json-fault';
import { runs } from '../../../support/jest/lane';

it.each([
  ['{"status":"healthy"', 'cut', 19],
  ['{"status":"heal', 'cut', 15],
  ['{"a":"\\u00', 'cut', 10],
  ['{"a":tr', 'cut', 7],
  ['[1.', 'cut', 3],
  ['[1e+', 'cut', 4],
  ['{"a":1,', 'cut', 7],
  ['{"a":1}}', 'broken', 7],
  ['{"a":1}{"b":2}', 'broken', 7],
  ["{'a':1}", 'broken', 1],
  ['{"a":1,}', 'broken', 7],
  ['{"a" 1}', 'broken', 5],
  ['[1 2]', 'broken', 3],
  ['[1.e5]', 'broken', 1],
  ['{"a":NaN}', 'broken', 5],
  ['{"a":"one\ntwo"}', 'broken', 5],
  ['[1}', 'broken', 2],
  ['{% status %}', 'broken', 1],
] as const)('%j is %s at %d', (text, kind, at) => {
  expect(jsonFault(text)).toEqual({ kind, at });
});

const json = fc
  .tuple(fc.oneof(fc.object({ maxDepth: 3 }), fc.array(fc.jsonValue())), fc.constantFrom(0, 2))
  .map(([value, indent]) => JSON.stringify(value, null, indent));

it('is absent from whole JSON, and says where JSON is cut short', () => {
  fc.assert(
    fc.property(json, fc.nat(), (text, length) => {
      const at = length % text.length;
      expect(jsonFault(text)).toBeNull();
      expect(jsonFault(text.slice(0, at))).toEqual({ kind: 'cut', at });
    }),
    { numRuns: runs(34) },
  );
});

it('is found exactly where JSON.parse finds one, and what stands before it could have become JSON', () => {
  const scrap = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    '\\',
    '-',
    '0',
    '1',
    '.',
    'e',
    'true',
    'nul',
    ' ',
    '\n',
    'é',
  );
  const spliced = fc.tuple(json, fc.nat(), fc.nat({ max: 3 }), scrap).map(([text, place, length, more]) => {
    const at = place % text.length;
    return text.slice(0, at) + more + text.slice(at + length);
  });
  fc.assert(
    fc.property(
      fc.oneof(
        spliced,
        fc.array(scrap, { maxLength: 8 }).map((all) => all.join('')),
      ),
      (text) => {
        const fault = jsonFault(text);
        expect(fault === null).toBe(isJson(text));
        if (fault?.kind === 'cut') expect(fault.at).toBe(text.length);
        if (fault?.kind === 'broken') expect(jsonFault(text.slice(0, fault.at))?.kind ?? 'cut').toBe('cut');
      },
    ),
    { numRuns: runs(67) },
  );
});

it('is found in a long text and in a deep one, and not looked for in one that is too long', () => {
  for (const text of [`{"a":"${'x'.repeat(262_138)}`, '['.repeat(262_144)]) {
    expect(jsonFault(text)).toEqual({ kind: 'cut', at: 262_144 });
    expect(jsonFault(`${text} `)).toBeNull();
  }
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
