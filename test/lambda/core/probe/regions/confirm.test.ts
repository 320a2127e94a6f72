/** Services that home does not reach: other regions are asked about them in parallel with its retries. */

import type { Observation } from '../../../../../lambda/core/probe/observation';
import type { AskRegion, Regions } from '../../../../../lambda/core/probe/regions/confirm';
import { answerOf, type SeenService } from '../../../../../lambda/core/probe/regions/region-question';
import { runCheck } from '../../../../../lambda/core/run/run-check';
import { describeViews } from '../../../../../lambda/core/words/regions/region-views';
import { answer, failure, NOW, reportOf } from '../../../../support/core/observations';
import { configOf } from '../../../../support/core/runs';
import { virtualClock } from '../../../../support/core/virtual-clock';

const IDS = ['cart', 'mail', 'pay', 'shop', 'user'];
const OTHERS = ['us-east-1', 'sa-east-1', 'ap-southeast-1'];
const refused = failure('connection_refused', { errorCode: 'ECONNREFUSED' });
const cutOff = failure('dns_failure', { errorCode: 'EAI_AGAIN' });
const well = (id: string) => answer(200, reportOf({ service: id, timestamp: undefined }));

/** `h`, `r` and `u` of the services that home does not reach; a function to answer otherwise. */
type Sight = 'h' | 'r' | 'u' | AskRegion;

const SEEN: Readonly<Record<'h' | 'r' | 'u', Omit<SeenService, 'id'>>> = {
  h: { kind: 'healthy', reason: 'ok', httpStatus: 200 },
  r: { kind: 'unhealthy', reason: 'http_503', httpStatus: 503 },
  u: { kind: 'unreachable', reason: 'timeout_connect', httpStatus: null },
};

interface Setup {
  readonly lines?: readonly string[];
  /** What home sees of a service at its nth attempt. */
  readonly home: (id: string, attempt: number) => Observation;
  readonly sights: readonly Sight[];
  readonly lastVotes?: Regions['lastVotes'];
  readonly ids?: readonly string[];
  readonly probeMs?: number;
  /** The ids of services that say `confirmFrom: none`. */
  readonly none?: readonly string[];
}

function start({ lines = [], home, sights, lastVotes = new Map(), ids = IDS, probeMs = 20, none = [] }: Setup) {
  const clock = virtualClock(NOW);
  const asked: { readonly region: string; readonly at: number; readonly ids: readonly string[] }[] = [];
  const attempts = new Map<string, number>();
  const down = new Set<string>();
  const ask: AskRegion = async (region, question) => {
    asked.push({ region, at: clock.elapsed(), ids: question.services.map(({ id }) => id) });
    const sight = sights[OTHERS.indexOf(region)] ?? 'h';
    await clock.sleep(500);
    if (typeof sight === 'function') return sight(region, question);
    return answerOf(question.services.map(({ id }) => ({ id, ...SEEN[down.has(id) ? sight : 'h'] })));
  };
  const parsed = configOf(Object.fromEntries(ids.map((id) => [id, `https://${id}.company.com`])), lines);
  const services = parsed.services.map((each) =>
    none.includes(each.id) ? { ...each, confirmFrom: 'none' as const } : each,
  );
  const config = { ...parsed, services };
  const probe = async ({ url }: { url: string }) => {
    const id = new URL(url).hostname.split('.')[0] ?? '';
    attempts.set(id, (attempts.get(id) ?? 0) + 1);
    await clock.sleep(probeMs);
    const seen = home(id, attempts.get(id) ?? 0);
    if (seen.kind === 'failure') down.add(id);
    return seen;
  };
  const run = async () => {
    const regions = { home: 'eu-central-1', others: OTHERS.slice(0, sights.length), ask, lastVotes };
    const done = await clock.run(runCheck(config, { probe, clock, regions }));
    const checks = Object.fromEntries(done.results.map((check) => [check.service.id, check]));
    return { ...done, checks, asked, tookMs: done.durationMs };
  };
  return { run, clock };
}

