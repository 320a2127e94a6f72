/** docs/explain.md names each field of the documents of incidents and of stories. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { storyOf } from '../../local/story/story';
import { storyDocument } from '../../local/story/story-document';
import { memoryHistory } from '../support/histories';
import { knownOf, often } from '../support/known';
import { NOW } from '../support/observations';

const TEXT = readFileSync(join(__dirname, '../../docs/explain.md'), 'utf8');

it('has each field', async () => {
  const after = { version: '2.5.0', uptime: 30 };
  const story = [...often('well', 3), after, ...often('503', 2), ...often('none', 9), ...often(after, 2)];
  const state = (await knownOf({ shop: story })).services[0]?.state;
  if (!state) throw new Error('it was checked');
  const of = { service: 'shop', isConfigured: true, state, intervalMs: 60_000, now: NOW, outlet: 'sent' } as const;
  const shopStory = await storyOf({
    ...of,
    wanted: null,
    history: memoryHistory(),
    objective: null,
    policy: null,
    readSilences: async () => [],
  });
  if (!shopStory) throw new Error('the service has no incident');
  const document = storyDocument(shopStory);
  expect(new Set(document.timeline.map(({ kind }) => kind))).toEqual(
    new Set(['checks', 'change', 'clue', 'opened', 'sent', 'gap', 'resolved']),
  );
  const parts = [document, document.incident ?? {}, document.now, ...document.timeline, ...document.unknown];
  const fields = [...new Set(parts.flatMap((part) => Object.keys(part)))];
  expect(fields.length).toBeGreaterThan(30);
  expect(fields.filter((field) => !TEXT.includes(`\`${field}\``))).toEqual([]);
});
