/** Services that a deployed checker checks: how many invocations that takes, and what a bad answer means. */

import { UserError } from '../../../local/input/user-error';
import { checkDeployed } from '../../../local/wait/check-deployed';
import { answeredService } from '../../support/core/answered-services';

const { signal } = new AbortController();
const good = (service: string) => ({
  service,
  verdict: 'healthy',
  message: 'healthy',
  version: '2.5.0',
  environment: null,
});
const bad = (service: string, message: string) => ({
  service,
  verdict: null,
  message,
  version: null,
  environment: null,
});

it('checks fifty services per invocation, without retries', async () => {
  const ids = Array.from({ length: 120 }, (_, index) => `s${index}`);
  const events: object[] = [];
  const invoke = async (event: object) => {
    events.push(event);
    return { kind: 'asked', services: (event as { ask: string[] }).ask.map((id) => answeredService(id)) };
  };
  expect(await checkDeployed('shop', { invoke }, ids)(signal)).toMatchObject(ids.map(good));
  expect(events).toEqual([
    { ask: ids.slice(0, 50), once: true },
    { ask: ids.slice(50, 100), once: true },
    { ask: ids.slice(100), once: true },
  ]);
});

it('counts services as not checked if the invocation fails, or if the checker leaves them out', async () => {
  const answers: (() => object)[] = [
    () => {
      throw new UserError('shop-checker is throttled');
    },
    () => ({
      kind: 'asked',
      services: [answeredService('user'), { service: 'pay', verdict: null, message: 'no secret' }],
    }),
  ];
  const round = checkDeployed('shop', { invoke: async () => answers.shift()?.() }, ['user', 'pay', 'gone']);
  expect(await round(signal)).toEqual(['user', 'pay', 'gone'].map((id) => bad(id, 'shop-checker is throttled')));
  expect(await round(signal)).toMatchObject([
    good('user'),
    bad('pay', 'no secret'),
    bad('gone', 'the checker of shop did not answer for it'),
  ]);
});

it.each([[{ kind: 'refused', faults: ['"once" is not known'] }], [{ kind: 'run' }], ['ok']])(
  'rejects if the checker answers %j',
  async (answered) => {
    await expect(checkDeployed('shop', { invoke: async () => answered }, ['user'])(signal)).rejects.toThrow(
      new UserError(
        'the checker of shop has another version than this command: deploy it again, or update this command',
      ),
    );
  },
);
