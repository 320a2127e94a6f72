/** The history of the version before: taken over once, whatever is damaged, and whenever the process is killed. */

import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '../../../lambda/adapters/system/system-clock';
import { type Bucket, failedChecks, sumUp } from '../../../lambda/core/history/bucket';
import type { HistoryStore } from '../../../lambda/core/history/history-store';
import { readBuckets } from '../../../lambda/core/history/past';
import { percentile } from '../../../lambda/core/history/response-times';
import { HOUR_MS, NO_HISTORY } from '../../../lambda/core/history/running-history';
import { NEW_STATE, readState, type ServiceState } from '../../../lambda/core/state/service-state';
import { createHistoryFiles } from '../../../local/history/history-files';
import { takeOverHistory } from '../../../local/history/take-over';
import { createFileStore, readStates } from '../../../local/store/file-store';
import { temporaryFolder } from '../../support/command-line';
import { healthyAt } from '../../support/histories';
import { DAY_MS, hourOf, writeHours } from '../../support/past-hours';

/**
 * A file that the version before has written: of `mail` a check a minute, the first of them summed up by the hour; of `cart` half
 * an hour of checks.
 */
const FIXTURE = join(__dirname, '../../fixtures/history/history.jsonl');
const FIRST = Date.parse('2026-11-20T21:40:00.000Z');
const LAST = Date.parse('2026-11-22T03:44:00.000Z');
const MAIL_CHECKS = 1_805;
const NOW = LAST + 60_000;
const START = Date.parse('2026-11-20T21:00:00.000Z');

const folders = temporaryFolder();

async function newFolder() {
  const state = await mkdtemp(join(folders.path, 'state-'));
  const folder = join(state, 'history');
  mkdirSync(folder);
  const old = join(folder, 'history.jsonl');
  copyFileSync(FIXTURE, old);
  const damage: string[] = [];
  const onDamage = (message: string) => damage.push(message);
  const openStates = () => createFileStore({ folder: state, onDamage });
  const open = () => createHistoryFiles({ folder, onDamage, clock: { ...systemClock, now: () => NOW } });
  const takeOver = (history: HistoryStore = open(), now = NOW) =>
    takeOverHistory({ folder, history, states: openStates(), now, onDamage });
  const stateOf = async (service: string): Promise<ServiceState | null> => {
    const { states } = await readStates(state);
    return readState(states.find((one) => one.service === service)?.state);
  };
  return { folder, old, damage, open, openStates, takeOver, stateOf };
}

async function bucketsOf(
  store: HistoryStore,
  resolution: 'fine' | 'hours' | 'days',
  service = 'mail',
): Promise<readonly Bucket[]> {
  const range = { from: START, to: NOW, resolution };
  return (await readBuckets(new Map([[service, NO_HISTORY]]), range, store, NOW))(service);
}

async function expectMail(store: HistoryStore): Promise<void> {
  for (const resolution of ['fine', 'hours', 'days'] as const) {
    const buckets = await bucketsOf(store, resolution);
    const whole = sumUp(buckets, 0, 1);
    expect([resolution, whole.checks]).toEqual([resolution, MAIL_CHECKS]);
    expect(whole.failures).toEqual({ unhealthy: 54, unreachable: 8 });
    expect(whole.memory).toEqual({ least: 100, most: 149 });
  }
}

