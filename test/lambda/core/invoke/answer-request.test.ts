/** Tests of requests about silences, acknowledgements and checks. */

import type { Incident } from '../../../../lambda/core/incident/incident';
import type { Answer } from '../../../../lambda/core/invoke/answer';
import { answerRequest, REQUEST_ANSWERS, type RequestPorts } from '../../../../lambda/core/invoke/answer-request';
import { readCheckerRequest } from '../../../../lambda/core/invoke/checker-request';
import type { Silence } from '../../../../lambda/core/silences/silence';
import { NEW_STATE, type ServiceState } from '../../../../lambda/core/state/service-state';
import { storedForm } from '../../../../lambda/core/state/stored-state';
import { answer, failure, NOW, reportOf } from '../../../support/core/observations';
import { pastOutage, withSpentBudget } from '../../../support/core/past-services';
import { configOf } from '../../../support/core/runs';
import { virtualClock } from '../../../support/core/virtual-clock';

const IDS = ['user-service', 'payment-service'];
const CONFIG = configOf(Object.fromEntries(IDS.map((id) => [id, `https://${id}.internal`])), [
  'retry: { attempts: 3, backoff: 1s }',
]);
const HOUR = 3_600_000;
const MAINTENANCE: Silence = {
  id: 'maintenance-1',
  services: ['user-service'],
  from: NOW + HOUR,
  until: NOW + 2 * HOUR,
  untilWell: false,
  reason: 'patches',
  by: null,
  planned: true,
};

function checkerWith(ports: Partial<RequestPorts> = {}) {
  const clock = virtualClock(NOW);
  const stored = new Map<string, Silence>();
  let ids = 0;
  const all: RequestPorts = {
    clock,
    silences: {
      read: async (now) => [...stored.values()].filter(({ until }) => now < until),
      put: async (silence) => void stored.set(silence.id, silence),
      remove: async (id) => stored.delete(id),
    },
    readStates: async () => [],
    newId: () => `id${++ids}`,
    probe: async () => answer(200, reportOf({ service: 'payment-service' })),
    readSecret: async () => 'secret',
    ...ports,
  };
  return {
    clock,
    stored,
    answer: async (event: object, config = CONFIG) => {
      const request = readCheckerRequest(event, config, clock.now());
      return clock.run(answerRequest(request, REQUEST_ANSWERS, config, all)) as Promise<Answer>;
    },
  };
}

const silence = (more: object = {}) => ({
  silence: 'payment-service',
  for: '2h',
  reason: 'deploy 2.5.0',
  by: 'ana',
  ...more,
});

