/** Services that a deployed checker asks: how many invocations that takes, and what an answer that is no good means. */

import { UserError } from '../../../local/input/user-error';
import { askDeployed } from '../../../local/wait/ask-deployed';
import { answeredService } from '../../support/core/answered-services';
import { virtualClock } from '../../support/core/virtual-clock';

function asking(invoke: (event: { readonly ask: readonly string[] }) => unknown) {
  const clock = virtualClock(0);
  const events: { readonly ask: readonly string[] }[] = [];
  const checker = {
    invoke: async (event: object) => {
      events.push(event as { readonly ask: readonly string[] });
      return invoke(event as { readonly ask: readonly string[] });
    },
  };
  const ask = askDeployed({ deployment: 'shop', checker, clock, everyMs: 5_000 });
  const { signal } = new AbortController();
  return { events, round: (...ids: string[]) => clock.run(Promise.all(ids.map((id) => ask(id, signal)))) };
}

it('are asked in one invocation if they are asked at the same time, without retries', async () => {
  const { events, round } = asking(({ ask }) => ({
    kind: 'asked',
    text: '',
    services: ask.map((id) => answeredService(id)),
  }));
  expect(await round('user', 'pay')).toEqual([answeredService('user'), answeredService('pay')]);
  await round('user', 'pay');
  expect(events).toEqual(Array(2).fill({ ask: ['user', 'pay'], once: true }));
});

it('are asked in another invocation if they took long, until they are quick again', async () => {
  let slowMs = 10_000;
  const { events, round } = asking(({ ask }) => ({
    kind: 'asked',
    services: ask.map((id) => answeredService(id, { responseMs: id === 'slow' ? slowMs : 20 })),
  }));
  const groups = async () => {
    events.length = 0;
    await round('user', 'slow', 'pay');
    return events.map(({ ask }) => ask);
  };
  expect(await groups()).toEqual([['user', 'slow', 'pay']]);
  expect(await groups()).toEqual([['user', 'pay'], ['slow']]);
  slowMs = 20;
  expect(await groups()).toEqual([['user', 'pay'], ['slow']]);
  expect(await groups()).toEqual([['user', 'slow', 'pay']]);
});

it('are asked by fifty at most', async () => {
  const { events, round } = asking(({ ask }) => ({ kind: 'asked', services: ask.map((id) => answeredService(id)) }));
  await round(...Array.from({ length: 120 }, (_, index) => `s${index}`));
  expect(events.map(({ ask }) => ask.length)).toEqual([50, 50, 20]);
});

it('were not asked if an invocation failed, or if the checker left one out', async () => {
  let isThrottled = true;
  const { round } = asking(() => {
    if (isThrottled) throw new UserError('shop-checker is throttled');
    return {
      kind: 'asked',
      services: [answeredService('user'), { service: 'pay', verdict: null, message: 'no\u001b secret' }],
    };
  });
  expect(await round('user')).toEqual([{ service: 'user', verdict: null, message: 'shop-checker is throttled' }]);
  isThrottled = false;
  expect(await round('user', 'pay', 'gone')).toEqual([
    answeredService('user'),
    { service: 'pay', verdict: null, message: 'no secret' },
    { service: 'gone', verdict: null, message: 'the checker of shop did not answer for it' },
  ]);
});

it.each<[string, unknown, RegExp]>([
  [
    'an older checker that asks with retries alone',
    { kind: 'refused', faults: ['"once" is not known: expected ask, as'] },
    /^the checker of shop does not ask as "wait" needs it \("once" is not known: .*\): .* deploy it again$/,
  ],
  ['a checker that answers with something else', { kind: 'run' }, /answers in a way that is not known here/],
  ['no object', 'ok', /answers in a way that is not known here/],
])('are not waited for with %s', async (_, answered, fault) => {
  const { round } = asking(() => answered);
  const error = await round('user').catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(UserError);
  expect((error as UserError).message).toMatch(fault);
});
