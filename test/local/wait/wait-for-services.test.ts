/** How services are waited for, on a clock of the test's own: each asked by itself, at the same pace, until all are ready at once. */

import type { AnsweredService, AskedService } from '../../../lambda/core/invoke/answer';
import type { ServiceProgress, Wanted } from '../../../local/wait/service-progress';
import { type AskService, waitForServices } from '../../../local/wait/wait-for-services';
import { missingText } from '../../../local/wait/wait-words';
import { answeredService } from '../../support/core/answered-services';
import { virtualClock } from '../../support/core/virtual-clock';

const NOW = Date.parse('2026-11-26T12:00:00Z');
const WANTED: Wanted = { version: '2.5.0', environment: null, runs: 3 };

const healthy = (service: string, fields: Partial<AnsweredService> = {}): AskedService =>
  answeredService(service, { environment: 'production', responseMs: 12, ...fields });
const sick = (service: string): AskedService =>
  healthy(service, { verdict: 'unhealthy', reason: 'http_503', message: 'answered 503', version: null });

/** What a service answers the n-th time, from 1 on, and how long that takes. */
type Script = (turn: number) => AskedService | Promise<AskedService>;

function waiting(scripts: Readonly<Record<string, Script>>, { wanted = WANTED, forMs = 60_000, everyMs = 5_000 } = {}) {
  const clock = virtualClock(NOW);
  const asked: { readonly id: string; readonly at: number }[] = [];
  const interrupt = new AbortController();
  const counts = new Map<string, number>();
  const ask: AskService = async (id) => {
    asked.push({ id, at: clock.elapsed() });
    counts.set(id, (counts.get(id) ?? 0) + 1);
    return (scripts[id] as Script)(counts.get(id) ?? 0);
  };
  const seen: ServiceProgress[] = [];
  const result = clock.run(
    waitForServices(
      new Map(Object.keys(scripts).map((id) => [id, wanted])),
      { forMs, everyMs },
      {
        clock,
        ask,
        interrupted: interrupt.signal,
        onStart: () => undefined,
        onAnswer: (now) => {
          seen.push(now);
        },
      },
    ),
  );
  return { result, asked, seen, interrupt, clock };
}

const timesOf = (asked: readonly { readonly id: string; readonly at: number }[], of: string) =>
  asked.filter(({ id }) => id === of).map(({ at }) => at / 1_000);

it('is over with the last good answer that is needed, and has asked once every time', async () => {
  const { result, asked } = waiting({ user: () => healthy('user'), pay: () => healthy('pay') });
  expect(await result).toMatchObject({ outcome: 'ready', startedAt: NOW, durationMs: 10_000 });
  expect(timesOf(asked, 'user')).toEqual([0, 5, 10]);
  expect(timesOf(asked, 'pay')).toEqual([0, 5, 10]);
});

it('begins anew at each answer of another version, and counts these', async () => {
  const { result, seen } = waiting({
    user: (turn) => healthy('user', { version: [2, 4, 7].includes(turn) ? '2.4.0' : '2.5.0' }),
  });
  const { services, durationMs } = await result;
  expect(seen.map(({ inARow }) => inARow)).toEqual([1, 0, 1, 0, 1, 2, 0, 1, 2, 3]);
  expect(durationMs).toBe(45_000);
  expect(missingText(seen[6] as ServiceProgress)).toBe('answers 2.4.0, not 2.5.0; 2.4.0 answered 3 of the last 7');
  expect(services[0]?.recent.filter((version) => version === '2.4.0')).toHaveLength(3);
});

it('needs all services to be ready at once: one that fails again begins anew', async () => {
  const { result, asked } = waiting({
    user: (turn) => (turn === 4 ? sick('user') : healthy('user')),
    pay: (turn) => (turn < 3 ? sick('pay') : healthy('pay')),
  });
  expect((await result).durationMs).toBe(30_000);
  expect(timesOf(asked, 'user')).toEqual([0, 5, 10, 15, 20, 25, 30]);
});

it('does not let a service that hangs hold up another, and asks it again when it has answered', async () => {
  let clock = virtualClock(NOW);
  const slow: Script = async () => {
    await clock.sleep(12_000);
    return healthy('slow', { verdict: 'unreachable', reason: 'timeout_response', version: null });
  };
  const started = waiting({ user: () => healthy('user'), slow }, { forMs: 40_000 });
  clock = started.clock;
  expect(await started.result).toMatchObject({ outcome: 'late', durationMs: 40_000 });
  expect(timesOf(started.asked, 'user')).toEqual([0, 5, 10, 15, 20, 25, 30, 35]);
  expect(timesOf(started.asked, 'slow')).toEqual([0, 15, 30]);
});

it('drops an answer that comes after the end, and a failure to ask too', async () => {
  let clock = virtualClock(NOW);
  const late: Script = async () => {
    await clock.sleep(20_000);
    throw new Error('nobody wants it');
  };
  const started = waiting({ late }, { forMs: 15_000 });
  clock = started.clock;
  const { services, outcome } = await started.result;
  expect(outcome).toBe('late');
  expect(services.map((service) => [missingText(service), service.requests])).toEqual([['has not answered yet', 1]]);
  await clock.run(clock.sleep(10_000));
});

it('ends at an interrupt, and at once if that came before', async () => {
  const started = waiting({
    user: (turn) => {
      if (turn === 2) started.interrupt.abort();
      return sick('user');
    },
  });
  expect(await started.result).toMatchObject({ outcome: 'interrupted', durationMs: 5_000 });
});

it('rejects if asking is of no use', async () => {
  const { result, asked } = waiting({
    user: (turn) => (turn === 2 ? Promise.reject(new Error('no permission')) : sick('user')),
  });
  await expect(result).rejects.toThrow('no permission');
  expect(asked).toHaveLength(2);
});

it.each<[string, AskedService, Partial<Wanted>, string]>([
  ['is not healthy', sick('user'), {}, 'is down: answered 503'],
  [
    'is another service',
    healthy('user', { verdict: 'invalid', reason: 'wrong_service', message: '"pay" answered instead of "user"' }),
    {},
    'is down: "pay" answered instead of "user"',
  ],
  ['has no version', healthy('user', { version: null }), {}, 'answers without a version, not 2.5.0'],
  ['has a prefix', healthy('user'), { version: 'v2.5.0' }, 'answers 2.5.0, not v2.5.0 (the leading v counts)'],
  [
    'is of another environment',
    healthy('user', { environment: 'staging' }),
    { environment: 'production' },
    'answers from the environment "staging", not "production"',
  ],
  ['could not be asked', { service: 'user', verdict: null, message: 'EMFILE' }, {}, 'was not asked: EMFILE'],
])('is not ready if it %s', async (_, answer, wanted, text) => {
  const { result } = waiting({ user: () => answer }, { wanted: { ...WANTED, ...wanted }, forMs: 12_000 });
  const { outcome, services } = await result;
  expect([outcome, ...services.map(missingText)]).toEqual(['late', text]);
});

it('takes any version if none is wanted, and an answer without one', async () => {
  const wanted = { ...WANTED, version: null };
  const { result } = waiting({ user: (turn) => healthy('user', { version: turn === 2 ? '2.4.0' : null }) }, { wanted });
  expect(await result).toMatchObject({ outcome: 'ready', durationMs: 10_000 });
});