describe('a silence', () => {
  it('is stored, listed, and ended by its id, each answered with a line', async () => {
    const checker = checkerWith();
    const document = {
      id: 'id1',
      services: ['payment-service'],
      from: '2026-03-01T12:00:00.000Z',
      until: '2026-03-01T14:00:00.000Z',
      untilWell: false,
      reason: 'deploy 2.5.0',
      by: 'ana',
      planned: false,
    };
    expect(await checker.answer(silence())).toEqual({
      kind: 'silenced',
      text: 'payment-service is silenced until 2026-03-01 14:00:00 UTC (deploy 2.5.0, by ana); the id is id1',
      silence: document,
      notFailing: [],
      isNeeded: true,
    });
    expect([...checker.stored.values()]).toEqual([{ ...document, from: NOW, until: NOW + 2 * HOUR }]);
    await checker.answer({ silence: 'all', until: '2026-03-02T12:00:00Z' });
    expect(await checker.answer({ silences: true })).toMatchObject({
      kind: 'silences',
      text: 'id1: payment-service until 2026-03-01 14:00:00 UTC (deploy 2.5.0, by ana); id2: all services until 2026-03-02 12:00:00 UTC',
      silences: [document, { id: 'id2', services: null, reason: null, by: null }],
    });
    expect(await checker.answer({ unsilence: 'id1' })).toEqual({
      kind: 'unsilenced',
      text: 'the silence id1 is ended: payment-service until 2026-03-01 14:00:00 UTC (deploy 2.5.0, by ana); payment-service is still silenced by id2',
      silence: document,
      others: ['id2'],
    });
    expect([...checker.stored.keys()]).toEqual(['id2']);
  });

  it('is not listed after its end', async () => {
    const checker = checkerWith();
    await checker.answer(silence());
    checker.clock.set(2 * HOUR);
    expect(await checker.answer({ silences: true })).toEqual({
      kind: 'silences',
      text: 'nothing is silenced',
      silences: [],
    });
  });

  it('is refused beyond a hundred until one has ended', async () => {
    const checker = checkerWith();
    for (let count = 0; count < 100; count++) await checker.answer(silence({ for: count === 0 ? '1h' : '2h' }));
    expect(await checker.answer(silence())).toMatchObject({
      kind: 'refused',
      text: 'there are 100 silences: end one of them first',
    });
    expect(checker.stored.size).toBe(100);
    checker.clock.set(HOUR);
    expect(await checker.answer(silence())).toMatchObject({ kind: 'silenced' });
  });

  it('has no mentions or links of its text in a line', async () => {
    const checker = checkerWith();
    const event = silence({ reason: '<!here> https://evil.test', by: '@ana' });
    const textOf = async (asked: object) => (await checker.answer(asked)).text;
    const line = { as: 'line' };
    for (const asked of [event, { silences: true }, { unsilence: 'id1' }]) {
      expect(await textOf({ ...asked, ...line })).toContain('(‹!here› https:/ /evil. test, by (at)ana)');
    }
    for (const asked of [event, { silences: true }, { unsilence: 'id2' }]) {
      expect(await textOf(asked)).toContain('(<!here> https://evil.test, by @ana)');
    }
  });
});

const openSince = (openedAt: number): Incident =>
  pastOutage(openedAt, openedAt, { over: null, failing: { since: openedAt, runs: 1 } });
const OPEN = openSince(NOW - HOUR);
const BURNING: Incident = { ...OPEN, id: '2', kind: 'objective', failing: null };
const stored = (state: Partial<ServiceState>) => storedForm({ ...NEW_STATE, ...state });
const states = (byId: Record<string, Partial<ServiceState>>): RequestPorts['readStates'] =>
  jest.fn(async (services) =>
    services.flatMap((service) => {
      const state = byId[service];
      return state ? [{ service, revision: 1, state: stored(state) }] : [];
    }),
  );

