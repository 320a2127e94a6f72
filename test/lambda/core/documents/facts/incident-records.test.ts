/** Tests of related incidents. */

import {
  allKept,
  type IncidentRecord,
  incidentRecords,
  relatedIncidents,
} from '../../../../../lambda/core/documents/facts/incident-records';
import { type Found, knownOf, often } from '../../../../support/core/deployment-facts';
import { startProcess, storedState } from '../../../../support/core/keeping';
import { memoryOutputs } from '../../../../support/core/memory-outputs';
import { MINUTE_MS } from '../../../../support/core/story';

/** Returns the services of each group, and whether its incidents are open. */
const shown = (stories: readonly IncidentRecord[]) =>
  relatedIncidents(stories, MINUTE_MS).map(
    (group) => `${group.map(({ id }) => id).join('+')} ${group[0].incident.over === null ? 'open' : 'over'}`,
  );
const storiesIn = async (stories: Readonly<Record<string, readonly Found[]>>) =>
  incidentRecords(allKept(await knownOf(stories, {}, ['alerts: { successThreshold: 1 }'])));

it.each<[string, Record<string, Found[]>, string[]]>([
  ['the same reason at once', { a: ['503', 'well'], b: ['503', 'well'], c: ['503', 'well'] }, ['a+b+c over']],
  ['the same reason within an interval', { a: ['503', 'well', 'well'], b: ['503', 'well'] }, ['b+a over']],
  ['the same reason at other times', { a: ['503', ...often('well', 3)], b: ['503', 'well'] }, ['b over', 'a over']],
  ['other reasons at once', { a: ['503', 'well'], b: ['500', 'well'] }, ['a over', 'b over']],
  ['open ones at once', { a: ['503', '503'], b: ['503'], c: ['500'] }, ['b+a open', 'c open']],
  ['one that is still open', { a: ['503', '503'], b: ['503', 'well'] }, ['a open', 'b over']],
  ['one service that flaps', { a: ['503', 'well', '503', 'well', 'well'] }, ['a over', 'a over']],
])('%s', async (_, stories, expected) => {
  expect(shown(await storiesIn(stories))).toEqual(expected);
});

it('incidents of one notification belong together, even if they began at different times', async () => {
  const ids = ['a', 'b', 'c', 'd'];
  const outputs = memoryOutputs();
  const process = startProcess(outputs);
  const all = (reason: string) => Object.fromEntries(ids.map((id) => [id, reason]));
  await process.run(0, all('http_503'));
  await process.run(1, all('well'));
  const stories = () =>
    incidentRecords(ids.map((id) => ({ id, state: storedState(outputs, id), known: null }))).map((story) => {
      const openedAt = story.incident.openedAt - (story.id === 'd' ? 10 : 0) * MINUTE_MS;
      return { ...story, incident: { ...story.incident, openedAt } };
    });
  expect(shown(stories())).toEqual(['a+b+c+d over']);
});
