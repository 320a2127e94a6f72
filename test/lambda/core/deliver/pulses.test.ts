/** After which runs a pulse is sent, and what is news about it. */

import { WHOLE } from '../../../../lambda/core/config/shard';
import { createBeat } from '../../../../lambda/core/deliver/pulses';

const url = { kind: 'literal', value: 'https://a.internal' } as const;
const PLAIN = { id: 'plain', url, failPath: false };
const FAILING = { id: 'failing', url, failPath: true };

function beating(faults: ReadonlySet<string> = new Set()) {
  const sent: string[] = [];
  const beat = createBeat([PLAIN, FAILING], async ({ id }, { isDone }) => {
    sent.push(`${id} ${isDone ? 'done' : 'failed'}`);
    if (faults.has(id)) throw new Error('refused with 404');
  });
  return { sent, beat };
}

it('tells of a run that has failed only where that is asked for', async () => {
  const { sent, beat } = beating();
  await beat({ isDone: true, shard: WHOLE });
  await beat({ isDone: false, shard: WHOLE });
  expect(sent).toEqual(['plain done', 'failing done', 'failing failed']);
});

it('a delivered pulse is news once in a process, and after a fault', async () => {
  const faults = new Set<string>();
  const { beat } = beating(faults);
  const news = async () =>
    (await beat({ isDone: true, shard: WHOLE })).map(({ receiver, fault }) => `${receiver}: ${fault}`);
  expect(await news()).toEqual(['@plain: null', '@failing: null']);
  expect(await news()).toEqual([]);
  faults.add('plain');
  expect(await news()).toEqual(['@plain: refused with 404']);
  expect(await news()).toEqual(['@plain: refused with 404']);
  faults.clear();
  expect(await news()).toEqual(['@plain: null']);
  expect(await news()).toEqual([]);
});

it('each part of the services has news of its own', async () => {
  const { beat } = beating();
  const of = async (index: number) =>
    (await beat({ isDone: true, shard: { index, count: 2 } })).map(({ receiver }) => receiver);
  expect([await of(0), await of(1), await of(0)]).toEqual([['@plain-1', '@failing-1'], ['@plain-2', '@failing-2'], []]);
});
