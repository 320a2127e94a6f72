/** Which new versions are due to a receiver: each once, from the first on that was found while it wanted them. */

import {
  dueVersions,
  markNewVersion,
  markVersionSent,
  VERSIONS_KEPT,
} from '../../../../lambda/core/notify/new-versions';
import { joinStates, NEW_STATE, type ServiceState } from '../../../../lambda/core/state/service-state';
import { NOW } from '../../../support/core/observations';
import { MINUTE_MS } from '../../../support/core/story';

const at = (minute: number) => NOW + minute * MINUTE_MS;
const versionAt = (minute: number) => ({
  at: at(minute),
  restarted: true,
  version: { from: String(minute - 1), to: String(minute) },
});

/** The state after a check that found another version, as it is marked for a receiver. */
function after(before: ServiceState, minute: number, fields: Partial<ServiceState> = {}): ServiceState {
  const found = { ...before, ...fields, changes: [...before.changes, versionAt(minute)] };
  return markNewVersion(found, 'bus', at(minute));
}

const dueIn = (state: ServiceState, receiver = 'bus') => dueVersions(state, receiver).map(({ version }) => version.to);

const TAKING_TURNS = { code: 'mixed_versions', since: NOW, message: 'x', stage: 0, notifies: true } as const;

it('is due until it was sent, and then those that follow', () => {
  const both = after(after(NEW_STATE, 1), 2);
  expect(dueIn(both)).toEqual(['1', '2']);
  const [first] = dueVersions(both, 'bus');
  const sent = markVersionSent(both, 'bus', first as NonNullable<typeof first>, at(2));
  expect([dueIn(sent), dueIn(after(sent, 3))]).toEqual([['2'], ['2', '3']]);
});

it('is not due to a receiver that came after it', () => {
  const before = { ...NEW_STATE, changes: [versionAt(1)] };
  expect(markNewVersion(before, 'bus', at(2))).toBe(before);
  const next = after(before, 3);
  expect([dueIn(next), dueIn(next, 'another')]).toEqual([['3'], []]);
});

it('is none if the service has only restarted', () => {
  const restarted = { ...NEW_STATE, changes: [{ at: at(1), restarted: true, version: null }] };
  expect(markNewVersion(restarted, 'bus', at(1))).toBe(restarted);
});

it('is not due if versions take turns, and not once they do no longer', () => {
  const turning = after(after(NEW_STATE, 1), 2, { conditions: [TAKING_TURNS] });
  expect(dueIn(turning)).toEqual(['1']);
  expect(dueIn(after(turning, 3, { conditions: [] }))).toEqual(['1', '3']);
});

it('is stored as due, also by two processes that have found different ones, up to the newest twenty', () => {
  const [even, odd] = [0, 1].map((first) =>
    Array.from({ length: VERSIONS_KEPT }, (_, index) => 2 * index + first).reduce(
      (state, minute) => after(state, minute),
      NEW_STATE,
    ),
  );
  const joined = joinStates(even as ServiceState, odd as ServiceState);
  expect(dueIn(joined)).toEqual(Array.from({ length: VERSIONS_KEPT }, (_, index) => String(VERSIONS_KEPT + index)));
  expect(Object.keys(joined.notified)).toHaveLength(VERSIONS_KEPT);
});
