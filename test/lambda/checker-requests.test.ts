/** Tests of requests to the bundled handler of the checker, with stubs of AWS's APIs. */

import { configBelow, type StubbedLambda, startStubbedChecker } from '../support/aws/stubbed-lambda';
import { reportText } from '../support/http/asking';

let checker: StubbedLambda<unknown>;
let asked = 0;

beforeAll(async () => {
  checker = await startStubbedChecker({
    config: configBelow(['user-service', 'payment-service']),
    serve: (service, response) => {
      asked++;
      response.end(reportText({ service }));
    },
  });
});
afterAll(() => checker.stop());

/** What an event is answered, how often services were asked meanwhile, and which APIs were called. */
async function invoke(event: object) {
  const before = asked;
  const { invoked, calls } = await checker.invoke(event);
  if (invoked.outcome !== 'resolved') throw new Error(JSON.stringify(invoked));
  return { result: invoked.result, asked: asked - before, actions: calls.map(({ action }) => action) };
}

it('a silence is stored in the table, listed and ended', async () => {
  const event = { silence: 'payment-service', for: '2h', reason: 'deploy 2.5.0', by: 'ana' };
  const kept = await invoke(event);
  expect(kept).toMatchObject({ asked: 0, result: { kind: 'silenced', silence: { services: ['payment-service'] } } });
  expect(kept.actions).toEqual(['Query', 'PutItem']);
  const { id } = (kept.result as { silence: { id: string } }).silence;
  expect(id).toMatch(/^[a-z0-9]{6}$/);
  expect((await invoke({ silences: true, as: 'line' })).result).toMatch(new RegExp(`^${id}: payment-service until `));
  expect((await invoke({ unsilence: id })).result).toMatchObject({ kind: 'unsilenced', silence: { id } });
  expect((await invoke({ silences: true })).result).toMatchObject({ kind: 'silences', silences: [] });
  expect(checker.log).toContainEqual(expect.objectContaining({ level: 'INFO', event: 'silenced', deployment: 'shop' }));
});

it.each([
  ['page', { drill: true }],
  ['page', { config: true }],
  ['page', {}],
  ['config', { ask: 'payment-service' }],
  ['config', { shard: 0, shards: 1 }],
])('the alias %s refuses %j without any call', async (alias, event) => {
  const before = asked;
  const { invoked, calls } = await checker.invoke(event, `shop-checker:${alias}`);
  expect(invoked).toMatchObject({ outcome: 'resolved', result: { kind: 'refused' } });
  expect([asked - before, calls]).toEqual([0, []]);
});

it('a drill and a run name their kind', async () => {
  expect(await invoke({ drill: 'payment-service' })).toMatchObject({
    result: {
      kind: 'drill',
      text: 'a drill of payment-service: 2 alerts were sent to sns',
      service: 'payment-service',
    },
    actions: ['Publish', 'Publish'],
  });
  expect(await invoke({})).toMatchObject({ asked: 2, result: { kind: 'run', event: 'run', healthy: 2 } });
});
