/** What a CI system might obey, in texts and in JSON. */

import fc from 'fast-check';
import { jsonText, withoutCommands } from '../../../../lambda/core/words/without-commands';

it.each([
  ['##vso[task.setvariable variable=PATH]evil', '# vso[task.setvariable variable=PATH]evil'],
  ['before ##teamcity[buildStop] after', 'before # teamcity[buildStop] after'],
  ['##[add-path]evil', '# [add-path]evil'],
  ['###vso[x]', '## vso[x]'],
  ['## A heading\n\n### Another', '## A heading\n\n### Another'],
  ['#1, # and the end ##', '#1, # and the end ##'],
])('"%s" is printed as "%s"', (text, printed) => {
  expect(withoutCommands(text)).toBe(printed);
});

const text = fc.string({ unit: fc.constantFrom('#', '#', 'v', '[', ' ', '\n', '"', '\\') });

it('a text keeps its length, and nothing follows two of the signs', () => {
  fc.assert(
    fc.property(text, (given) => {
      const printed = withoutCommands(given);
      expect(printed).toHaveLength(given.length);
      expect(printed).not.toMatch(/##[^\s#]/);
    }),
  );
});

it('JSON has no two of them, and is read back unchanged', () => {
  fc.assert(
    fc.property(text, fc.constantFrom(undefined, 2), (given, indent) => {
      const written = jsonText({ [given]: [given] }, indent);
      expect(written).not.toContain('##');
      expect(JSON.parse(written)).toEqual({ [given]: [given] });
    }),
  );
});