describe('a silence until services are healthy', () => {
  const NOTHING = 'Nothing to silence: payment-service is not failing now; people are notified of what begins later';
  const BEGINS =
    'payment-service is silenced until it is healthy, at most until 2026-03-02 12:00:00 UTC; the id is id1';

  it.each<[string, Record<string, Partial<ServiceState>>, string[], string]>([
    ['of a service that is failing', { 'payment-service': { incidents: [OPEN] } }, [], BEGINS],
    ['of one that may be about to', { 'payment-service': { pending: { since: NOW, runs: 1 } } }, [], BEGINS],
    ['of one whose budget burns', { 'payment-service': { incidents: [BURNING] } }, [], BEGINS],
    [
      'of one that is not',
      { 'payment-service': {}, 'user-service': { incidents: [OPEN] } },
      ['payment-service'],
      NOTHING,
    ],
    [
      'of one that was never checked',
      {},
      [],
      `${BEGINS}; whether it fails is unknown: nothing has been checked here yet`,
    ],
  ])('%s', async (_, byId, notFailing, line) => {
    const readStates = states(byId);
    const checker = checkerWith({ readStates });
    const event = { silence: 'payment-service', until: 'well' };
    expect(await checker.answer(event)).toMatchObject({ notFailing, text: line, isNeeded: line !== NOTHING });
    expect([...checker.stored.values()]).toMatchObject([{ untilWell: true, until: NOW + 24 * HOUR }]);
    expect(readStates).toHaveBeenCalledWith(['payment-service'], NOW);
  });

  it('for all services names those that are not failing', async () => {
    const checker = checkerWith({
      readStates: states({ 'user-service': { incidents: [OPEN] }, 'payment-service': {} }),
    });
    expect(await checker.answer({ silence: 'all', until: 'well' })).toMatchObject({
      notFailing: ['payment-service'],
      text: expect.stringMatching(
        /^all services are silenced until they are healthy, at most until .*; payment-service is not failing now: people are /,
      ),
    });
    const well = states({ 'user-service': {}, 'payment-service': {} });
    const textOf = async (readStates: RequestPorts['readStates'], event: object) =>
      (await checkerWith({ readStates }).answer({ until: 'well', ...event })).text;
    const later = 'people are notified of what begins later';
    expect(await textOf(well, { silence: 'all' })).toBe(`Nothing to silence: no service is failing now; ${later}`);
    expect(await textOf(well, { silence: IDS })).toBe(
      `Nothing to silence: user-service, payment-service are not failing now; ${later}`,
    );
    expect(await textOf(states({}), { silence: 'all' })).toContain('; whether they fail is unknown: nothing has ');
  });

  it('is listed while it may hold something back', async () => {
    const byId: Record<string, Partial<ServiceState>> = {
      'payment-service': { incidents: [OPEN] },
      'user-service': {},
    };
    let read: RequestPorts['readStates'] = states(byId);
    const checker = checkerWith({ readStates: (...asked) => read(...asked) });
    const listed = async () => {
      const answered = await checker.answer({ silences: true });
      return answered.kind === 'silences' ? answered.silences.map(({ id }) => id) : [];
    };
    await checker.answer({ silence: 'user-service', for: '2h' });
    await checker.answer({ silence: 'all', until: 'well' });
    await checker.answer({ silence: 'user-service', until: 'well' });
    expect(await listed()).toEqual(['id1', 'id2']);
    byId['payment-service'] = { incidents: [openSince(NOW + 1), BURNING] };
    expect(await listed()).toEqual(['id1', 'id2']);
    byId['payment-service'] = {};
    expect(await listed()).toEqual(['id1']);
    byId['payment-service'] = { incidents: [openSince(NOW + 1)] };
    expect(await listed()).toEqual(['id1']);
    delete byId['user-service'];
    expect(await listed()).toEqual(['id1', 'id2', 'id3']);
    read = () => Promise.reject(new Error('away'));
    expect(await listed()).toEqual(['id1', 'id2', 'id3']);
    read = states({ 'payment-service': {}, 'user-service': {} });
    expect(await checker.answer({ unsilence: 'id3' })).toMatchObject({ kind: 'unsilenced', others: ['id1'] });
  });

  it('is stored even if the states can not be read or are too many', async () => {
    const away = checkerWith({ readStates: () => Promise.reject(new Error('away')) });
    const event = { silence: 'all', until: 'well' };
    expect(await away.answer(event)).toMatchObject({ kind: 'silenced', notFailing: [], isNeeded: true });
    const readStates = states({});
    const many = configOf(
      Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`s${index}`, 'https://s.internal'])),
    );
    expect(await checkerWith({ readStates }).answer(event, many)).toMatchObject({ kind: 'silenced', notFailing: [] });
    expect(readStates).not.toHaveBeenCalled();
  });
});