const downAtHome =
  (...ids: readonly string[]) =>
  (id: string) =>
    ids.includes(id) ? refused : well(id);

it('says from how many regions a service is unreachable', async () => {
  const { checks, asked } = await start({ home: downAtHome('pay'), sights: ['u', 'u', 'u'] }).run();
  expect(checks.pay).toMatchObject({ kind: 'unreachable', reason: 'connection_refused', attempts: 3 });
  expect(describeViews(checks.pay?.views ?? [])).toBe('unreachable from 4 of 4 regions');
  expect(asked.map(({ region }) => region)).toEqual(OTHERS);
  expect(checks.mail?.views).toBeUndefined();
});

it('is healthy with a condition if more regions reach a service than not, and one finds it healthy', async () => {
  const { checks } = await start({ home: downAtHome('pay'), sights: ['h', 'h', 'r'] }).run();
  expect(checks.pay).toMatchObject({
    kind: 'healthy',
    message:
      'unreachable from eu-central-1, healthy from us-east-1 and sa-east-1; reached from ap-southeast-1 (HTTP 503)',
    report: null,
    certificate: null,
  });
});

it('takes a tie for an outage, and names who reached it', async () => {
  const { checks } = await start({ home: downAtHome('pay'), sights: ['h', 'u', 'h'] }).run();
  expect(checks.pay?.kind).toBe('unreachable');
  expect(describeViews(checks.pay?.views ?? [])).toBe(
    'unreachable from 2 of 4 regions; reached from us-east-1 (healthy) and ap-southeast-1 (healthy)',
  );
});

it('asks no region about healthy services, and each once about a service whose retry succeeds', async () => {
  const none = await start({ home: well, sights: ['u', 'u'] }).run();
  expect(none.asked).toEqual([]);
  const home = (id: string, attempt: number) => (id === 'pay' && attempt === 1 ? refused : well(id));
  const { asked, checks } = await start({ home, sights: ['u', 'u'] }).run();
  expect(asked.map(({ region }) => region)).toEqual(OTHERS.slice(0, 2));
  expect(checks.pay).toMatchObject({ kind: 'healthy', attempts: 2 });
  expect(checks.pay?.views).toBeUndefined();
});

it('asks once about all services that fail within 300 ms, with three that are healthy', async () => {
  const { asked } = await start({ home: downAtHome('pay', 'mail'), sights: ['u', 'u'] }).run();
  expect(asked.map(({ at, ids }) => [at, [...ids].sort()])).toEqual([
    [320, IDS],
    [320, IDS],
  ]);
});

it('asks at most four times in a run, and waits for no vote after that', async () => {
  // Each fails for the first time half a second after the one before.
  const setup = start({
    ids: ['a', 'b', 'c', 'd', 'e', 'f', 'g'],
    lines: ['concurrency: 1', 'retry: { attempts: 1 }'],
    probeMs: 500,
    home: (id) => (id === 'g' ? well(id) : refused),
    sights: ['u', 'u'],
  });
  const { asked, checks } = await setup.run();
  expect(asked.map(({ ids }) => ids)).toEqual(['a', 'b', 'c', 'd'].flatMap((id) => [[id], [id]]));
  expect(Object.values(checks).map(({ views }) => views !== undefined)).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
});

it.each([
  [1, 4_000],
  [2, 4_000],
  [3, 4_000],
])('waits with %i attempts for %i ms at most for a region that does not answer', async (attempts, ms) => {
  const silent: AskRegion = () => new Promise(() => {});
  const lines = [`retry: { attempts: ${attempts} }`];
  const { tookMs, checks } = await start({ home: downAtHome('pay'), sights: ['h', 'h', silent], lines }).run();
  expect(tookMs).toBe(20 + ms);
  expect(checks.pay?.message).toContain('no vote from ap-southeast-1 (no answer yet)');
});

