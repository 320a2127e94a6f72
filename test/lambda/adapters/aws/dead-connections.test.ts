/** Lambda freezes a process between two invocations, while AWS closes idle connections. The next call still succeeds. */

import type { Socket } from 'node:net';
import { createFunctionInvoker } from '../../../../lambda/adapters/aws/invoke-function';
import { createIncidentTable } from '../../../../lambda/adapters/table/incident-table';
import { openTable } from '../../../../lambda/adapters/table/open-table';
import { NEW_STATE } from '../../../../lambda/core/state/service-state';
import { pointAwsTo } from '../../../support/aws/moto';
import { type RunningServer, startHttp, stopAfterEach } from '../../../support/http/servers';

const stopLater = stopAfterEach();

/** An API that resets each connection that is used again: it closed the idle connection, and the frozen client has not noticed. */
async function startForgetful(answerMs = 0): Promise<RunningServer> {
  const used = new WeakSet<Socket>();
  const server = await stopLater(
    startHttp((incoming, outgoing) => {
      const isKnown = used.has(incoming.socket);
      used.add(incoming.socket);
      incoming.resume();
      if (isKnown) incoming.socket.resetAndDestroy();
      else setTimeout(() => outgoing.end('{}'), answerMs);
    }),
  );
  pointAwsTo(server.url());
  return server;
}

// AWS Lambda developer guide, "Best practices for working with AWS Lambda functions": "Lambda purges idle connections over time. Attempting
// to reuse an idle connection when invoking a function will result in a connection error."
it('the page invokes the checker on a new connection each time, since it does not repeat a call whose answer was lost', async () => {
  const server = await startForgetful();
  const invoke = createFunctionInvoker('shop-checker', 20_000, process.env);
  for (const id of ['a', 'b', 'c']) await expect(invoke({ ack: [id] })).resolves.toEqual({});
  expect(server.connections).toHaveLength(3);
});

it('the checker reads and writes although two of its connections have died', async () => {
  const server = await startForgetful(50);
  const store = createIncidentTable(openTable('incidents', 'shop', process.env));
  await Promise.all(['mail', 'cart'].map((service) => store.save(service, NEW_STATE, null)));
  expect(server.connections).toHaveLength(2);
  await expect(store.save('mail', NEW_STATE, null)).resolves.toBe('saved');
  expect(server.connections).toHaveLength(3);
});
