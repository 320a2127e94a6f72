/** Changes of version that a receiver does not take wait for the next runs of the process, within bounds. */

import { announceChanges } from '../../../../lambda/core/deliver/announce-changes';
import { ANNOUNCING_MS, createAnnouncement } from '../../../../lambda/core/deliver/announcement';
import { UnfitError } from '../../../../lambda/core/deliver/notification-sink';
import { type VersionChange, versionChangeOf } from '../../../../lambda/core/message/version-change';
import { NEW_STATE, type ServiceState } from '../../../../lambda/core/state/service-state';
import { NOW } from '../../../support/core/observations';
import { configOf } from '../../../support/core/runs';
import { MINUTE_MS } from '../../../support/core/story';

const [SERVICE] = configOf({ a: 'https://a.internal' }).services;
if (SERVICE === undefined) throw new Error('there is one');
const LINKS = { dashboard: null, logs: null };

function changeAt(at: number, to = '2'): VersionChange {
  const context = { deployment: 'shop', service: { ...SERVICE, id: `a-${to}` } as never, lastSeenAt: at, links: LINKS };
  return versionChangeOf({ at, restarted: false, version: { from: '1', to } }, context) as VersionChange;
}

/** A receiver that takes two changes a request, and a clock that each request moves by a second. */
function begin(fault: () => Error | null = () => null) {
  const requests: string[][] = [];
  let now = NOW;
  const send = async (changes: readonly VersionChange[]) => {
    now += 1_000;
    const error = fault();
    if (error !== null) throw error;
    requests.push(changes.map(({ to }) => to));
  };
  const clock = { now: () => now, elapsed: () => now };
  const announce = createAnnouncement({ services: null, severities: null }, { most: 2, send }, clock);
  const run = (changes: readonly VersionChange[]) =>
    announce(changes).then(
      () => null,
      ({ message }: Error) => message,
    );
  return { run, requests, later: (ms: number) => (now += ms) };
}

const many = (count: number) => Array.from({ length: count }, (_, index) => changeAt(NOW, String(index)));

it('are sent in requests of some, as long as there is time, and the rest in the next run', async () => {
  const { run, requests } = begin();
  const inTime = 2 * (ANNOUNCING_MS / 1_000);
  expect(await run(many(inTime + 3))).toBe('3 wait for the next run: sending is slow');
  expect(requests.flat()).toHaveLength(inTime);
  expect(await run([])).toBeNull();
  expect(requests.flat()).toEqual(many(inTime + 3).map(({ to }) => to));
});

it('are dropped once they are news no longer, or if they would always be refused', async () => {
  let error: Error | null = new Error('away');
  const { run, requests, later } = begin(() => error);
  expect(await run(many(1))).toBe('away');
  later(16 * MINUTE_MS);
  error = null;
  expect([await run([]), requests]).toEqual([null, []]);
  error = new UnfitError('no');
  expect(await run([changeAt(NOW + 16 * MINUTE_MS)])).toBe('no');
  error = null;
  expect([await run([]), requests]).toEqual([null, []]);
});

it('wait at most 200 at a time: the latest', async () => {
  let error: Error | null = new Error('away');
  const { run, requests } = begin(() => error);
  await run(many(250));
  error = null;
  await run([]);
  expect(requests[0]).toEqual(['50', '51']);
});

it.each<[string, Partial<ServiceState>, number]>([
  ['is announced', {}, 1],
  [
    'is none of its own while versions take turns',
    { conditions: [{ code: 'mixed_versions', since: NOW, message: 'x', stage: 0, notifies: true }] },
    0,
  ],
  ['is none if the change is one that was there before', { changes: [] }, 0],
])('a new version %s', async (_, fields, count) => {
  const figures = { version: '1', uptime: 1, memory: { used: null, total: null } };
  const change = { at: NOW, restarted: false, version: { from: '1', to: '2' } };
  const before = { ...NEW_STATE, lastHealthy: { at: NOW - MINUTE_MS, ...figures } };
  const after = { ...before, changes: [change], ...fields };
  const seen: VersionChange[] = [];
  const announce = async (changes: readonly VersionChange[]) => void seen.push(...changes);
  const receiver = { id: 'bus', send: async () => undefined, announce };
  const run = { deployment: 'shop', services: [SERVICE], links: LINKS, before: () => before, after: () => after };
  const sleep = (_ms: number, signal?: AbortSignal) =>
    new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()));
  expect(await announceChanges([receiver], run, { sleep })).toEqual([]);
  expect(seen).toHaveLength(count);
});
