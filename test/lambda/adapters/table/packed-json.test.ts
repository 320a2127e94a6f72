/** The size of a state's item with a check a minute. Each kilobyte of a save costs money, and each four of a read. */

import { deflateRawSync } from 'node:zlib';
import { sendAll, toOne } from '../../../../bench/send-all';
import { packedJson, unpackedJson } from '../../../../lambda/adapters/table/packed-json';
import { HOUR_MS, hoursToWrite, withWritten } from '../../../../lambda/core/history/running-history';
import type { CheckResult } from '../../../../lambda/core/probe/check-result';
import { nextState } from '../../../../lambda/core/state/next-state';
import { NEW_STATE, type ServiceState } from '../../../../lambda/core/state/service-state';
import { settle } from '../../../../lambda/core/state/settle';
import { storedForm } from '../../../../lambda/core/state/stored-state';
import { CONTEXT } from '../../../support/core/alerts';
import { answer, failure, NOW, reportOf } from '../../../support/core/observations';
import { resultOf } from '../../../support/core/runs';
import { MINUTE_MS } from '../../../support/core/story';
import { IS_LONG_LANE } from '../../../support/jest/lane';

const STATE_CONTEXT = { deployment: 'shop', links: CONTEXT.links, intervalMs: MINUTE_MS, silences: [] };
const FIVE = ['sns', 'pagerduty-payments', 'second-line', 'slack-operations', 'ntfy-phone'];

const well = resultOf('user-service', answer(200, reportOf({ service: 'user-service' })));
const failing = [
  resultOf('user-service', answer(503, { error: 'the database does not take any more connections from this pool' })),
  resultOf('user-service', failure('timeout_response')),
];

/** The same numbers in each run of the test, from 0 to 1. */
function createRandom(): () => number {
  let state = 20_261_123;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The states of a day and a half after the first hour; in each of the first `outages` hours it fails for twenty minutes, in two ways. */
function* statesOf(receivers: readonly string[], outages: number): Generator<ServiceState> {
  const random = createRandom();
  let state: ServiceState = NEW_STATE;
  for (let at = NOW; at < NOW + 36 * HOUR_MS; at += MINUTE_MS) {
    const elapsed = (at - NOW) / MINUTE_MS;
    const minute = elapsed % 60;
    const fails = elapsed < outages * 60 && minute >= 20 && minute < 40;
    const found = (fails ? failing[minute < 30 ? 0 : 1] : well) as CheckResult;
    const [dnsMs, connectMs, tlsMs, firstByteMs, downloadMs] = [1, 2, 4, 100, 1].map((ms) => round(2 * ms * random()));
    const totalMs = round(300 * random() ** 3);
    const timings = { dnsMs, connectMs, tlsMs, firstByteMs, downloadMs, totalMs } as CheckResult['timings'];
    const report = found.report && {
      ...found.report,
      timestamp: new Date(at).toISOString(),
      uptime: elapsed * 60 + random(),
      memory: { used: round(200 + 100 * random()), total: 512 },
    };
    const jitterMs = Math.floor(900 * random());
    state = nextState(state, { ...found, report, timings, at: at + jitterMs }, STATE_CONTEXT);
    state = { ...state, history: withWritten(state.history, hoursToWrite(state.history)), savedAt: at };
    for (const receiver of receivers) state = sendAll(state, { ...toOne(at), receiver }, CONTEXT).state;
    state = settle(state);
    if (elapsed > 60) yield state;
  }
  expect(state.incidents.filter(({ over }) => over !== null)).toHaveLength(Math.min(20, outages));
}

const round = (ms: number) => Math.round(ms * 1_000) / 1_000;
const bytesOf = (state: ServiceState) => (packedJson(storedForm(state)).B as Uint8Array).length;

it.each([
  ['that has always been well', ['sns'], 0, 2_500],
  ['with three past incidents', ['sns'], 3, 3_500],
  ['with three past incidents, and five receivers', FIVE, 3, 4_000],
  ['with all past incidents that are kept', ['sns'], 30, 9_300],
  ['with all past incidents that are kept, and five receivers', FIVE, 30, 10_500],
])('of a service %s is small', (_, receivers, outages, most) => {
  // The last of each outage is among them.
  const sizes = [...statesOf(receivers, outages)].filter((_, index) => IS_LONG_LANE || index % 10 === 0).map(bytesOf);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(most);
});

it('is read back', () => {
  const [state] = statesOf(['sns'], 1);
  const stored = storedForm(state ?? NEW_STATE);
  expect(unpackedJson(packedJson(stored))).toEqual(JSON.parse(JSON.stringify(stored)));
});

it.each<[string, Uint8Array]>([
  ['bytes that are not compressed', Buffer.from('{"schema":1}')],
  ['what is cut off', deflateRawSync('{"schema":1}').subarray(0, 5)],
  ['what is no JSON', deflateRawSync('{')],
  ['what would fill the memory', deflateRawSync(Buffer.alloc(20_000_000, ' '))],
])('reads %s as missing', (_, B) => {
  expect(unpackedJson({ B })).toBeNull();
});
