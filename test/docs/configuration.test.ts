/** The examples of configs in the reference are valid. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { VOCABULARY } from '../../lambda/core/probe/contracts/vocabulary';
import { understood } from '../support/core/parsed';

const ROOT = join(__dirname, '../..');

/** The YAML blocks, and the examples that are commented out in the statuswatch.yaml of the repository. */
const PAGES = ['configuration', 'conditions', 'objectives', 'status-page'].map((name) => `docs/reference/${name}.md`);
const examples = PAGES.flatMap((page) =>
  [...readFileSync(join(ROOT, page), 'utf8').matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text = '']) => text),
);
const shipped = readFileSync(join(ROOT, 'statuswatch.yaml'), 'utf8').replace(
  /^# (?=maintenance:| {2}- \{ name: |alerts:| {2}receivers:| {4}- \{ id: )/gm,
  '',
);

const parsed = (text: string) => understood(text, { environment: {}, readCa: () => '', probing: 'none' }).config;

it('docs/reference/configuration.md lists the words that are known by default', () => {
  const page = readFileSync(join(ROOT, 'docs/reference/configuration.md'), 'utf8');
  for (const [status, words] of Object.entries(VOCABULARY))
    expect(page).toContain(`| \`${status}\` | ${words.join(', ')} |`);
});

it.each(examples)('example %# is valid', (text) => {
  expect(parsed(text).services).not.toEqual([]);
});

it.each([
  ['docs/reference/configuration.md', examples.find((text) => text.startsWith('maintenance:')) ?? ''],
  ['statuswatch.yaml', shipped],
])('%s has maintenance of both kinds', (_file, text) => {
  expect(parsed(text)).toMatchObject({
    maintenance: expect.arrayContaining([
      expect.objectContaining({ kind: 'once', services: null }),
      expect.objectContaining({ kind: 'repeating', services: ['payment-service'], timeZone: 'Europe/Berlin' }),
    ]),
  });
});

it('statuswatch.yaml has receivers', () => {
  expect(parsed(shipped)).toMatchObject({
    receivers: expect.arrayContaining([
      expect.objectContaining({ kind: 'pagerduty' }),
      expect.objectContaining({ kind: 'webhook' }),
    ]),
  });
});
