/** When a service is asked again: with new secrets once more, and no more pauses than without; and when it is not. */

import type { Service } from '../../../../lambda/core/config/config';
import { hasVerdict } from '../../../../lambda/core/probe/check-result';
import { checkOnce, checkService } from '../../../../lambda/core/probe/check-service';
import { answer, reportOf, TIMINGS } from '../../../support/core/observations';
import { configOf } from '../../../support/core/runs';

const [SERVICE] = configOf({ 'user-service': 'https://user.internal' }, ['retry: { attempts: 3, backoff: 1s }'])
  .services as [Service];
const withToken = (value: string): Service => ({
  ...SERVICE,
  headers: { 'X-Token': { kind: 'hidden', value, text: '{ secret: token }', secrets: [value] } },
});

/** What was done, in order, by a service that answers these statuses to the attempts, and 200 from then on. */
async function story(statuses: readonly number[], renewed: Service | null) {
  const steps: (string | number)[] = [];
  const left = [...statuses];
  const result = await checkService(withToken('old-token'), {
    probe: async ({ headers }) => {
      const status = left.shift() ?? 200;
      steps.push(`${headers['X-Token']} ${status}`);
      return {
        ...answer(status, status === 200 ? reportOf() : { error: `no ${headers['X-Token']}` }),
        timings: TIMINGS,
      };
    },
    clock: { now: () => 0, elapsed: () => 0, sleep: async (milliseconds) => void steps.push(milliseconds) },
    gate: (attempt) => attempt(),
    renewSecrets: async () => {
      steps.push('renew');
      return renewed;
    },
  });
  if (!hasVerdict(result)) throw new Error('it was not asked');
  return { steps, attempts: result.attempts, message: result.message };
}

it.each<[string, number[], boolean, (string | number)[]]>([
  ['well', [], true, ['old-token 200']],
  ['refused', [401], true, ['old-token 401', 'renew', 'new-token 200']],
  ['forbidden', [403], true, ['old-token 403', 'renew', 'new-token 200']],
  ['refused, and nothing has changed', [401], false, ['old-token 401', 'renew', 1_000, 'old-token 200']],
  ['sick', [500, 503], true, ['old-token 500', 1_000, 'old-token 503', 2_000, 'old-token 200']],
  ['sick, then refused', [500, 401], true, ['old-token 500', 1_000, 'old-token 401', 'renew', 'new-token 200']],
  [
    'refused for good',
    [401, 401, 401, 401],
    true,
    ['old-token 401', 'renew', 'new-token 401', 1_000, 'new-token 401', 2_000, 'new-token 401'],
  ],
  [
    'refused for good, and nothing has changed',
    [401, 401, 401],
    false,
    ['old-token 401', 'renew', 1_000, 'old-token 401', 2_000, 'old-token 401'],
  ],
])('%s', async (_, statuses, isChanged, steps) => {
  const done = await story(statuses, isChanged ? withToken('new-token') : null);
  expect(done.steps).toEqual(steps);
  expect(done.attempts).toBe(steps.filter((step) => /\d{3}$/.test(String(step)) && typeof step === 'string').length);
  expect(done.message).not.toMatch(/(old|new)-token/);
});

it.each([
  [200, 'healthy', { taken: 1, dropped: 0, renewed: 0 }],
  [503, 'unhealthy', { taken: 0, dropped: 0, renewed: 0 }],
  [401, 'invalid', { taken: 0, dropped: 1, renewed: 1 }],
])('asked once it has one request, and a refusal makes the next one better: %d', async (status, kind, expected) => {
  const probe = jest.fn(async () => answer(status, status === 200 ? reportOf() : { error: 'no' }));
  const calls = { taken: 0, dropped: 0, renewed: 0 };
  const check = await checkOnce(SERVICE, {
    probe,
    clock: { now: () => 0, elapsed: () => 0, sleep: () => Promise.reject(new Error('it pauses')) },
    gate: (attempt) => attempt(),
    authorizer: {
      load: async () => {},
      authorize: () => Promise.reject(new Error('it needs no token')),
      dropToken: () => {
        calls.dropped++;
        return true;
      },
      noteAccepted: () => {
        calls.taken++;
      },
    },
    renewSecrets: async () => {
      calls.renewed++;
      return null;
    },
  });
  expect(check).toMatchObject({ kind, attempts: 1 });
  expect(probe).toHaveBeenCalledTimes(1);
  expect(calls).toEqual(expected);
});

// RFC 6585, 4: "The response representations […] MAY include a Retry-After header indicating how long to wait before making a new request."
it.each([
  ['is not asked again before the time it names', 429, '30', 1],
  ['is asked again if the pause is as long', 429, '1', 3],
  ['is asked again if it names no time', 429, 'soon', 3],
  ['is asked again if it names a date that has passed', 429, 'Thu, 01 Jan 1970 00:00:00 GMT', 3],
  ['is not asked again before the date it names', 429, 'Thu, 01 Jan 1970 00:00:09 GMT', 1],
  ['is asked again if it is a 503, which may pass sooner', 503, '30', 3],
])('a service that limits requests %s', async (_, status, retryAfter, attempts) => {
  const refused = answer(status, { error: 'too many requests' });
  const check = await checkService(SERVICE, {
    probe: async () => ({ ...refused, headers: { ...refused.headers, retryAfter } }),
    clock: { now: () => 0, elapsed: () => 0, sleep: async () => {} },
    gate: (attempt) => attempt(),
  });
  expect(check).toMatchObject({ reason: `http_${status}`, attempts });
});

describe('a service that fails throughout', () => {
  it('has failed since the start of its first attempt', async () => {
    let now = 1_000;
    const check = await checkService(SERVICE, {
      probe: async () => {
        now += 250;
        return { ...answer(503, {}), timings: TIMINGS };
      },
      clock: {
        now: () => now,
        elapsed: () => now,
        sleep: async (milliseconds) => {
          now += milliseconds;
        },
      },
      gate: (attempt) => attempt(),
    });
    expect(check).toMatchObject({ kind: 'unhealthy', attempts: 3, at: 4_500, failingSince: 1_000 });
  });
});
