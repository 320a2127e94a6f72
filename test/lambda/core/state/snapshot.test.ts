/** What a run starts from: what the store holds, what the process remembers, or both. */

import { owe } from '../../../../lambda/core/state/outbox';
import { NEW_STATE, type ServiceState } from '../../../../lambda/core/state/service-state';
import { recall, type Snapshot, type Snapshots } from '../../../../lambda/core/state/snapshot';
import type { StoredState } from '../../../../lambda/core/state/store';
import { alertOn } from '../../../support/alerts';
import { askedFor } from '../../../support/asked';
import { NOW } from '../../../support/observations';
import { tell } from '../../../support/story';

const stateOf = (...lines: string[]): ServiceState => ({ ...NEW_STATE, ...tell({}, lines).state });
const storeOf = (revision: number | null, state: unknown) => ({
  load: async () => [{ service: 'a', revision, state }],
  save: async () => 'saved' as const,
});
const rememberedAs = (known: Snapshot): Snapshots => new Map([['a', known]]);
const ASKED = askedFor(['a']);

const older = stateOf('well');
const newer = stateOf('well', 'http_503');

it('is what the store holds where nothing is remembered', async () => {
  const { certain, snapshots, failures } = await recall(storeOf(3, older), new Map(), ASKED);
  expect([certain, failures]).toEqual([true, []]);
  expect(snapshots).toEqual(rememberedAs({ state: older, revision: 3, unsaved: false, sentIds: [] }));
});

it('is what is remembered where the store has not moved', async () => {
  const memory = rememberedAs({ state: newer, revision: 3, unsaved: true, sentIds: [] });
  expect((await recall(storeOf(3, older), memory, ASKED)).snapshots).toEqual(memory);
});

it('is what the store holds where another run has moved it and memory holds nothing that is unsaved', async () => {
  const memory = rememberedAs({ state: newer, revision: 3, unsaved: false, sentIds: [] });
  const { snapshots } = await recall(storeOf(4, older), memory, ASKED);
  expect(snapshots).toEqual(rememberedAs({ state: older, revision: 4, unsaved: false, sentIds: [] }));
});

it('is both where the store has never heard of an incident', async () => {
  const owing = { ...newer, outbox: owe([], newer.open[0]?.id ?? '', alertOn('opened')) };
  const { snapshots } = await recall(
    storeOf(4, older),
    rememberedAs({ state: owing, revision: null, unsaved: true, sentIds: [] }),
    ASKED,
  );
  expect(snapshots.get('a')).toMatchObject({
    revision: 4,
    unsaved: true,
    state: { open: newer.open, notified: newer.notified, outbox: owing.outbox, incidents: 1 },
  });
});

it('is what the store holds where it has heard of the incident and ended it', async () => {
  const ended = stateOf('well', 'http_503', 'well');
  const { snapshots } = await recall(
    storeOf(4, ended),
    rememberedAs({ state: newer, revision: 3, unsaved: true, sentIds: [] }),
    ASKED,
  );
  expect(snapshots.get('a')).toEqual({ state: ended, revision: 4, unsaved: false, sentIds: [] });
});

it('has no incident again that the store has forgotten for later ones', async () => {
  const pastOf = (state: ServiceState) => state.past.map(({ id }) => id);
  const [begun, later] = [20, 21].map((times) =>
    stateOf(...Array.from({ length: times }, () => ['http_503', 'well']).flat()),
  ) as [ServiceState, ServiceState];
  expect([begun.past, later.past].map(({ length }) => length)).toEqual([20, 20]);
  const memory = rememberedAs({ state: begun, revision: 3, unsaved: true, sentIds: [] });
  const { snapshots } = await recall(storeOf(4, later), memory, ASKED);
  const merged = snapshots.get('a')?.state ?? NEW_STATE;
  expect(pastOf(merged)).toEqual(pastOf(later));
  expect(merged.incidents).toBe(21);
});

describe('where an end is held', () => {
  const flapping = ['http_503', 'well', 'http_503', 'well', 'well', 'http_503'];
  const failing = stateOf(...flapping);
  const holding = stateOf(...flapping, 'well');
  const told = stateOf(...flapping, 'well x4');
  const merged = async (stored: ServiceState, state: ServiceState) => {
    const memory = rememberedAs({ state, revision: 3, unsaved: true, sentIds: [] });
    return (await recall(storeOf(4, stored), memory, ASKED)).snapshots.get('a')?.state;
  };

  it('keeps what the store holds', async () => {
    expect(await merged(holding, older)).toEqual(holding);
  });

  it('keeps what memory holds, of an incident that is open in the store', async () => {
    expect(await merged(failing, holding)).toMatchObject({ open: [], notified: holding.notified });
  });

  it('holds nothing of which people were notified', async () => {
    expect(holding.notified).toHaveLength(1);
    expect(await merged(holding, told)).toMatchObject({ open: [], notified: [] });
    expect(await merged(told, holding)).toEqual(told);
  });

  it('keeps an end that is owed instead', async () => {
    const id = holding.notified[0]?.incident ?? '';
    const owing = { ...told, outbox: owe([], id, alertOn('resolved')) };
    expect(await merged(holding, owing)).toMatchObject({ notified: [], outbox: owing.outbox });
  });

  it('takes a relapse for a new incident if people were notified of the end before it', async () => {
    const again = stateOf(...flapping, 'well', 'http_503');
    expect(again.notified).toMatchObject([{ continues: {} }]);
    expect(await merged(again, told)).toMatchObject({ open: again.open, notified: [] });
    expect(await merged(told, again)).toMatchObject({ open: again.open, notified: [] });
  });
});

