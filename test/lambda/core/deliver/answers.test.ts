/** Who is notified that a flapping service answers again, before its outage is over. */

import type { Receiver } from '../../../../lambda/core/deliver/receiver';
import { leftOf, startProcess } from '../../../support/core/keeping';
import { memoryOutputs } from '../../../support/core/memory-outputs';

const LINES = ['alerts: { successThreshold: 2, remindEvery: never }'];

/** Two receivers beside the topic: a phone that people read, and a pager. Each run is one of a new process, a minute after the run before. */
function begin() {
  const outputs = memoryOutputs();
  const got: string[] = [];
  const refusing = new Set<string>();
  const receiver = (id: string): Receiver => ({
    id,
    send: async ({ alerts }) => {
      if (refusing.has(id)) throw new Error('refused with 500');
      for (const { service, event, verdict } of alerts) got.push(`${minute} ${id} ${service.id} ${event} ${verdict}`);
    },
  });
  const more = [{ ...receiver('phone'), isForPeople: true } as const, receiver('pager')];
  let minute = 0;
  return {
    outputs,
    got,
    refusing,
    run: async (...found: readonly string[]) => {
      for (const a of found) {
        await startProcess(outputs, { more, groupFrom: 2 }).run(minute, { a }, LINES);
        minute++;
      }
    },
  };
}

it('reaches people once, and not what opens and closes incidents by programs', async () => {
  const { run, got, outputs } = begin();
  await run('http_503', 'well', 'http_503', 'well', 'well', 'well', 'well');
  const [phone, pager] = ['phone', 'pager'].map((id) => got.filter((line) => line.includes(` ${id} `)));
  expect(phone).toEqual(['0 phone a opened unhealthy', '4 phone a updated healthy', '6 phone a resolved healthy']);
  expect(pager).toEqual(['0 pager a opened unhealthy', '6 pager a resolved healthy']);
  expect(leftOf(outputs, 'a')).toEqual([]);
});

it('comes in a later run if it was refused, and not once the service fails again', async () => {
  const { run, got, refusing } = begin();
  await run('http_503', 'well', 'http_503', 'well');
  refusing.add('phone');
  await run('well');
  refusing.clear();
  await run('http_503', 'http_503', 'well', 'well');
  expect(got.filter((line) => line.includes(' phone '))).toEqual([
    '0 phone a opened unhealthy',
    '8 phone a updated healthy',
  ]);
});