it('waits 4 s after the first failed attempt of each service, also if its retries wait in a full queue', async () => {
  // A pair begins every second, and all votes take 3.4 s from the first failed attempt on.
  const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
  const slow: AskRegion = async (_, { services }) => {
    await clock.sleep(2_600);
    return answerOf(services.map(({ id }) => ({ id, ...SEEN.h })));
  };
  const { run, clock } = start({
    ids,
    lines: ['concurrency: 2', 'retry: { attempts: 1 }'],
    probeMs: 1_000,
    home: (id) => (id === 'a' ? well(id) : refused),
    sights: [slow, slow],
  });
  const { checks, tookMs } = await run();
  expect(ids.slice(1).map((id) => checks[id]?.kind)).toEqual(Array(7).fill('healthy'));
  expect(tookMs).toBe(4_000 + 300 + 500 + 2_600);
});

it('does not wait for a vote that changes nothing', async () => {
  const silent: AskRegion = () => new Promise(() => {});
  const lines = ['retry: { attempts: 1 }'];
  const { tookMs, checks } = await start({ home: downAtHome('pay'), sights: ['u', 'u', silent], lines }).run();
  expect([tookMs, checks.pay?.kind]).toEqual([820, 'unreachable']);
});

it('lets a region vote that it is unreachable only if it reaches something else', async () => {
  const blind: AskRegion = async (_, { services }) => answerOf(services.map(({ id }) => ({ id, ...SEEN.u })));
  const { checks } = await start({ home: downAtHome('pay'), sights: ['h', 'h', blind] }).run();
  expect(checks.pay?.message).toBe(
    'unreachable from eu-central-1, healthy from us-east-1 and sa-east-1; no vote from ap-southeast-1 (it reached no other service)',
  );
});

it.each([
  ['throws', async () => Promise.reject(new Error('throttled')), 'throttled'],
  ['knows none of the services', async () => answerOf([]), 'not checked there'],
] satisfies [string, AskRegion, string][])('says why a region that %s has no vote', async (_name, sight, why) => {
  const { checks } = await start({ home: downAtHome('pay'), sights: [sight, sight] }).run();
  expect(checks.pay?.kind).toBe('unreachable');
  expect(describeViews(checks.pay?.views ?? [])).toBe(
    `unreachable from 1 of 3 regions; no vote from us-east-1 (${why}) and sa-east-1 (${why})`,
  );
});

it('has no vote itself if it reaches nothing, and stays inconclusive about services that nobody reaches', async () => {
  const sight: AskRegion = async (_, { services }) =>
    answerOf(services.map(({ id }) => ({ id, ...SEEN[id === 'pay' ? 'h' : 'u'] })));
  const { checks, unchecked } = await start({ home: () => cutOff, sights: [sight, sight] }).run();
  expect(Object.keys(checks)).toEqual(['pay']);
  expect(checks.pay?.message).toBe('unreachable from eu-central-1, healthy from us-east-1 and sa-east-1');
  expect(unchecked.map(({ service }) => service.id)).toEqual(['cart', 'mail', 'shop', 'user']);
});

it('keeps the vote of the run before of a region without one, once', async () => {
  const lastVotes: Regions['lastVotes'] = new Map();
  const broken: AskRegion = () => Promise.reject(new Error('throttled'));
  const runs = async (sights: readonly Sight[]) =>
    (await start({ home: downAtHome('pay'), sights, lastVotes }).run()).checks.pay?.kind;
  expect(await runs(['h', 'h'])).toBe('healthy');
  expect(await runs(['h', broken])).toBe('healthy');
  expect(await runs(['h', broken])).toBe('unreachable');
});

it('does not ask about a service that says none', async () => {
  const { asked, checks } = await start({ home: downAtHome('pay'), sights: ['h', 'h'], none: ['pay'] }).run();
  expect([asked, checks.pay?.kind]).toEqual([[], 'unreachable']);
});

it('forgets the votes of a service that is healthy again', async () => {
  const lastVotes: Regions['lastVotes'] = new Map();
  await start({ home: downAtHome('pay'), sights: ['h', 'h'], lastVotes }).run();
  expect([...lastVotes.keys()]).toEqual(['pay']);
  const { asked } = await start({ home: well, sights: ['h', 'h'], lastVotes }).run();
  expect([asked.length, lastVotes.size]).toEqual([0, 0]);
});