it('is what is remembered, to be saved anew, where the store has lost it', async () => {
  const empty = { load: async () => [], save: async () => 'saved' as const };
  const { snapshots } = await recall(
    empty,
    rememberedAs({ state: newer, revision: 3, unsaved: false, sentIds: [] }),
    ASKED,
  );
  expect(snapshots.get('a')).toEqual({ state: newer, revision: null, unsaved: true, sentIds: [] });
});

it.each([
  ['an error', new Error('the table is gone')],
  ['a text', 'the table is gone'],
])('is memory alone, and so uncertain, where the store answers with %s', async (_, thrown) => {
  const memory = rememberedAs({ state: newer, revision: 3, unsaved: false, sentIds: [] });
  const store = { load: () => Promise.reject(thrown), save: async () => 'saved' as const };
  const { certain, snapshots, failures } = await recall(store, memory, ASKED);
  expect(certain).toBe(false);
  expect(snapshots).toEqual(memory);
  expect(failures).toEqual([{ output: 'store', service: null, message: "the state can't be read: the table is gone" }]);
});

it('begins anew, at the revision of the store, what makes no sense there', async () => {
  const { certain, snapshots, failures } = await recall(storeOf(9, ['?']), new Map(), ASKED);
  expect(certain).toBe(true);
  expect(snapshots.get('a')).toEqual({ state: NEW_STATE, revision: 9, unsaved: false, sentIds: [] });
  expect(failures).toMatchObject([{ output: 'store', service: 'a' }]);
});

it('is the state, to be saved with a new revision, where the revision in the store makes no sense', async () => {
  const { snapshots, failures } = await recall(storeOf(null, newer), new Map(), ASKED);
  expect(snapshots).toEqual(rememberedAs({ state: newer, revision: null, unsaved: true, sentIds: [] }));
  expect(failures).toMatchObject([{ output: 'store', service: 'a', message: expect.stringContaining('revision') }]);
});

it('is both where the revision in the store makes no sense, and the store was never read before', async () => {
  const memory = rememberedAs({
    state: stateOf('well', 'http_503', 'well'),
    revision: null,
    unsaved: true,
    sentIds: [],
  });
  const open = stateOf('http_500');
  const { snapshots } = await recall(storeOf(null, open), memory, ASKED);
  expect(snapshots.get('a')?.state.open).toEqual(open.open);
  expect(snapshots.get('a')?.state.past).toEqual(memory.get('a')?.state.past);
});

it('keeps its services apart', async () => {
  const store = {
    load: async () => ['a', 'b'].map((service) => ({ service, revision: 1, state: { ...older, savedAt: NOW } })),
    save: async () => 'saved' as const,
  };
  const { snapshots } = await recall(
    store,
    rememberedAs({ state: newer, revision: 1, unsaved: true, sentIds: [] }),
    ASKED,
  );
  expect(snapshots.get('a')?.state.open).toHaveLength(1);
  expect(snapshots.get('b')?.state.open).toEqual([]);
});

describe('of a service whose state an earlier version kept elsewhere', () => {
  const storing = (stored: Partial<StoredState>) => ({
    load: async () => [{ service: 'a', revision: 4, state: older, ...stored }],
    save: async () => 'saved' as const,
  });

  it.each([4, null])('is that state, which is yet to be saved over revision %j: no fault', async (revision) => {
    const { snapshots, failures } = await recall(storing({ revision, moved: { unsaved: true } }), new Map(), ASKED);
    expect(failures).toEqual([]);
    expect(snapshots.get('a')).toEqual({ state: older, revision, unsaved: true, sentIds: [] });
  });

  it('has the incident that people know from the other state', async () => {
    const { snapshots } = await recall(storing({ moved: { unsaved: false, older: newer } }), new Map(), ASKED);
    expect(snapshots.get('a')).toMatchObject({
      revision: 4,
      unsaved: true,
      state: { open: newer.open, notified: newer.notified },
    });
  });

  it('is not saved without need', async () => {
    const { snapshots } = await recall(storing({ moved: { unsaved: false, older } }), new Map(), ASKED);
    expect(snapshots.get('a')).toEqual({ state: older, revision: 4, unsaved: false, sentIds: [] });
  });
});