describe('a history of the version before', () => {
  it('is taken over whole, by five minutes, hours and days, and its file gets another name', async () => {
    const { open, takeOver, folder, old, damage } = await newFolder();
    await takeOver();
    await expectMail(open());
    const hours = await bucketsOf(open(), 'hours');
    expect(hours.map(({ from, checks }) => [(from - START) / HOUR_MS, checks])).toEqual([
      [0, 20],
      ...Array.from({ length: 29 }, (_, hour) => [hour + 1, 60]),
      [30, 45],
    ]);
    const days = await bucketsOf(open(), 'days');
    expect(days.map(({ checks }) => checks)).toEqual([140, 24 * 60, 225]);
    expect(sumUp(await bucketsOf(open(), 'hours', 'cart'), 0, 1)).toMatchObject({ checks: 30, failures: {} });
    expect(existsSync(old)).toBe(false);
    expect(readFileSync(join(folder, 'history.jsonl.taken-over'))).toEqual(readFileSync(FIXTURE));
    expect(damage).toEqual([]);
  });

  it('has the response times of an hour at its mean, and one at its longest', async () => {
    const { open, takeOver } = await newFolder();
    await takeOver();
    const hour = (await bucketsOf(open(), 'hours')).find(({ from }) => from === START + HOUR_MS) as Bucket;
    expect(failedChecks(hour)).toBe(0);
    // The mean was 49.5 ms, the longest time 80 ms; both are right within 5 %.
    for (const share of [0.01, 0.5, 0.98])
      expect(Math.abs((percentile(hour.times, share) ?? 0) / 49.5 - 1)).toBeLessThan(0.05);
    expect(Math.abs((percentile(hour.times, 1) ?? 0) / 80 - 1)).toBeLessThan(0.05);
  });

  it('gives its last checks to a state that has none, and to no other', async () => {
    const { openStates, takeOver, stateOf } = await newFolder();
    const states = openStates();
    const own = healthyAt(LAST - 5_000, 7, null);
    await states.save('mail', { ...NEW_STATE, incidents: 3 }, null);
    await states.save('cart', { ...NEW_STATE, history: { ...NO_HISTORY, checks: [own] } }, null);
    await takeOver();
    const mail = await stateOf('mail');
    expect(mail?.incidents).toBe(3);
    expect(mail?.history.checks.map(({ at }) => at)).toEqual(
      Array.from({ length: 60 }, (_, index) => LAST - (59 - index) * 60_000),
    );
    expect(mail?.history.checks.at(-1)).toMatchObject({ kind: 'healthy', reason: 'ok', ms: 33.3, memoryMb: 120 });
    // They have been counted: the running hour begins with the next check.
    expect(mail?.history.hour).toBeNull();
    expect((await stateOf('cart'))?.history.checks).toEqual([own]);
  });

  it('goes on in the hour in which it ends', async () => {
    const { open, takeOver } = await newFolder();
    await takeOver();
    const from = LAST - (LAST % HOUR_MS);
    const { buckets } = hourOf(from);
    await writeHours(open(), 'mail', [{ from, buckets: buckets.slice(9) }]);
    expect((await bucketsOf(open(), 'hours')).at(-1)).toMatchObject({ from, checks: 60 });
  });

  it('leaves out what is too old by the clock and by its own last check', async () => {
    const { open, takeOver, folder } = await newFolder();
    await takeOver(open(), NOW + 10 * 365 * DAY_MS);
    await expectMail(open());
    rmSync(join(folder, 'history.jsonl.taken-over'));
    const line = (time: number) => `${JSON.stringify({ at: time, checks: [['late', 0, 5, null]] })}\n`;
    writeFileSync(join(folder, 'history.jsonl'), line(FIRST - 90 * DAY_MS) + line(LAST));
    await takeOver();
    const names = readdirSync(folder).filter((name) => name.startsWith('late'));
    expect(names.sort()).toEqual([
      'late.days.2026.json',
      'late.fine.2026-11-22.json',
      'late.hours.2026-08.json',
      'late.hours.2026-11.json',
    ]);
  });

  it('that does not exist is nothing', async () => {
    const { folder, old, takeOver } = await newFolder();
    rmSync(old);
    await takeOver();
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('a takeover that ends too early', () => {
  it('at any writing is made up for by the next one, with nothing counted twice', async () => {
    const { open, openStates, takeOver, old, stateOf } = await newFolder();
    await openStates().save('mail', NEW_STATE, null);
    for (let writings = 0; existsSync(old); writings++) {
      expect(writings).toBeLessThan(10);
      let left = writings;
      const store = open();
      const dying: HistoryStore = {
        ...store,
        write: async (...args) => {
          if (left-- === 0) throw new Error('ENOSPC');
          return store.write(...args);
        },
      };
      await takeOver(dying).catch((error) => expect(error).toEqual(new Error('ENOSPC')));
      expect((await stateOf('mail'))?.history.checks).toHaveLength(existsSync(old) ? 0 : 60);
    }
    await expectMail(open());
    // As after a kill right before the file got its other name.
    copyFileSync(FIXTURE, old);
    await takeOver();
    await expectMail(open());
    expect((await stateOf('mail'))?.history.checks).toHaveLength(60);
  });
});

describe('a file in which there is', () => {
  const AT = START;
  const check = (...fields: unknown[]) => JSON.stringify({ at: AT, checks: [fields] });
  const hour = (...fields: unknown[]) => JSON.stringify({ at: AT, hours: [fields] });

  it.each([
    ['no JSON', 'hello'],
    ['JSON of another kind', '[1]'],
    ['a cut line', check('mail', 0, 1, 2).slice(0, 30)],
    ['a line of zeros', '\0'.repeat(4_096)],
    ['bytes that are no text', '\uFFFD{}'],
    ['a line without a time', '{"checks":[]}'],
    ['a time that is none', JSON.stringify({ at: 1e300, checks: [] })],
    ['a line without checks', JSON.stringify({ at: AT })],
    ['checks that are none', JSON.stringify({ at: AT, checks: { length: 1 } })],
    ['a check that is none', JSON.stringify({ at: AT, checks: [null] })],
    ['a check of no service', check(7, 0, 1, 2)],
    ['a check without a time', check('mail', null, 1, 2)],
    ['a check beyond all time', check('mail', 1e300, 1, 2)],
    ['a time below zero', check('mail', 0, -1, 2)],
    ['a response time that is a text', check('mail', 0, '1', 2)],
    ['a response time of more than a day', check('mail', 0, 86_400_001, 2)],
    ['a mean of more than a day', hour('mail', 0, 60, 86_400_001, 2, 3)],
    ['memory that is no finite number', `{"at":${AT},"checks":[["mail",0,1,1e999]]}`],
    ['an unknown verdict', check('mail', 0, 1, 2, 'sick', 'http_500')],
    ['a verdict of the prototype', check('mail', 0, 1, 2, '__proto__', 'http_500')],
    ['a failure without a reason', check('mail', 0, 1, 2, 'error')],
    ['a reason that is markup', check('mail', 0, 1, 2, 'error', '<script>')],
    ['an hour that begins in between', hour('mail', 5, 60, 1, 2, 3)],
    ['an hour without checks', hour('mail', 0, 0, 1, 2, 3)],
    ['an hour with half a check', hour('mail', 0, 0.5, 1, 2, 3)],
    ['an hour with more failures than checks', hour('mail', 0, 60, 1, 2, 3, { error: 61 })],
    ['an hour with negative failures', hour('mail', 0, 60, 1, 2, 3, { error: -1 })],
    ['an hour with unknown failures', `{"at":${AT},"hours":[["mail",0,60,1,2,3,{"__proto__":1}]]}`],
    ['an hour whose failures are none', hour('mail', 0, 60, 1, 2, 3, [1])],
    ['an hour without a mean', hour('mail', 0, 60)],
  ])('%s costs that alone, and is reported once', async (_, line) => {
    const { open, old, takeOver, damage } = await newFolder();
    writeFileSync(old, [readFileSync(FIXTURE, 'utf8'), line, '\n', check('mail', 120_000, 5, 100), '\n'].join(''));
    await takeOver();
    expect(damage).toEqual([
      `${old}: an entry is damaged and left out; the rest was taken over, and the file is now history.jsonl.taken-over`,
    ]);
    const [first, ...rest] = await bucketsOf(open(), 'hours');
    expect(first?.checks).toBe(21);
    expect(sumUp(rest, 0, 1).checks).toBe(MAIL_CHECKS - 20);
    await takeOver();
    expect(damage).toHaveLength(1);
  });

  it('a last line without an end is no damage', async () => {
    const { open, old, takeOver, damage } = await newFolder();
    const text = readFileSync(FIXTURE, 'utf8');
    writeFileSync(old, text.slice(0, -5));
    await takeOver();
    expect(sumUp(await bucketsOf(open(), 'hours'), 0, 1).checks).toBe(MAIL_CHECKS - 1);
    expect(damage).toEqual([]);
  });

  it.each([1e300, -1])('memory of %d, as a service may have reported, counts as not reported', async (memory) => {
    const { open, old, takeOver, damage } = await newFolder();
    writeFileSync(old, [check('shop', 60, 1.5, memory), hour('shop', 0, 60, 5, 9, memory), ''].join('\n'));
    await takeOver();
    expect(await bucketsOf(open(), 'hours', 'shop')).toMatchObject([{ checks: 61, memory: null }]);
    expect(damage).toEqual([]);
  });
});
