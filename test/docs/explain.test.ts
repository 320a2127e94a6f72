/** docs/reference/explain.md names each field of the documents of incidents and of stories, docs/reference/page.md those of services. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { leftService } from '../../lambda/core/documents/service-document';
import { storyOf } from '../../local/story/story';
import { memoryHistory } from '../support/core/histories';
import { knownOf, often } from '../support/core/known';
import { NOW } from '../support/core/observations';

const [TEXT, SERVICES] = ['explain', 'page'].map((name) =>
  readFileSync(join(__dirname, `../../docs/reference/${name}.md`), 'utf8'),
) as [string, string];

it('has each field', async () => {
  const after = { version: '2.5.0', uptime: 30 };
  const story = [...often('well', 3), after, ...often('503', 2), ...often('none', 9), ...often(after, 2)];
  const state = (await knownOf({ shop: story })).services[0]?.state;
  if (!state) throw new Error('it was checked');
  const service = leftService('shop', state);
  const of = { service, isConfigured: true, intervalMs: 60_000, now: NOW, isDeployed: true };
  const document = await storyOf({
    ...of,
    ...{ wanted: null, since: null },
    history: memoryHistory(),
    readSilences: async () => [],
    readReceivers: async () => [],
  });
  if (!document) throw new Error('the service has no incident');
  expect(new Set(document.timeline.map(({ kind }) => kind))).toEqual(
    new Set(['checks', 'change', 'clue', 'opened', 'sent', 'gap', 'resolved']),
  );
  const parts = [document, document.incident ?? {}, ...document.timeline, ...document.unknown];
  const fields = [...new Set(parts.flatMap((part) => Object.keys(part)))];
  expect(fields.length).toBeGreaterThan(30);
  expect(fields.filter((field) => !TEXT.includes(`\`${field}\``))).toEqual([]);
  const now = Object.keys(document.now);
  expect(now.length).toBeGreaterThan(25);
  expect(now.filter((field) => !SERVICES.includes(`\`${field}\``))).toEqual([]);
});
