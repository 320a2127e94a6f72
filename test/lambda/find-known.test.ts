/** What the widget finds out at each level of metrics: it asks only for what is sent. */

import { latestOf } from '../../lambda/core/probe/latest-check';
import { NEW_STATE } from '../../lambda/core/state/service-state';
import type { MetricsLevel } from '../../lambda/core/words/codes';
import { findKnown } from '../../lambda/find-known';
import { answer, NOW, reportOf } from '../support/observations';
import { configOf, resultOf } from '../support/runs';

async function foundWith(metrics: MetricsLevel) {
  const config = { ...configOf({ 'user-service': 'https://user.internal' }), metrics };
  const latest = latestOf(resultOf('user-service', answer(200, reportOf())), null, 0);
  const asked: (readonly string[])[] = [];
  const request = { kind: 'view', service: null, from: NOW - 3_600_000, to: NOW } as Parameters<typeof findKnown>[1];
  const known = await findKnown(
    config,
    request,
    {
      readStates: async () => [{ service: 'user-service', revision: 1, state: { ...NEW_STATE, latest } }],
      readHistory: async ({ services }) => {
        asked.push(services);
        return new Map();
      },
    },
    NOW,
  );
  return { known, asked };
}

it('asks CloudWatch for no metrics that are not sent, and knows the states all the same', async () => {
  const { known, asked } = await foundWith('summary');
  expect(asked).toEqual([]);
  expect(known.problems).toEqual([]);
  expect(known.services.map(({ checkedAt, history }) => [checkedAt, history])).toEqual([[NOW, []]]);
});

it.each(['essential', 'standard', 'detailed'] as const)('asks for the history at level %s', async (level) => {
  expect((await foundWith(level)).asked).toEqual([['user-service']]);
});
