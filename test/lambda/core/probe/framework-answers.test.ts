/** What the answers of well-known frameworks mean, with the keys of the config that fit them. */

import { hasVerdict } from '../../../../lambda/core/probe/check-result';
import { checkService } from '../../../../lambda/core/probe/check-service';
import { nextState } from '../../../../lambda/core/state/next-state';
import { NEW_STATE, type ServiceState } from '../../../../lambda/core/state/service-state';
import { FRAMEWORK_ANSWERS, type FrameworkAnswer, NOW_HERE } from '../../../support/core/framework-answers';
import { answer, NOW } from '../../../support/core/observations';
import { understood } from '../../../support/core/parsed';

const MINUTE_MS = 60_000;
/** Longer than any sign must last until its condition begins. */
const RUNS = 10;

async function checked({ keys, httpStatus, contentType, body }: FrameworkAnswer, now: number) {
  const entry = { id: 'user-service', baseUrl: 'https://user.internal', retry: { attempts: 1 }, ...keys };
  const [service] = understood('', { text: JSON.stringify({ services: [entry] }) }).config.services;
  if (!service) throw new Error('no service');
  const seen = answer(httpStatus, body.replace(NOW_HERE, new Date(now).toISOString()));
  const check = await checkService(service, {
    probe: async () => ({ ...seen, headers: { ...seen.headers, contentType } }),
    clock: { now: () => now, elapsed: () => 0, sleep: async () => {} },
    gate: (attempt) => attempt(),
  });
  if (!hasVerdict(check)) throw new Error(check.failure.message);
  return check;
}

/** The state of a service that gives the same answer for some minutes. */
async function watched(given: FrameworkAnswer): Promise<ServiceState> {
  let state = NEW_STATE;
  for (let run = 0; run < RUNS; run++) {
    const check = await checked(given, NOW + run * MINUTE_MS);
    state = nextState(state, check, { intervalMs: MINUTE_MS, silences: [] });
  }
  return state;
}

describe.each(FRAMEWORK_ANSWERS)('$name ($httpStatus)', (given) => {
  it(`is ${given.kind}: ${given.message}`, async () => {
    const { kind, reason, message, warnings, report } = await checked(given, NOW);
    expect({ kind, reason, message, warnings }).toEqual({
      kind: given.kind,
      reason: given.reason,
      message: given.message,
      warnings: [],
    });
    if (given.figures) expect(report).toMatchObject(given.figures);
  });

  it(given.degraded ? 'is in a condition' : 'is in no condition', async () => {
    const { conditions } = await watched(given);
    expect(conditions.map(({ code, message }) => [code, message])).toEqual(
      given.degraded ? [['reports_degraded', given.message]] : [],
    );
  });
});
