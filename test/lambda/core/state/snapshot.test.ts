/** What a run starts from: what the store holds, joined with what the process remembers. */

import { openIncidents } from '../../../../lambda/core/incident/incident';
import { joinStates, NEW_STATE, type ServiceState, unsavedRuns } from '../../../../lambda/core/state/service-state';
import { loadStates, type Snapshot, type Snapshots } from '../../../../lambda/core/state/snapshot';
import { storedForm } from '../../../../lambda/core/state/stored-state';
import { askedFor } from '../../../support/core/asked';
import { NOW } from '../../../support/core/observations';
import { MINUTE_MS, tell } from '../../../support/core/story';

const stateOf = (...lines: string[]): ServiceState => ({ ...NEW_STATE, ...tell({}, lines).state });
const storeOf = (revision: number | null, state: ServiceState | unknown[]) => ({
  load: async () => [{ service: 'a', revision, state: 'run' in state ? storedForm(state) : state }],
  save: async () => 'saved' as const,
});
const rememberedAs = (known: Snapshot): Snapshots => new Map([['a', known]]);
const RUN = { ...askedFor(['a']), intervalMs: MINUTE_MS };
/** As many runs as may be unsaved by who has written it. */
const beyond = (state: ServiceState): ServiceState => ({ ...state, run: state.run + unsavedRuns(MINUTE_MS) });

const older = stateOf('well');
const newer = stateOf('well', 'http_503');

it('is what the store holds if nothing is remembered, with runs beyond what may be unsaved', async () => {
  const { certain, snapshots, failures } = await loadStates(storeOf(3, older), new Map(), RUN);
  expect([certain, failures]).toEqual([true, []]);
  expect(snapshots).toEqual(rememberedAs({ state: beyond(older), revision: 3, unsaved: false }));
});

it('is what is remembered if the store has not moved', async () => {
  const memory = rememberedAs({ state: newer, revision: 3, unsaved: true });
  expect((await loadStates(storeOf(3, older), memory, RUN)).snapshots).toEqual(memory);
});

it('is both if another process has moved the store, and is to be saved if memory knows more', async () => {
  const memory = rememberedAs({ state: newer, revision: 3, unsaved: false });
  const { snapshots } = await loadStates(storeOf(4, older), memory, RUN);
  expect(snapshots).toEqual(rememberedAs({ state: beyond(joinStates(older, newer)), revision: 4, unsaved: true }));
  expect(openIncidents(snapshots.get('a')?.state ?? NEW_STATE)).toHaveLength(1);
});

it('is the store alone if memory knows nothing more', async () => {
  const memory = rememberedAs({ state: older, revision: 3, unsaved: false });
  const { snapshots } = await loadStates(storeOf(4, newer), memory, RUN);
  expect(snapshots).toEqual(rememberedAs({ state: beyond(newer), revision: 4, unsaved: false }));
});

it('is the remembered one, to be saved again, if the store has lost it', async () => {
  const empty = { load: async () => [], save: async () => 'saved' as const };
  const { snapshots } = await loadStates(empty, rememberedAs({ state: newer, revision: 3, unsaved: false }), RUN);
  expect(snapshots.get('a')).toEqual({ state: newer, revision: null, unsaved: true });
});

it.each([
  ['an error', new Error('the table is gone')],
  ['a text', 'the table is gone'],
])('is memory alone, and so uncertain, if the store answers with %s', async (_, thrown) => {
  const memory = rememberedAs({ state: newer, revision: 3, unsaved: false });
  const store = { load: () => Promise.reject(thrown), save: async () => 'saved' as const };
  const { certain, snapshots, failures } = await loadStates(store, memory, RUN);
  expect(certain).toBe(false);
  expect(snapshots).toEqual(memory);
  expect(failures).toEqual([{ output: 'store', service: null, message: "the state can't be read: the table is gone" }]);
});

it('replaces an invalid state by a new one, at the revision of the store', async () => {
  const { certain, snapshots, failures } = await loadStates(storeOf(9, ['?']), new Map(), RUN);
  expect(certain).toBe(true);
  expect(snapshots.get('a')).toEqual({ state: beyond(NEW_STATE), revision: 9, unsaved: true });
  expect(failures).toMatchObject([{ output: 'store', service: 'a' }]);
});

it('says once which fields are invalid, resets them, and keeps the others', async () => {
  const stored = storedForm(newer);
  const [incident] = stored.incidents as object[];
  const notified = { [newer.incidents[0]?.id ?? '']: { sns: { due: NOW, opened: 'then' } } };
  const odd = { ...stored, latest: 7, pending: 'often', incidents: [{ ...incident, url: 9 }, { id: '?' }], notified };
  const load = async () => [{ service: 'a', revision: 3, state: odd }];
  const { snapshots, failures } = await loadStates({ ...storeOf(3, newer), load }, new Map(), RUN);
  expect(failures).toEqual([
    {
      output: 'store',
      service: 'a',
      message:
        'invalid fields of the stored state were reset: pending, latest, incidents.url, incidents, notified.opened',
    },
  ]);
  expect(snapshots.get('a')).toMatchObject({
    unsaved: true,
    state: { incidents: [{ message: 'it is http_503', url: '' }] },
  });
  const again = await loadStates(storeOf(4, snapshots.get('a')?.state ?? NEW_STATE), new Map(), RUN);
  expect(again.failures).toEqual([]);
});

it('replaces a state of another schema by a new one, without a failure', async () => {
  const store = { ...storeOf(9, []), load: async () => [{ service: 'a', revision: 9, state: { schema: 2 } }] };
  const { snapshots, failures, warnings } = await loadStates(store, new Map(), RUN);
  expect(snapshots.get('a')).toEqual({ state: beyond(NEW_STATE), revision: 9, unsaved: false });
  expect(failures).toEqual([]);
  expect(warnings).toEqual(['the stored state of a has another schema and was reset']);
});

it('is the state, to be saved with a new revision, if the revision in the store makes no sense', async () => {
  const { snapshots, failures } = await loadStates(storeOf(null, newer), new Map(), RUN);
  expect(snapshots).toEqual(rememberedAs({ state: beyond(newer), revision: null, unsaved: true }));
  expect(failures).toMatchObject([{ output: 'store', service: 'a', message: expect.stringContaining('revision') }]);
});

it('is read even if the states of services that have left the config can not be', async () => {
  const store = { ...storeOf(3, older), loadRemoved: () => Promise.reject(new Error('the roster is gone')) };
  const { certain, snapshots, failures } = await loadStates(store, new Map(), RUN);
  expect([certain, snapshots.size]).toEqual([true, 1]);
  expect(failures).toMatchObject([{ message: expect.stringContaining('the roster is gone') }]);
});

it('keeps its services apart', async () => {
  const state = storedForm({ ...older, savedAt: NOW });
  const store = {
    load: async () => ['a', 'b'].map((service) => ({ service, revision: 1, state })),
    save: async () => 'saved' as const,
  };
  const { snapshots } = await loadStates(store, rememberedAs({ state: newer, revision: 1, unsaved: true }), RUN);
  expect(snapshots.get('a')?.state.incidents).toHaveLength(1);
  expect(snapshots.get('b')?.state.incidents).toEqual([]);
});
