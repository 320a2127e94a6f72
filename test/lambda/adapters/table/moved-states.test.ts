/** States that the version before kept in one partition are taken over, each once, and no alert is lost on the way there or back. */

import { createIncidentTable } from '../../../../lambda/adapters/table/incident-table';
import { openTable } from '../../../../lambda/adapters/table/open-table';
import { createStateReader } from '../../../../lambda/adapters/table/state-reader';
import { NEW_STATE, readState, type ServiceState, storedForm } from '../../../../lambda/core/state/service-state';
import { askedFor } from '../../../support/asked';
import { startFaultProxy } from '../../../support/fault-proxy';
import { FORMER_STORIES, formerState } from '../../../support/former-states';
import { type FormerTable, formerTable } from '../../../support/former-table';
import { startAtomicAws } from '../../../support/front-of-aws';
import { type ProcessOptions, startProcess } from '../../../support/keeping';
import { memoryOutputs } from '../../../support/memory-outputs';
import { describeOnAws, pointAwsTo } from '../../../support/moto';
import { NOW } from '../../../support/observations';
import { createStateTable } from '../../../support/state-table';

const USER = 'user-service';
const LINES = ['alerts: { successThreshold: 2, failureThreshold: 2, remindEvery: 4h }'];

describeOnAws('a table that the version before has written', (aws) => {
  const TABLE = 'moved';
  let deployments = 0;

  beforeAll(async () => {
    pointAwsTo(aws().url);
    await createStateTable(TABLE);
  });
  beforeEach(() => pointAwsTo(aws().url));

  const begin = () => {
    const deployment = `moved-${++deployments}`;
    const { send, sent, failing } = memoryOutputs();
    const former = formerTable(TABLE, deployment);
    const open = () => createIncidentTable(openTable(TABLE, deployment, globalThis.process.env));
    const process = (options?: ProcessOptions) => startProcess({ store: open(), send }, options);
    const processBefore = () => startProcess({ store: former, send });
    const stored = async (id = USER): Promise<ServiceState | null> => {
      const [found] = await createStateReader(openTable(TABLE, deployment, globalThis.process.env))([id], NOW);
      return found ? readState(found.state) : null;
    };
    return {
      former,
      open,
      process,
      processBefore,
      stored,
      sent,
      failing,
      events: () => sent.map(({ event }) => event),
    };
  };
  const haveOpen = (former: FormerTable) => former.put(formerState('open'));

  it.each([['well', 'well', []] as const, ...FORMER_STORIES])(
    'is taken over: %s, then %s',
    async (name, reason, events) => {
      const { former, process, stored, sent, events: heard } = begin();
      await former.put(formerState(name));
      const runs = process();
      for (const minute of [8, 9])
        expect(await runs.run(minute, { [USER]: reason }, LINES)).toMatchObject({ failures: [] });
      expect(heard()).toEqual(events);
      expect(sent.every(({ possiblyRepeated }) => !possiblyRepeated)).toBe(true);
      expect(await stored()).toMatchObject({ schema: 2, outbox: [], open: reason === 'well' ? [] : [{}] });
      expect(await former.load()).toEqual([]);
    },
  );

  it('is taken over by one of two processes that begin at once', async () => {
    const { former, open } = begin();
    await haveOpen(former);
    const atomic = await startAtomicAws(aws().url);
    pointAwsTo(atomic.url);
    const stores = [open(), open()];
    for (const store of stores) {
      const found = await store.load(askedFor([USER]));
      expect(found).toMatchObject([{ revision: null, state: formerState('open').state, moved: { unsaved: true } }]);
    }
    const outcomes = await Promise.all(stores.map((store) => store.save(USER, NEW_STATE, null)));
    expect(outcomes.sort()).toEqual(['conflict', 'saved']);
    await atomic.stop();
  });

  it('is read again in the next run if it could not be read', async () => {
    const { former, process, events } = begin();
    await haveOpen(former);
    const proxy = await startFaultProxy(aws().url);
    pointAwsTo(proxy.url);
    proxy.arm({ action: 'BatchGetItem', call: 1, fault: 'fail' });
    const runs = process();
    const { failures } = await runs.run(8, { [USER]: 'well' }, LINES);
    expect(failures).toMatchObject([{ output: 'store', service: null }]);
    for (const minute of [9, 10]) await runs.run(minute, { [USER]: 'well' }, LINES);
    await proxy.stop();
    expect(events()).toEqual(['resolved']);
  });

  it('that a service has left meanwhile has its incident ended, by the first part alone', async () => {
    const { former, process, stored, sent } = begin();
    await haveOpen(former);
    await former.put({ ...formerState('well'), service: 'other' });
    await process({ part: { shard: 1, shards: 2 }, others: ['other'] }).run(8, { third: 'well' });
    expect(sent).toEqual([]);
    const first = process({ part: { shard: 0, shards: 2 }, others: ['third'] });
    for (const minute of [8, 9]) await first.run(minute, { other: 'well' });
    expect(sent).toMatchObject([{ event: 'resolved', reason: 'removed_from_config', service: { id: USER } }]);
    expect(await stored()).toMatchObject({ open: [], removedAt: NOW + 8 * 60_000 });
    expect(await former.load()).toEqual([]);
  });

  it('keeps the alert that is owed by a service that has left, until a later process can send it', async () => {
    const { former, process, events, failing } = begin();
    await former.put(formerState('owing'));
    failing.add('send');
    await process().run(8, {});
    await process().run(9, {});
    failing.clear();
    await process().run(10, {});
    // The end has overtaken the update.
    expect(events()).toEqual(['opened', 'resolved']);
  });

  it('that a process did not live to delete is older than what it saved, and is deleted after the next save', async () => {
    const { former, process, stored, events } = begin();
    await haveOpen(former);
    const runs = process();
    for (const minute of [8, 9]) await runs.run(minute, { [USER]: 'well' }, LINES);
    await haveOpen(former);
    const later = process();
    for (const minute of [20, 21]) await later.run(minute, { [USER]: 'well' }, LINES);
    expect(events()).toEqual(['resolved']);
    expect(await stored()).toMatchObject({ open: [], past: [{}] });
    expect(await former.load()).toEqual([]);
  });

  it('is deleted too if the service has left since, and nothing is left to be done for it', async () => {
    const { former, process, events } = begin();
    await haveOpen(former);
    for (const minute of [8, 9]) await process().run(minute, {});
    await haveOpen(former);
    const later = process();
    for (const minute of [20, 21]) await later.run(minute, {});
    expect(events()).toEqual(['resolved']);
    expect(await former.load()).toEqual([]);
  });

  it('is not deleted if the version before has written since it was read', async () => {
    const { former, open } = begin();
    await haveOpen(former);
    const store = open();
    await store.load(askedFor([USER]));
    const written = { ...formerState('recovering'), revision: Number(formerState('open').revision) + 1 };
    await former.put(written);
    expect(await store.save(USER, NEW_STATE, null)).toBe('saved');
    expect(await store.load(askedFor([USER]))).toEqual([{ service: USER, revision: 1, state: storedForm(NEW_STATE) }]);
    expect(await former.load()).toEqual([written]);
  });

  describe('after a rollback', () => {
    it('holds nothing that the version before would end', async () => {
      const { former, process, processBefore, events } = begin();
      await haveOpen(former);
      const runs = process();
      for (const minute of [8, 9]) await runs.run(minute, { [USER]: 'http_503', other: 'http_503' }, LINES);
      const before = events();
      expect(await former.load()).toEqual([]);
      await processBefore().run(10, { [USER]: 'well' }, LINES);
      expect(events()).toEqual(before);
    });

    it('gives what the version before has written since, and what it could not know', async () => {
      const { former, process, processBefore, stored, sent, events } = begin();
      await process().run(0, { [USER]: 'http_503', calm: 'http_503' });
      const before = processBefore();
      await before.run(10, { [USER]: 'dns_failure', calm: 'well' });
      expect(events()).toEqual(['opened', 'opened', 'opened']);
      const runs = process();
      for (const minute of [20, 21]) await runs.run(minute, { [USER]: 'well', calm: 'well' });
      const ended = sent.slice(3).map(({ event, incidentId }) => `${event} ${incidentId}`);
      expect(ended.sort()).toEqual(
        sent
          .slice(0, 3)
          .map(({ incidentId }) => `resolved ${incidentId}`)
          .sort(),
      );
      expect(await stored()).toMatchObject({ open: [], outbox: [], past: [{}, {}] });
      expect(await former.load()).toEqual([]);
    });

    it('loses no end that was owed before it', async () => {
      const { process, processBefore, failing, events } = begin();
      const runs = process();
      await runs.run(0, { [USER]: 'http_503' });
      failing.add('send');
      await runs.run(1, { [USER]: 'well' });
      failing.clear();
      await processBefore().run(10, { [USER]: 'well' });
      expect(events()).toEqual(['opened']);
      await process().run(20, { [USER]: 'well' });
      expect(events()).toEqual(['opened', 'resolved']);
    });
  });
});
