/** What no answer can do: throw, break a line, hide its direction, flood a message, or repeat a secret. */

import fc from 'fast-check';
import { classify, type Verdict } from '../../../../lambda/core/probe/classify';
import type { Observation } from '../../../../lambda/core/probe/observation';
import { readErrorBody, readReport } from '../../../../lambda/core/probe/report';
import type { NetworkReason } from '../../../../lambda/core/words/codes';
import { ANY_CHARACTER } from '../../../support/core/any-character';
import { answer, EXPECTATION, failure, NOW, reportOf } from '../../../support/core/observations';
import { IS_LONG_LANE, runs } from '../../../support/jest/lane';

const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\u2028\u2029]/u;
const LONGEST_MESSAGE = 600;

/** Every text of a verdict that people may get to see. */
function textsOf({ message, reason, report, errorBody, warnings, statedCause }: Verdict): string[] {
  const fields = [...Object.values(report ?? {}), ...Object.values(errorBody ?? {})];
  const texts = fields.filter((value) => typeof value === 'string');
  return [
    message,
    reason,
    ...(statedCause ? [statedCause.text] : []),
    ...texts,
    ...warnings.map((warning) => warning.message),
  ];
}

function expectClean(verdict: Verdict): void {
  for (const text of textsOf(verdict)) {
    expect(text).not.toMatch(UNPRINTABLE);
    expect(text.length).toBeLessThanOrEqual(LONGEST_MESSAGE);
  }
}

/** Observations that put `text` wherever a service can put a text. */
function carrying(text: string): Observation[] {
  const fields = { version: text, environment: text, timestamp: text };
  const headers = { contentType: text, location: text };
  return [
    answer(200, reportOf({ ...fields, service: text })),
    answer(200, reportOf(fields)),
    answer(200, reportOf({ ...fields, status: 'unhealthy', service: text })),
    answer(200, reportOf({ status: 'unhealthy', error: text, checks: { db: text, [text]: 'down' } })),
    answer(200, reportOf({ status: text })),
    answer(500, { error: text, timestamp: text, service: text }),
    answer(503, { error: text }),
    answer(404, { error: text }),
    answer(200, { error: text }),
    answer(500, { message: text, [text]: text }),
    { ...answer(301, ''), headers },
    { ...answer(200, 'x'), headers },
    failure('tls_handshake', { detail: text }),
  ];
}

const expectation = { ...EXPECTATION, environment: 'production' };

describe('a hostile text', () => {
  it.each([
    ['line breaks', 'ok\r\nSubject: you won\n\u2028\u2029\u0085!', 'ok Subject: you won !'],
    ['control characters', 'a\u0000b\u001b[31mc\u0007\u009b', 'a b [31mc'],
    ['direction marks', 'a\u202egnp.exe\u202c\u2066\u2069\u200f', 'a gnp.exe'],
    ['invisible characters', 'he\u200bal\u00adthy\ufeff\u{e0041}', 'he al thy'],
    ['lone surrogates', 'a\ud800b\udc00', 'a b'],
    ['blanks', '  a\t\t b\u00a0\u3000c  ', 'a b c'],
  ])('with %s is cleaned wherever it stands', (_name, text, cleaned) => {
    for (const observation of carrying(text)) {
      const verdict = classify(observation, expectation, NOW);
      expectClean(verdict);
      expect(textsOf(verdict).join('\n')).toContain(cleaned);
    }
  });

  it('is cut if it has ten thousand characters', () => {
    for (const observation of carrying('y'.repeat(10_000))) {
      const verdict = classify(observation, expectation, NOW);
      expectClean(verdict);
      expect(textsOf(verdict).join('\n')).toMatch(/y{30}…/);
    }
  });
});

describe('a secret', () => {
  const secret = 'hunter2-hunter2-hunter2';
  const knowing = { ...expectation, secrets: [secret] };

  it('is hidden wherever a service repeats it', () => {
    for (const observation of carrying(`[${secret}]`)) {
      const texts = textsOf(classify(observation, knowing, NOW)).join('\n');
      expect(texts).toContain('[***]');
      expect(texts).not.toContain('hunter2');
    }
  });

  it('is hidden in the title of a page, also if that is cut off', () => {
    for (let padding = 0; padding < 130; padding++) {
      const title = `${'y'.repeat(padding)}${secret}, ${'y'.repeat(300)}`;
      const verdict = classify(answer(500, `<html><title>${title}</title>`), knowing, NOW);
      expectClean(verdict);
      expect(verdict.statedCause?.text).toMatch(/^y*(?:\*\*\*, y+)?\W*…$/);
    }
  });

  it('is hidden even if it is cut off', () => {
    for (let padding = 0; padding < 320; padding += IS_LONG_LANE ? 1 : 5) {
      for (const observation of carrying(`${'y'.repeat(padding)}${secret} and more, ${'y'.repeat(300)}`)) {
        expect(textsOf(classify(observation, knowing, NOW)).join('\n')).not.toContain('hunt');
      }
    }
  });

  it.each([
    ['in a URL', '/login?authorization=Bearer%20hunter2%2Fhunter2%2Bhunter2'],
    ['in JSON', '{"got":"hunter2\\/hunter2\\u002bhunter2"}'],
    ['in base64', Buffer.from('me:hunter2/hunter2+hunter2').toString('base64')],
    ['behind blanks that are tidied away', `${'\n'.repeat(1_590)}hunter2/hunter2+hunter2`],
  ])('is hidden wherever a service repeats %s', (_, text) => {
    const known = { ...expectation, secrets: ['hunter2/hunter2+hunter2'] };
    for (const observation of carrying(text)) {
      const texts = textsOf(classify(observation, known, NOW)).join('\n');
      expect(texts).not.toMatch(/hunt|ter2|aHVudGVyMi9o/i);
    }
  });

  it('changes no decision', () => {
    const secrets = ['user', 'healthy', 'production', '2026-03', 'prod'];
    const verdict = classify(answer(200, reportOf()), { ...expectation, secrets }, NOW);
    expect(verdict).toMatchObject({
      kind: 'healthy',
      reason: 'ok',
      warnings: [],
      report: { timestamp: '***-01T12:00:00.000Z' },
    });
  });
});