describe('an acknowledgement', () => {
  const readStates = states({ 'payment-service': { incidents: [OPEN] }, 'user-service': {} });
  const ack = { ack: 'payment-service', for: '4h', note: 'it is the database', by: 'ana' };

  it('is stored, listed, and removed by its id', async () => {
    const checker = checkerWith({ readStates });
    const document = {
      id: 'id1',
      kind: 'ack',
      services: ['payment-service'],
      untilWell: true,
      planned: false,
      from: '2026-03-01T12:00:00.000Z',
      until: '2026-03-01T16:00:00.000Z',
      reason: 'it is the database',
      by: 'ana',
    };
    const until = 'until it is healthy, at most until 2026-03-01 16:00:00 UTC';
    expect(await checker.answer(ack)).toEqual({
      kind: 'acknowledged',
      text: `payment-service acknowledged by ana ${until} (it is the database); the id is id1`,
      silence: document,
    });
    expect([...checker.stored.values()]).toEqual([{ ...document, from: NOW, until: NOW + 4 * HOUR }]);
    await checker.answer({ silence: 'payment-service', for: '2h' });
    expect(await checker.answer({ silences: true })).toMatchObject({
      text: `id1: payment-service acknowledged by ana ${until} (it is the database); id2: payment-service until 2026-03-01 14:00:00 UTC`,
      silences: [document, { id: 'id2' }],
    });
    expect(await checker.answer({ unsilence: 'id1' })).toEqual({
      kind: 'unsilenced',
      text: `the acknowledgement id1 is undone: payment-service ${until} (it is the database, by ana)`,
      silence: document,
      others: [],
    });
    expect(await checker.answer({ unsilence: 'id2' })).toMatchObject({ others: [] });
  });

  it('replaces an earlier one for the same services', async () => {
    const checker = checkerWith({ readStates });
    await checker.answer(ack);
    await checker.answer({ ...ack, by: 'ben' });
    expect([...checker.stored.values()]).toMatchObject([{ id: 'id2', kind: 'ack', by: 'ben' }]);
  });

  it('is refused without an open incident, and not stored', async () => {
    const checker = checkerWith({ readStates });
    const none = 'nothing to acknowledge: user-service has no open incident now';
    expect(await checker.answer({ ack: 'user-service' })).toEqual({ kind: 'refused', text: none, faults: [none] });
    const never = checkerWith();
    expect((await never.answer({ ack: 'all' })).text).toBe(
      'nothing to acknowledge: no service has an open incident now',
    );
    expect((await never.answer({ ack: IDS })).text).toBe(
      'nothing to acknowledge: user-service, payment-service have no open incident now',
    );
    expect([checker.stored.size, never.stored.size]).toEqual([0, 0]);
  });

  it('is refused for an incident that is not open yet', async () => {
    const pending = states({ 'payment-service': { pending: { since: NOW - 1, runs: 1 } } });
    expect((await checkerWith({ readStates: pending }).answer(ack)).text).toBe(
      'nothing to acknowledge: payment-service has no open incident now',
    );
  });

  it('is refused for a budget that a known outage spent', async () => {
    const spent = withSpentBudget(NEW_STATE, pastOutage(NOW - 9_000, NOW - 1_000), true);
    expect((await checkerWith({ readStates: states({ 'payment-service': spent }) }).answer(ack)).text).toBe(
      'nothing to acknowledge: payment-service has no open incident now',
    );
  });

  it('covers only services with an open incident', async () => {
    const checker = checkerWith({ readStates });
    expect(await checker.answer({ ack: IDS, by: 'ana' })).toMatchObject({
      text: expect.stringMatching(
        /^payment-service acknowledged by ana until .*; the id is id1; user-service has no open incident$/,
      ),
    });
    expect(await checker.answer({ ack: 'all', by: 'ana' })).toMatchObject({
      text: expect.stringMatching(/^payment-service acknowledged by ana until .*; the id is id2$/),
    });
    expect([...checker.stored.values()].map(({ services }) => services)).toEqual([['payment-service']]);
  });

  it('is not listed once its incident is over', async () => {
    const byId: Record<string, Partial<ServiceState>> = { 'payment-service': { incidents: [OPEN] } };
    const checker = checkerWith({ readStates: (...asked) => states(byId)(...asked) });
    await checker.answer(ack);
    byId['payment-service'] = {};
    expect(await checker.answer({ silences: true })).toMatchObject({ text: 'nothing is silenced', silences: [] });
  });

  it('is stored as requested if the states can not be read', async () => {
    const checker = checkerWith({ readStates: () => Promise.reject(new Error('away')) });
    expect(await checker.answer({ ack: IDS })).toMatchObject({ kind: 'acknowledged', silence: { services: IDS } });
  });

  it('counts as a silence for the limit, once for the same services', async () => {
    const checker = checkerWith({ readStates });
    for (let count = 0; count < 100; count++) await checker.answer(ack);
    for (let count = 0; count < 99; count++) await checker.answer({ silence: 'user-service', for: '2h' });
    expect(await checker.answer(ack)).toMatchObject({ text: 'there are 100 silences: end one of them first' });
  });

  it('has no mentions or links of its text in a line', async () => {
    const checker = checkerWith({ readStates });
    const { text } = await checker.answer({ ...ack, by: '<!here>', note: 'https://evil.test', as: 'line' });
    expect(text).toMatch(/^payment-service acknowledged by ‹!here› .* \(https:\/ \/evil\. test\); the id is id1$/);
  });
});

