/** Tests of groups of open incidents. */

import { START } from '../../../../lambda/core/documents/address';
import type { DeploymentFacts } from '../../../../lambda/core/documents/facts/deployment-facts';
import { gatherView } from '../../../../lambda/core/documents/facts/gather-view';
import { pageDocument } from '../../../../lambda/core/documents/page-document';
import { knownOf, often } from '../../../support/core/deployment-facts';
import { startProcess, storedState } from '../../../support/core/keeping';
import { memoryOutputs } from '../../../support/core/memory-outputs';
import { NOW } from '../../../support/core/observations';
import { configOf } from '../../../support/core/runs';
import { renderPage } from '../../../support/view/drawn-page';

function openIn(known: DeploymentFacts) {
  const { content } = pageDocument(known, START);
  if (content.page !== 'overview') throw new Error('it is no overview');
  return content.open.groups;
}

it('a group lasts as long as its longest incident, also if others recover', async () => {
  const stories = { a: often('503', 10), b: [...often('503', 3), ...often('well', 7)] };
  const groups = openIn(await knownOf(stories, {}, ['alerts: { successThreshold: 10 }']));
  expect(groups.map(({ count, durationSeconds }) => [count, durationSeconds])).toEqual([[2, 9 * 60]]);
});

it('each of many incidents has a row or is counted', async () => {
  const ids = Array.from({ length: 205 }, (_, index) => `s${index}`);
  const outputs = memoryOutputs();
  const reasonOf = (id: string) => (id === ids.at(-1) ? 'http_500' : 'http_503');
  await startProcess(outputs).run(0, Object.fromEntries(ids.map((id) => [id, reasonOf(id)])));
  const known = gatherView(configOf(Object.fromEntries(ids.map((id) => [id, `https://${id}.internal`]))), {
    now: NOW,
    staleAfterMs: 180_000,
    silences: [],
    isDeployed: true,
    problems: [],
    states: new Map(ids.map((id) => [id, storedState(outputs, id)])),
  });
  const [group] = openIn(known);
  expect([group?.count, group?.members.length, group?.details.map(({ service }) => service)]).toEqual([
    205,
    200,
    ['s0'],
  ]);
  // Seven in rows at once, 193 behind them, and five without a row.
  const text = renderPage(known, START);
  expect(text).toContain('<summary>198 more</summary>');
  expect(text).toContain('<p class="none">and 5 more</p>');
});