describe('no answer makes classify throw:', () => {
  const everyJson = fc.jsonValue({ maxDepth: 4 });
  const field = fc.oneof(everyJson, fc.double(), fc.string({ unit: ANY_CHARACTER, maxLength: 400 }));
  const nearReport = fc.record(
    {
      status: fc.oneof(fc.constantFrom('healthy', 'unhealthy'), field),
      service: field,
      timestamp: fc.oneof(
        field,
        fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
      ),
      environment: field,
      version: field,
      uptime: field,
      memory: fc.oneof(field, fc.record({ used: field, total: field }, { requiredKeys: [] })),
      error: field,
    },
    { requiredKeys: [] },
  );
  const status = fc.integer({ min: 100, max: 999 });
  const expires = fc.option(fc.integer({ min: 0, max: 253_402_300_799_000 }));
  const headers = fc.record({
    contentType: fc.option(fc.string({ unit: ANY_CHARACTER })),
    location: fc.option(fc.string({ unit: ANY_CHARACTER })),
  });
  const secrets = fc.array(fc.string());

  it('no bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), status, expires, headers, secrets, (body, httpStatus, ...rest) => {
        const [certificateExpiresAt, seenHeaders, known] = rest;
        const seen = { ...answer(httpStatus, ''), body, certificateExpiresAt, headers: seenHeaders };
        expectClean(classify(seen, { ...expectation, secrets: known }, NOW));
      }),
      { numRuns: runs(34) },
    );
  });

  it('no JSON', () => {
    fc.assert(
      fc.property(fc.oneof(everyJson, nearReport), fc.oneof(status, fc.constant(200)), (body, httpStatus) => {
        const verdict = classify(answer(httpStatus, body), expectation, NOW);
        expectClean(verdict);
        if (verdict.kind === 'healthy') expect(body).toMatchObject({ status: 'healthy' });
        const numbers = [verdict.report?.uptime, verdict.report?.memory.used, verdict.report?.memory.total];
        for (const number of numbers) expect(number ?? 0).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: runs(67) },
    );
  });

  it('no failure', () => {
    const reasons: NetworkReason[] = ['dns_failure', 'tls_handshake', 'truncated_response'];
    fc.assert(
      fc.property(fc.constantFrom(...reasons), fc.string({ unit: ANY_CHARACTER }), secrets, (reason, detail, known) => {
        const verdict = classify(failure(reason, { detail }), { ...expectation, secrets: known }, NOW);
        expectClean(verdict);
        expect(verdict).toMatchObject({ kind: 'unreachable', reason });
      }),
    );
  });

  it('no value of any kind', () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withDate: true, withMap: true, withTypedArray: true }), (value) => {
        expect(readReport(value)?.report.status ?? 'healthy').toMatch(/^(un)?healthy$/);
        expect(typeof (readErrorBody(value)?.error ?? '')).toBe('string');
      }),
    );
  });

  it('no depth', () => {
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    const nested = `{"status":"healthy","service":"user-service","x":${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}}`;
    expect(classify(answer(200, deep), expectation, NOW).reason).toMatch(/^not_(json|a_report)$/);
    expect(classify(answer(200, nested), expectation, NOW).reason).toBe('ok');
  });

  it.each(['{"status":', '{"state":', '{"health":', '{"error":', '['])(
    'of %s again and again changes no verdict',
    (open) => {
      const deep = `${open.repeat(100_000)}0${(open === '[' ? ']' : '}').repeat(100_000)}`;
      for (const field of ['error', 'checks', 'status', 'service', 'memory']) {
        const verdicts = [503, 200].map((status) => classify(answer(status, `{"${field}":${deep}}`), expectation, NOW));
        expect(verdicts.map(({ reason }) => reason)).toEqual(['http_503', 'not_a_report']);
      }
      const sick = classify(answer(200, `{"status":"unhealthy","checks":${deep}}`), expectation, NOW);
      expect(sick.reason).toBe('reported_unhealthy');
    },
  );
});
