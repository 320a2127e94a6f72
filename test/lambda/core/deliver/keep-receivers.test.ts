/** What is kept of receivers that refuse, and what failures and other processes leave to the next run. */

import { createReceiverKeeper } from '../../../../lambda/core/deliver/keep-receivers';
import { isLong, readRecord } from '../../../../lambda/core/deliver/receiver-record';
import { memoryReceivers, refusing } from '../../../support/core/memory-receivers';
import { NOW } from '../../../support/core/observations';

const MINUTE_MS = 60_000;

function world() {
  const records = memoryReceivers();
  let minute = 0;
  const clock = { now: () => NOW + minute * MINUTE_MS };
  const processOf = () => {
    const { keep } = createReceiverKeeper({ store: records.store, receivers: ['sns', 'pager', 'phone'], clock });
    /** A run, by receivers: why each refuses, or `null` if it has taken all. */
    return (news: Readonly<Record<string, string | null>>, isLate = false) => {
      const all = Object.entries(news).map(([receiver, fault]) => ({ receiver, fault, busyUntil: null }));
      return keep(all, { isLate, isNeeded: false });
    };
  };
  const after = (minutes: number) => {
    minute = minutes;
  };
  return { ...records, processOf, after };
}

it('keeps since when one refuses and what it answers now, and forgets it once it takes all', async () => {
  const { processOf, after, stored, calls } = world();
  const run = processOf();
  await run({ pager: 'refused with 500', sns: null });
  after(1);
  const { records } = await run({ pager: 'refused with 401' });
  expect(records).toEqual([refusing({ seenAt: NOW + MINUTE_MS })]);
  expect([...stored.values()]).toEqual(records);
  expect(await run({ pager: null })).toEqual({ records: [], failures: [] });
  expect(stored.size).toBe(0);
  // A receiver that was sent nothing has no news, and nothing is read.
  calls.length = 0;
  expect(await run({})).toEqual({ records: null, failures: [] });
  expect(calls).toEqual([]);
});

it('saves what goes on once it is an hour, and then hourly', async () => {
  const { processOf, after, stored, calls } = world();
  const saved: number[] = [];
  for (let minute = 0; minute < 150; minute++) {
    after(minute);
    calls.length = 0;
    await processOf()({ pager: 'refused with 401' });
    if (calls.includes('save pager')) saved.push(minute);
    expect(isLong(stored.get('pager') as ReturnType<typeof refusing>)).toBe(minute >= 60);
  }
  expect(saved).toEqual([0, 60, 120]);
});

it('starts again after a refusal whose end was not stored', async () => {
  const { processOf, after, stored } = world();
  await processOf()({ pager: 'refused with 401' });
  after(60 * 24 * 60);
  await processOf()({ pager: 'refused with 500' });
  expect(stored.get('pager')).toMatchObject({ since: NOW + 60 * 24 * 60 * MINUTE_MS, message: 'refused with 500' });
});

it.each([
  ['there is no time', true, []],
  ['the table is away', false, ['read']],
  ['it can not be removed', false, ['remove']],
] as const)('keeps an end in the next run if %s, even if that has no news', async (_, isLate, fails) => {
  const { processOf, stored, failing } = world();
  const run = processOf();
  await run({ pager: 'refused with 401' });
  for (const one of fails) failing.add(one);
  const { records, failures } = await run({ pager: null }, isLate);
  expect(records).toBeNull();
  expect(failures.map(({ message }) => message)).toEqual(
    fails.map(
      (one) => `the record of failing receivers can't be read or saved: ${one}${one === 'read' ? '' : ' pager'} fails`,
    ),
  );
  failing.clear();
  expect(await run({})).toEqual({ records: [], failures: [] });
  expect(stored.size).toBe(0);
});

it('leaves an end to the next run if another process was faster', async () => {
  const { processOf, after, stored, store } = world();
  const run = processOf();
  await run({ pager: 'refused with 401' });
  after(1);
  const { read } = store;
  const another = { ...refusing(), message: 'refused with 500' };
  store.read = async (ids) => {
    const found = await read(ids);
    stored.set('pager', another);
    return found;
  };
  expect((await run({ pager: null })).records).toEqual([refusing()]);
  store.read = read;
  expect(stored.get('pager')).toEqual(another);
  await run({});
  expect(stored.size).toBe(0);
});

it('reads back what is stored, with its keys in one order', () => {
  const record = refusing({ message: 'no', busyUntil: NOW + 5 });
  const reversed = Object.fromEntries(Object.entries(record).reverse());
  expect(JSON.stringify(readRecord(reversed))).toBe(JSON.stringify(record));
  for (const raw of [null, [], { ...record, since: 'then' }, { ...record, receiver: 7 }, { ...record, busyUntil: 'x' }])
    expect(readRecord(raw)).toBeNull();
});
