/** Tests of the JUnit report: well-formed whatever a service sends, with a failure for each failing service. */

import { renderJunit } from '../../../local/documents/junit';
import { answer, failure, reportOf } from '../../support/core/observations';
import { afterRun, degradedIn, notAskedOf, resultOf, runOf } from '../../support/core/runs';
import { elements, parseXml } from '../../support/laptop/well-formed-xml';

const HOSTILE = ']]> </testcase> <![CDATA[ & "quoted" \'single\' \u0000\u0007\u001b[2J \ufffe \ud800 😀';

const REPORT = parseXml(
  renderJunit(
    afterRun(
      runOf([
        resultOf('user-service', answer(200, reportOf())),
        resultOf('warned', answer(200, reportOf({ service: 'warned', version: null, timestamp: HOSTILE }))),
        resultOf('refused', failure('connection_refused', { detail: 'ECONNREFUSED 10.0.0.1:443' })),
        resultOf('hostile', answer(500, { error: HOSTILE }), 3),
      ]),
    ),
  ),
);
const cases = elements(REPORT, 'testcase');

it('has an error, not a failure, for each service that could not be checked', () => {
  const report = parseXml(renderJunit(afterRun(runOf([], 1, [notAskedOf('cart')]))));
  const suite = elements(report, 'testsuite')[0];
  const testCase = elements(report, 'testcase')[0];
  expect(suite?.attributes).toMatchObject({ tests: '1', failures: '0', errors: '1' });
  expect(testCase?.attributes).toMatchObject({ classname: 'shop', name: 'cart' });
  expect(elements(testCase as (typeof cases)[number], 'error').map(({ attributes }) => attributes)).toEqual([
    { message: 'it could not be checked: EMFILE: too many open files', type: 'not_asked' },
  ]);
});

it('stays green for a degraded service, and has its conditions', () => {
  const slow = { code: 'slow', message: 'p50 is 900 ms', since: 0 } as const;
  const report = parseXml(
    renderJunit(afterRun(degradedIn(runOf([resultOf('user-service', answer(200, reportOf()))]), 'user-service', slow))),
  );
  expect(elements(report, 'testsuite')[0]?.attributes).toMatchObject({ tests: '1', failures: '0', errors: '0' });
  expect(JSON.stringify(elements(report, 'system-out'))).toContain('slow: p50 is 900 ms');
});

describe('the JUnit report', () => {
  it('has a test case for each service, with its time in seconds', () => {
    expect(cases.map(({ attributes }) => attributes)).toEqual(
      ['user-service', 'warned', 'refused', 'hostile'].map((name) => ({ classname: 'shop', name, time: '0.015' })),
    );
  });

  it.each([
    [39.2, '0.039'],
    [0.4, '0'],
    [1_234.567, '1.235'],
  ])('gives %d ms in whole milliseconds', (totalMs, time) => {
    const result = resultOf('user-service', answer(200, reportOf()));
    const xml = renderJunit(afterRun(runOf([{ ...result, timings: { ...result.timings, totalMs } }])));
    expect(elements(parseXml(xml), 'testcase')).toMatchObject([{ attributes: { time } }]);
  });

  it('counts the test cases, and has the time of the run', () => {
    const [suite] = elements(REPORT, 'testsuite');
    expect(suite?.attributes).toMatchObject({ name: 'shop', tests: '4', failures: '2', errors: '0', skipped: '0' });
    expect(suite?.attributes.timestamp).toMatch(/^2026-03-01T12:00:00/);
  });

  it('has a failure with the reason code for each failing service only', () => {
    const failures = cases.map((testCase) => elements(testCase, 'failure').map(({ attributes }) => attributes));
    expect(failures).toEqual([
      [],
      [],
      [
        {
          message: 'unreachable: connection refused (ECONNREFUSED 10.0.0.1:443)',
          type: 'connection_refused',
        },
      ],
      [{ message: expect.stringMatching(/^error: HTTP 500: \]\]> <\/testcase> .*&.*😀$/), type: 'http_500' }],
    ]);
  });

  it('has warnings that are no failures', () => {
    const [output] = elements(cases[1] as (typeof cases)[number], 'system-out');
    expect(output?.text).toContain('mistyped_field: version is null, not a text\n');
    expect(output?.text).toContain('timestamp_invalid: ');
  });
});
