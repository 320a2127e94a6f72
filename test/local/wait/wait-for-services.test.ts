/** How services are waited for, on a virtual clock: round by round, until all are ready at the same time. */

import { type Answer, type Progress, type Wanted, waitForServices } from '../../../local/wait/wait-for-services';
import { changeLine, missingLine, outcomeLine } from '../../../local/wait/wait-words';
import { virtualClock } from '../../support/core/virtual-clock';

const WANTED = { version: '2.5.0', environment: null, runs: 3 };
const GOOD: Omit<Answer, 'service'> = { verdict: 'healthy', message: 'healthy', version: '2.5.0', environment: null };
const OLD = { ...GOOD, version: '2.4.0' };
const SICK = { ...GOOD, verdict: 'unhealthy' as const, message: 'HTTP 503', version: null };

/** The answer of a service in the n-th round, from 1 on. */
type Script = (round: number) => Omit<Answer, 'service'>;

function waiting(
  scripts: Readonly<Record<string, Script>>,
  { wanted = {}, forMs = 60_000, lasting = async () => undefined }: Partial<Options> = {},
) {
  const clock = virtualClock(0);
  const interrupt = new AbortController();
  const starts: number[] = [];
  const lines: string[] = [];
  const checkAll = async () => {
    const round = starts.push(clock.elapsed() / 1_000);
    await lasting(clock, interrupt, round);
    return Object.entries(scripts).map(([service, script]) => ({ service, ...script(round) }));
  };
  const services: readonly Wanted[] = Object.keys(scripts).map((service) => ({ service, ...WANTED, ...wanted }));
  const onRound = (now: readonly Progress[], before: readonly Progress[]) => {
    lines.push(...now.flatMap((progress, index) => changeLine(progress, before[index] as Progress) ?? []));
  };
  const ports = { clock, checkAll, interrupted: interrupt.signal, onRound };
  const result = clock.run(waitForServices(services, { forMs, everyMs: 5_000 }, ports));
  return { result, starts, lines, interrupt, clock };
}

interface Options {
  readonly wanted: Partial<Wanted>;
  readonly forMs: number;
  readonly lasting: (clock: ReturnType<typeof virtualClock>, interrupt: AbortController, round: number) => unknown;
}

it('ends with the last good answer that is needed', async () => {
  const { result, starts } = waiting({ user: () => GOOD, pay: () => GOOD });
  expect(await result).toMatchObject({ outcome: 'ready', durationMs: 10_000 });
  expect(starts).toEqual([0, 5, 10]);
});

it('restarts the count at each answer with another version, and says how often it came', async () => {
  const { result, starts, lines } = waiting({ user: (round) => ([2, 4, 7].includes(round) ? OLD : GOOD) });
  await result;
  expect(starts).toHaveLength(10);
  expect(lines.slice(-3)).toEqual([
    'user answers 2.4.0, not 2.5.0; 2.4.0 answered 3 of the last 7',
    'user is healthy, version 2.5.0; 2.4.0 answered 3 of the last 8',
    'user is ready: 3 times in a row',
  ]);
});

it('needs all services to be ready at the same time', async () => {
  const { result } = waiting({
    user: (round) => (round === 4 ? SICK : GOOD),
    pay: (round) => (round < 3 ? SICK : GOOD),
  });
  expect((await result).durationMs).toBe(30_000);
});

it('starts the next round on time after one that took long', async () => {
  const { result, starts } = waiting({ user: () => SICK }, { lasting: (clock) => clock.sleep(7_000), forMs: 28_000 });
  expect(outcomeLine(await result)).toBe('Timed out after 28 s: 0 of 1 service ready.');
  expect(starts).toEqual([0, 10, 20]);
});

it('drops a round that ends or fails after the time is up', async () => {
  const lasting: Options['lasting'] = async (clock) => {
    await clock.sleep(20_000);
    throw new Error('too late');
  };
  const { result, clock } = waiting({ user: () => GOOD }, { lasting, forMs: 15_000 });
  const { outcome, services } = await result;
  expect([outcome, ...services.map(missingLine)]).toEqual(['late', 'user has not answered yet']);
  await clock.run(clock.sleep(10_000));
});

it('ends at an interrupt', async () => {
  const lasting: Options['lasting'] = (_, interrupt, round) => round === 2 && interrupt.abort();
  expect(await waiting({ user: () => SICK }, { lasting }).result).toMatchObject({
    outcome: 'interrupted',
    durationMs: 5_000,
  });
});

it('rejects if checking does', async () => {
  const lasting: Options['lasting'] = () => Promise.reject(new Error('no permission'));
  await expect(waiting({ user: () => GOOD }, { lasting }).result).rejects.toThrow('no permission');
});

it.each<[string, Omit<Answer, 'service'>, Partial<Wanted>]>([
  ['user is down: HTTP 503', SICK, {}],
  ['user answers without a version, not 2.5.0', { ...GOOD, version: null }, {}],
  ['user answers 2.5.0, not v2.5.0 (the leading v counts)', GOOD, { version: 'v2.5.0' }],
  [
    'user answers from the environment "staging", not "production"',
    { ...GOOD, environment: 'staging' },
    { environment: 'production' },
  ],
  ['user could not be checked: EMFILE', { ...SICK, verdict: null, message: 'EMFILE' }, {}],
  ['user is healthy, version 2.5.0, but only 2 times in a row (3 needed)', GOOD, {}],
])('says: %s', async (line, answer, wanted) => {
  const { result } = waiting({ user: () => answer }, { wanted, forMs: 8_000 });
  const { outcome, services } = await result;
  expect([outcome, ...services.map(missingLine)]).toEqual(['late', line]);
});

it('accepts any version if none is wanted, and an answer without one', async () => {
  const { result } = waiting(
    { user: (round) => ({ ...GOOD, version: round === 2 ? '2.4.0' : null }) },
    {
      wanted: { version: null },
    },
  );
  expect(await result).toMatchObject({ outcome: 'ready', durationMs: 10_000 });
});