describe('a service in place of an id', () => {
  const about = { unsilence: 'payment-service' };

  it('ends the only silence of the service', async () => {
    const checker = checkerWith();
    await checker.answer(silence());
    expect(await checker.answer(about)).toMatchObject({ kind: 'unsilenced', silence: { id: 'id1' } });
    expect(checker.stored.size).toBe(0);
  });

  it('is refused with several silences, not counting wider or planned ones', async () => {
    const planned = { ...MAINTENANCE, services: ['payment-service'] };
    const checker = checkerWith({ planned: () => [planned] });
    expect(await checker.answer(about)).toMatchObject({ kind: 'refused' });
    await checker.answer(silence({ silence: IDS }));
    await checker.answer(silence({ silence: 'all' }));
    expect(await checker.answer(about)).toMatchObject({ kind: 'refused' });
    await checker.answer(silence());
    await checker.answer(silence());
    expect(await checker.answer(about)).toMatchObject({
      kind: 'refused',
      text: 'payment-service has 2 silences; name one: id3, id4',
    });
    expect(checker.stored.size).toBe(4);
    await checker.answer({ unsilence: 'id3' });
    expect(await checker.answer(about)).toMatchObject({ kind: 'unsilenced', silence: { id: 'id4' } });
    expect([...checker.stored.keys()]).toEqual(['id1', 'id2']);
  });
});

describe('an id', () => {
  it('is refused if it does not exist, with the ids in force', async () => {
    const checker = checkerWith({ planned: () => [MAINTENANCE] });
    const none = 'no silence has the id "id1", or is for that service alone; in force: none';
    expect(await checker.answer({ unsilence: 'id1' })).toEqual({ kind: 'refused', text: none, faults: [none] });
    await checker.answer(silence());
    expect(await checker.answer({ unsilence: 'user-service' })).toMatchObject({
      kind: 'refused',
      text: 'no silence has the id "user-service", or is for that service alone; in force: id1',
    });
    for (let count = 0; count < 30; count++) await checker.answer(silence());
    const { text } = await checker.answer({ unsilence: 'x'.repeat(1_000) });
    expect(text).toMatch(
      /^no silence has the id "x{78}…, or is for that service alone; in force: id1, id2, .*, id20 and 11 more$/,
    );
  });

  it('names other silences that still cover its services', async () => {
    const now = { ...MAINTENANCE, from: NOW - HOUR };
    const checker = checkerWith({ planned: () => [now] });
    await checker.answer({ silence: 'all', for: '2h' });
    await checker.answer(silence());
    expect(await checker.answer({ unsilence: 'id1' })).toMatchObject({
      others: expect.arrayContaining(['id2', 'maintenance-1']),
      text: expect.stringMatching(
        /; user-service, payment-service are still silenced by (id2, maintenance-1|maintenance-1, id2)$/,
      ),
    });
    expect(await checker.answer({ unsilence: 'id2' })).toMatchObject({ others: [] });
  });

  it('is refused if its silence has just ended', async () => {
    const checker = checkerWith();
    await checker.answer(silence());
    checker.clock.set(3 * HOUR);
    expect(await checker.answer({ unsilence: 'id1' })).toMatchObject({ kind: 'refused' });
  });

  it('is refused for planned maintenance, with a hint to the config', async () => {
    const later = { ...MAINTENANCE, from: NOW + 25 * HOUR, until: NOW + 26 * HOUR };
    const planned = jest.fn(() => [MAINTENANCE, later]);
    const checker = checkerWith({ planned });
    expect(await checker.answer({ unsilence: 'maintenance-1' })).toMatchObject({
      kind: 'refused',
      text: 'maintenance-1 is planned maintenance: change the config to end it',
    });
    expect(await checker.answer({ silences: true })).toMatchObject({
      text: 'maintenance-1: user-service from 2026-03-01 13:00:00 UTC until 2026-03-01 14:00:00 UTC (patches)',
      silences: [{ id: 'maintenance-1', planned: true }],
    });
    expect(planned).toHaveBeenCalledWith(NOW, NOW + 7 * 24 * HOUR);
  });
});

