/** The docs show only valid events of the checker, and list each of them. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCheckerRequest } from '../../lambda/core/invoke/checker-request';
import { NOW } from '../support/core/observations';
import { configOf } from '../support/core/runs';

const ROOT = join(__dirname, '../..');
const files = [
  'README.md',
  ...readdirSync(join(ROOT, 'docs'), { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];
const payloads = files.flatMap((file) =>
  Array.from(
    readFileSync(join(ROOT, file), 'utf8').matchAll(/--payload '([^']+)'/g),
    ([, payload = '']) => [file, payload] as const,
  ),
);
const CONFIG = configOf({ 'user-service': 'https://user.internal', 'payment-service': 'https://pay.internal' });

it('finds the payloads', () => {
  expect(new Set(payloads.map(([file]) => file))).toEqual(new Set(['docs/reference/silences.md']));
});

it.each(payloads)('%s: %s', (_, payload) => {
  const { kind } = readCheckerRequest(JSON.parse(payload), CONFIG, NOW);
  expect(['drill', 'silence', 'ack', 'silences', 'unsilence', 'ask']).toContain(kind);
});

it('has a row for each event', () => {
  const refused = readCheckerRequest({ unknown: 1 }, CONFIG, NOW);
  if (refused.kind !== 'refused') throw new Error('an unknown key is never a run');
  const [, keys = ''] = /expected one of the keys (.*)$/.exec(refused.faults[0] ?? '') ?? [];
  const docs = readFileSync(join(ROOT, 'docs/reference/silences.md'), 'utf8');
  const rows = Array.from(docs.matchAll(/^\| `\{"(\w+)": /gm), ([, key]) => key);
  expect(rows.sort()).toEqual(keys.split(', ').sort());
});
