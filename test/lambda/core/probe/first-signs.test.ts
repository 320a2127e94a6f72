/** What one check alone shows of conditions: a warning at once, and none where several runs would begin nothing. */

import type { CheckResult } from '../../../../lambda/core/probe/check-result';
import { firstSigns } from '../../../../lambda/core/probe/first-signs';
import { answer, failure, NOW, reportOf } from '../../../support/core/observations';
import { configOf, NO_CONDITIONS, resultOf } from '../../../support/core/runs';

const ID = 'user-service';
const DAY_MS = 86_400_000;
const at = (minutes: number) => new Date(NOW + minutes * 60_000).toISOString();

function checkOf(fields: Readonly<Record<string, unknown>>, status = 200, cache?: string): CheckResult {
  const seen = answer(status, reportOf(fields));
  const headers = { ...seen.headers, ...(cache !== undefined && { cache: [['Age', cache]] as const }) };
  return resultOf(ID, { ...seen, headers });
}

const expiring = (days: number) => ({ ...answer(200, reportOf()), certificateExpiresAt: NOW + days * DAY_MS });

function signsOf(check: CheckResult, ownSkewMs = 0): string[] {
  return firstSigns(check, ownSkewMs).map(({ code, message }) => `${code}: ${message}`);
}

it.each([
  ['a right clock', checkOf({}), []],
  ['a clock half a minute off', checkOf({ timestamp: at(-0.5) }), []],
  [
    'a report an hour old',
    checkOf({ timestamp: at(-60) }),
    ['clock_skewed: the report is 1 h old: a cache answers, or the clock of the service is wrong'],
  ],
  [
    'the same from a cache',
    checkOf({ timestamp: at(-60) }, 200, '3600'),
    ['clock_skewed: the report is 1 h old: a cache answers, not the service (Age: 3600)'],
  ],
  ['a fresh report from a cache', checkOf({ timestamp: at(-0.5) }, 200, '30'), []],
  [
    'a report of tomorrow',
    checkOf({ timestamp: at(24 * 60) }),
    ['clock_skewed: the timestamp of the report is 1 d ahead: the clock of the service is wrong'],
  ],
  [
    'a failing one that says so as well',
    checkOf({ status: 'unhealthy', timestamp: at(-60) }, 503),
    ['clock_skewed: the report is 1 h old: a cache answers, or the clock of the service is wrong'],
  ],
  ['a heap that is nearly full', checkOf({ memory: { used: 45, total: 46 } }), []],
  ['memory that is nearly full', checkOf({ memory: { used: 511.9, total: 512 } }), []],
  ['memory over its total, which is a warning of its own', checkOf({ memory: { used: 513, total: 512 } }), []],
  ['memory that is none', checkOf({ memory: { used: 0, total: 0 } }), []],
  ['a certificate for two weeks', resultOf(ID, expiring(14)), []],
  [
    'a certificate for five days',
    resultOf(ID, expiring(5)),
    ['certificate_expires_soon: the TLS certificate expires in 5 days, on 2026-03-06'],
  ],
  [
    'the same of a service that does not answer in time',
    resultOf(ID, failure('timeout_body', { certificateExpiresAt: NOW + 5 * DAY_MS })),
    ['certificate_expires_soon: the TLS certificate expires in 5 days, on 2026-03-06'],
  ],
  [
    'a certificate that is why the service fails',
    resultOf(ID, failure('tls_certificate_expired', { certificateExpiresAt: NOW - DAY_MS })),
    [],
  ],
  [
    'a client certificate for five days, of a service that refuses it',
    resultOf(ID, failure('tls_handshake', { clientCertificate: { expiresAt: NOW + 5 * DAY_MS, name: 'R3' } })),
    [
      'client_certificate_expires_soon: the certificate of R3 in the chain of your client certificate expires in 5 days, on 2026-03-06',
    ],
  ],
])('%s', (_, check, expected) => {
  expect(signsOf(check)).toEqual(expected);
});

it('corrects timestamps by the suspected skew of the own clock', () => {
  expect(signsOf(checkOf({ timestamp: at(-60) }), -60 * 60_000)).toEqual([]);
  expect(signsOf(checkOf({}), -60 * 60_000)).toHaveLength(1);
});

it('says nothing of what the config has switched off, and follows its figures', () => {
  const withConfig = (check: CheckResult, line: string): CheckResult => {
    const [service] = configOf({ [ID]: 'https://user.internal' }, [line]).services;
    if (!service) throw new Error('the config has a service');
    return { ...check, service };
  };
  const all = resultOf(ID, {
    ...answer(200, reportOf({ timestamp: at(-60) })),
    certificateExpiresAt: NOW + 5 * DAY_MS,
  });
  expect(signsOf(all)).toHaveLength(2);
  expect(signsOf(withConfig(all, NO_CONDITIONS))).toEqual([]);
  expect(signsOf(withConfig(all, 'conditions: { clock_skewed: { by: 2h } }'))).toEqual([
    expect.stringContaining('certificate_expires_soon'),
  ]);
});