it.each([{ silences: true }, { unsilence: 'id1' }, silence()])(
  '%j fails if the silences can not be read',
  async (event) => {
    const away = () => Promise.reject(new Error('the table is away'));
    const checker = checkerWith({ silences: { read: away, put: away, remove: away } });
    await expect(checker.answer(event)).rejects.toThrow('the table is away');
  },
);

describe('a service that is checked on request', () => {
  const ask = { ask: 'payment-service' };

  it('is answered with its state', async () => {
    expect(await checkerWith().answer(ask)).toEqual({
      kind: 'asked',
      text: 'payment-service is healthy: it answered in 15 ms, version 1.4.2',
      services: [expect.objectContaining({ service: 'payment-service', verdict: 'healthy', attempts: 1 })],
    });
  });

  it('is checked with the configured retries, and may be failing', async () => {
    const refusing = failure('connection_refused', { detail: 'ECONNREFUSED 10.0.0.1:443' });
    expect(await checkerWith({ probe: async () => refusing }).answer(ask)).toMatchObject({
      kind: 'asked',
      text: expect.stringMatching(/^payment-service is down: connection refused \(ECONNREFUSED .*\), checked 3 times$/),
      services: [{ verdict: 'unreachable', reason: 'connection_refused', attempts: 3 }],
    });
  });

  it('is checked once on demand, with its version', async () => {
    const probe = jest.fn(async () => answer(503, { error: 'starting', timestamp: '', service: '' }));
    const once = { ...ask, once: true };
    expect(await checkerWith({ probe }).answer(once)).toMatchObject({
      services: [{ verdict: 'unhealthy', reason: 'http_503', attempts: 1, version: null, environment: null }],
    });
    expect(probe).toHaveBeenCalledTimes(1);
    expect(await checkerWith().answer(once)).toMatchObject({
      services: [{ verdict: 'healthy', version: '1.4.2', environment: 'production' }],
    });
  });

  it('has its secret read again for the next time if it refuses the secret', async () => {
    const [first, second] = CONFIG.services as [(typeof CONFIG.services)[0], (typeof CONFIG.services)[0]];
    const headers = { 'X-Token': { kind: 'secret', secret: 'shop/token', key: null } } as const;
    const config = { ...CONFIG, services: [first, { ...second, headers }] };
    const probe = jest.fn(async () => answer(401, {}));
    const readSecret = jest.fn(async (_secret: string, uncached = false) => (uncached ? 'new' : 'old'));
    await checkerWith({ probe, readSecret }).answer({ ...ask, once: true }, config);
    expect(probe).toHaveBeenCalledTimes(1);
    expect(readSecret.mock.calls).toEqual([['shop/token'], ['shop/token', true]]);
  });

  it('is answered in one line with others', async () => {
    expect((await checkerWith().answer({ ask: 'all' })).text).toBe(
      'user-service is down: "payment-service" answered instead of "user-service", checked 3 times; payment-service is healthy: it answered in 15 ms, version 1.4.2',
    );
  });

  it('has no mentions or links of its text in a line', async () => {
    const probe = async () => answer(503, { error: '<!channel> see https://evil.test', timestamp: '', service: '' });
    const { text } = await checkerWith({ probe }).answer(ask);
    expect(text).toContain('evil');
    expect(text).not.toMatch(/<!channel>|https:\/\/evil|evil\.test/);
  });

  it('is checked with its secrets, and not without them', async () => {
    const [first, second] = CONFIG.services as [(typeof CONFIG.services)[0], (typeof CONFIG.services)[0]];
    const headers = { 'X-Token': { kind: 'secret', secret: 'shop/token', key: null } } as const;
    const config = { ...CONFIG, services: [first, { ...second, headers }] };
    const probe = jest.fn<ReturnType<RequestPorts['probe']>, Parameters<RequestPorts['probe']>>(async () =>
      answer(200, reportOf({ service: 'payment-service' })),
    );
    await checkerWith({ probe, readSecret: async () => 't0ken' }).answer(ask, config);
    expect(probe.mock.calls[0]?.[0].headers).toMatchObject({ 'X-Token': 't0ken' });
    probe.mockClear();
    const readSecret = () => Promise.reject(new Error('access denied'));
    expect(await checkerWith({ probe, readSecret }).answer(ask, config)).toEqual({
      kind: 'asked',
      text: "payment-service: the secret shop/token can't be read: access denied",
      services: [
        {
          service: 'payment-service',
          verdict: null,
          message: "the secret shop/token can't be read: access denied",
        },
      ],
    });
    expect(probe).not.toHaveBeenCalled();
  });

  it("answers with the reason if a service can't be checked", async () => {
    const probe = () => Promise.reject(new Error('EMFILE: too many open files'));
    expect((await checkerWith({ probe }).answer(ask)).text).toBe(
      'payment-service: it could not be checked: EMFILE: too many open files',
    );
  });

  const fleetOf = (count: number, keys: string[] = []) =>
    configOf(
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`s${index}`, `https://s${index}.internal`])),
      ['retry: { attempts: 1 }', ...keys],
    );
  const hostOf = ({ url }: { readonly url: string }) => new URL(url).hostname.split('.')[0] ?? '';

  it('is named among many only if it fails', async () => {
    const sick = new Set(['s3', 's7']);
    const probe: RequestPorts['probe'] = async (request) =>
      sick.has(hostOf(request)) ? failure('connection_refused') : answer(200, reportOf({ service: hostOf(request) }));
    const checker = checkerWith({ probe });
    const lineOf = async () => (await checker.answer({ ask: 'all' }, fleetOf(14))).text;
    expect(await lineOf()).toBe('2 of 14 are still down: s3 (connection refused), s7 (connection refused)');
    sick.delete('s7');
    expect(await lineOf()).toBe('1 of 14 is still down: s3 (connection refused)');
    sick.delete('s3');
    expect(await lineOf()).toBe('all 14 are healthy');
  });

  it('is checked within the concurrency of a run', async () => {
    let underWay = 0;
    let most = 0;
    const probe: RequestPorts['probe'] = async (request) => {
      most = Math.max(most, ++underWay);
      for (let turn = 0; turn < 5; turn++) await Promise.resolve();
      underWay--;
      return answer(200, reportOf({ service: hostOf(request) }));
    };
    const { text } = await checkerWith({ probe }).answer({ ask: 'all' }, fleetOf(14, ['concurrency: 3']));
    expect(text).toBe('all 14 are healthy');
    expect(most).toBe(3);
  });

  it('times out with the limit of the caller', async () => {
    const stop = new AbortController();
    const asked: string[] = [];
    const probe: RequestPorts['probe'] = async (request, signal) => {
      asked.push(hostOf(request));
      stop.abort();
      if (!signal?.aborted) throw new Error('nothing would ever end this');
      return failure('timeout_response');
    };
    const config = configOf({ s0: 'https://s0.internal' }, ['retry: { attempts: 3, backoff: 1s }']);
    const { text } = await checkerWith({ probe, signal: stop.signal }).answer({ ask: 's0' }, config);
    expect(text).toMatch(/^s0 is down: no answer in time/);
    expect(asked).toEqual(['s0']);
  });
});
