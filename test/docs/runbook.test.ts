/** docs/reference/runbook.md has a row for everything that an alert can link to, and no others. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { CONDITION_CODES } from '../../lambda/core/conditions/conditions';
import { CLUE_CODES } from '../../lambda/core/incident/clues/clue-order';
import { classify } from '../../lambda/core/probe/classify';
import type { HttpAnswer } from '../../lambda/core/probe/observation';
import { ADVISED_REASONS, adviceFor, runbookSection } from '../../lambda/core/reasons/advice';
import {
  CONTRACTS,
  FAILURE_REASONS,
  type FailureReason,
  NETWORK_REASONS,
  OBJECTIVE_REASONS,
  REMOVED_REASON,
  TOKEN_REASONS,
  type UnreachableReason,
  VERDICTS,
} from '../../lambda/core/words/codes';
import { answer, EXPECTATION, failure, NOW, reportOf } from '../support/core/observations';

const RUNBOOK = readFileSync(join(__dirname, '../../docs/reference/runbook.md'), 'utf8');

/** Returns the rows of the table in a chapter, by the code in their anchor. */
function rowsOf(chapter: string): Map<string, string> {
  const body = RUNBOOK.split(/^## /m).find((part) => part.startsWith(`${chapter}\n`)) ?? '';
  const rows = body.matchAll(/^\| <a id="(\w+)"><\/a>`\1` \| (.*) \|$/gm);
  return new Map(Array.from(rows, ([, code = '', cells = '']) => [code, cells]));
}

const reasons = rowsOf('Reasons');
const conditions = rowsOf('Conditions');
const objectives = rowsOf('Objectives');

// A record, so that the compiler asks for a new reason here.
const ANSWERS: Readonly<Record<Exclude<FailureReason, UnreachableReason | typeof REMOVED_REASON>, HttpAnswer>> = {
  reported_unhealthy: answer(200, reportOf({ status: 'unhealthy' })),
  body_too_large: { ...answer(200, ''), bodyTooLarge: true },
  not_json: answer(200, '<html>'),
  not_a_report: answer(200, '{}'),
  unknown_status: answer(200, { status: 'maintenance' }),
  wrong_service: answer(200, reportOf({ service: 'other' })),
  report_stale: answer(200, reportOf({ timestamp: '2026-03-01T11:00:00.000Z' })),
};

const OBSERVATIONS = [
  ...[...NETWORK_REASONS, ...TOKEN_REASONS].map((reason) => failure(reason)),
  ...Object.values(ANSWERS),
  ...Array.from({ length: 400 }, (_, index) => answer(200 + index, '')),
  answer(200, reportOf()),
];
const given = new Set(
  OBSERVATIONS.flatMap((observation) =>
    CONTRACTS.map(
      (contract) => classify(observation, { ...EXPECTATION, contract, maxReportAgeMs: 120_000 }, NOW).reason,
    ),
  ),
);

it('has a row for every clue', () => {
  const [, table = ''] = /\n## Clues\n(.*?)\n## /s.exec(RUNBOOK) ?? [];
  const codes = [...table.matchAll(/^\| ((?:`\w+`(?:, )?)+) \| /gm)].flatMap(
    ([, cell = '']) => cell.match(/\w+/g) ?? [],
  );
  expect(codes.sort()).toEqual([...CLUE_CODES].sort());
});

it('links to a page that explains every verdict', () => {
  expect(RUNBOOK).toContain('](status-report.md)');
  const page = readFileSync(join(__dirname, '../../docs/reference/status-report.md'), 'utf8');
  expect(VERDICTS.filter((verdict) => !page.includes(`| \`${verdict}\` |`))).toEqual([]);
});

it('has a row for every reason that a verdict can have', () => {
  const missing = [...given, REMOVED_REASON].filter((reason) => !reasons.has(runbookSection(reason) ?? ''));
  expect(given.size).toBeGreaterThan(400);
  expect([...given, REMOVED_REASON]).toEqual(expect.arrayContaining([...FAILURE_REASONS]));
  expect(missing).toEqual(['ok']);
});

it('has a row for exactly the reasons and conditions that have advice', () => {
  expect([...reasons.keys(), ...conditions.keys(), ...objectives.keys()].sort()).toEqual([...ADVISED_REASONS].sort());
});

it('has a row for every condition and every reason of an objective', () => {
  expect([...conditions.keys()].sort()).toEqual([...CONDITION_CODES].sort());
  expect([...objectives.keys()].sort()).toEqual([...OBJECTIVE_REASONS].sort());
});

it('says something in every row', () => {
  for (const [code, cells] of [...reasons, ...conditions, ...objectives])
    expect([code, cells]).toEqual([code, expect.stringMatching(/^[A-Z0-9`].+$/)]);
});

it('says how to read an alert, and one that is possibly repeated', () => {
  expect(RUNBOOK).toContain('\n## How to read an alert\n');
  expect(RUNBOOK).toContain('\n## Possibly repeated\n');
});

describe('the advice', () => {
  it.each([
    ['http_503', 'http_503'],
    ['http_501', 'http_5xx'],
    ['http_599', 'http_5xx'],
    ['http_418', 'http_4xx'],
    ['http_308', 'http_3xx'],
    ['http_206', 'http_2xx'],
    ['tls_handshake', 'tls_handshake'],
  ])('for %s is that of %s', (reason, section) => {
    expect(runbookSection(reason)).toBe(section);
    expect(adviceFor(reason)).toBe(adviceFor(section));
  });

  it.each([
    ['tls_handshake', 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', true],
    ['tls_handshake', 'ERR_SSL_SSLV3_ALERT_CERTIFICATE_REVOKED', true],
    ['tls_handshake', 'ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE', true],
    ['tls_handshake', 'ERR_SSL_TLSV1_ALERT_UNKNOWN_CA', true],
    ['tls_handshake', 'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE', false],
    ['tls_handshake', 'ERR_SSL_WRONG_VERSION_NUMBER', false],
    // Token servers don't get a client certificate.
    ['token_unreachable', 'ERR_SSL_TLSV1_ALERT_UNKNOWN_CA', false],
  ])('for %s by %s is about the client certificate: %p', (reason, errorCode, isAbout) => {
    expect(adviceFor(reason, errorCode).includes('tls.client')).toBe(isAbout);
  });

  it('is one or two sentences for any reason, even one from a newer version', () => {
    const reason = fc.oneof(fc.string(), fc.constantFrom('constructor', '__proto__', 'toString', 'http_999', ''));
    fc.assert(fc.property(reason, (text) => expect(adviceFor(text)).toMatch(/^[A-Z].*[.?]$/)));
    expect(runbookSection('toString')).toBeNull();
  });

  it('differs from reason to reason', () => {
    expect(new Set(ADVISED_REASONS.map((reason) => adviceFor(reason))).size).toBe(ADVISED_REASONS.length);
  });
});
