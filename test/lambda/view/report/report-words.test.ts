/** Tests of the words of a report. */

import type { Objective } from '../../../../lambda/core/config/config';
import { DAY_MS, periodBefore } from '../../../../lambda/core/documents/report/period';
import type { ReportDocument } from '../../../../lambda/core/documents/report/report-document';
import { HOUR_MS } from '../../../../lambda/core/history/running-history';
import { NEW_STATE, type ServiceState } from '../../../../lambda/core/state/service-state';
import { SHOWN_COLUMNS } from '../../../../lambda/view/report/report-columns';
import {
  changeText,
  periodText,
  remarkLines,
  serviceRemarks,
  shownServices,
  totalLines,
} from '../../../../lambda/view/report/report-words';
import { bucketOfHour, type PastHour, pastOutage } from '../../../support/core/past-services';
import { reportOf as documentOf } from '../../../support/core/report-documents';

const TO = Date.parse('2026-11-01T00:00:00Z');
const PERIOD = { from: TO - 2 * DAY_MS, to: TO };
const MINUTE_MS = 60_000;

interface ReportedService {
  /** By the hour, counted from the beginning of the period; negative ones are in the previous period. */
  readonly hours: Readonly<Record<number, PastHour>>;
  readonly state?: Partial<ServiceState>;
  readonly objective?: Objective;
}

function reportOf(services: readonly ReportedService[]): ReportDocument {
  const all = services.map(({ hours, state, objective }, index) => {
    const buckets = Object.entries(hours)
      .map(([hour, checks]) => bucketOfHour(PERIOD.from + Number(hour) * HOUR_MS, checks))
      .sort((left, right) => left.from - right.from);
    const within = ({ from, to }: typeof PERIOD) => buckets.filter((one) => one.from >= from && one.from < to);
    return {
      service: { id: `service-${index + 1}`, objective: objective ?? null },
      state: { ...NEW_STATE, ...state },
      buckets: within(PERIOD),
      before: within(periodBefore(PERIOD)),
    };
  });
  return documentOf(all, PERIOD, TO);
}

const outages = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    pastOutage(PERIOD.from + index * HOUR_MS, PERIOD.from + index * HOUR_MS + (index + 1) * MINUTE_MS),
  );

it.each([
  [TO, '2026-10-30 00:00 to 2026-11-01 00:00 UTC (2 days)'],
  // A period that has not ended is reported up to now.
  [TO - 1, '2026-10-30 00:00 to 2026-10-31 23:59 UTC (2 days)'],
])('shows a period at %i as %s', (now, text) => {
  const { period } = reportOf([]);
  expect(periodText({ period, madeAt: new Date(now).toISOString() })).toBe(text);
});

it.each([
  [0.114, '+11 %'],
  [-0.5, '−50 %'],
  [0.1, '±0 %'],
  [-0.1, '±0 %'],
  [9, '+900 %'],
])('shows a change of %d as %s', (change, text) => {
  expect(changeText(change)).toBe(text);
});

it('shows an objective with its share, the rest of its budget, and the start of a young count', () => {
  const twoDays = Object.fromEntries(
    Array.from({ length: 48 }, (_, hour) => [hour, { checks: 60, failed: hour < 1 ? 6 : 0 }]),
  );
  const text = (objective: Objective, hours: ReportedService['hours']) => {
    const { services, period } = reportOf([{ hours, objective }]);
    return services.map((one) => SHOWN_COLUMNS.find(({ title }) => title === 'Objective')?.textOf(one, period))[0];
  };
  const aim = (availability: number): Objective => ({ availability, responseTime: null, windowMs: 30 * DAY_MS });
  expect(text(aim(0.99), twoDays)).toBe('availability 99.8 % (aim 99 %), 22 min of 28 min left');
  expect(text(aim(0.999), twoDays)).toBe('availability 99.8 % (aim 99.9 %), budget of 2 min overdrawn by 3 min');
  expect(text(aim(0.99), { 24: { checks: 60 } })).toBe(
    'availability 100 % (aim 99 %), 28 min of 28 min left, counted since 2026-10-31 00:00 UTC',
  );
});

it('shows totals as sentences', () => {
  const report = reportOf([
    {
      hours: { [-1]: { checks: 100 }, 0: { checks: 1_200, failed: 12, maintained: 100, restarts: 2 } },
      state: { incidents: outages(2) },
    },
    {
      hours: { 0: { checks: 100, versions: 1 } },
      state: { incidents: [pastOutage(PERIOD.from, TO, { kind: 'condition' })] },
    },
  ]);
  expect(totalLines(report)).toEqual([
    '2 services: 99 % of 1,200 checks passed, 100 checks in maintenance left out, 100 % in the previous period',
    '2 outages, 3 min in this period, the longest 2 min, mean time to recovery 1 min 30 s, 1 condition incident',
    expect.stringMatching(
      /^p50 \d+ ms ±0 %, p95 \d+ ms ±0 %, p99 \d+ ms ±0 %, based on 1,288 answers; 2 restarts; 1 version change$/,
    ),
  ]);
  expect(remarkLines(report)).toEqual(['History starts on 2026-10-29 23:00 UTC, within the previous period.']);
});

describe('remarks say what limits the figures:', () => {
  it.each<[string, ReportDocument, string]>([
    ['a young history', reportOf([{ hours: { 5: { checks: 1 } } }]), 'History starts on 2026-10-30 05:00 UTC.'],
    [
      'services without data',
      reportOf([{ hours: { 0: { checks: 1 } } }, { hours: {} }]),
      'No data for 1 service in this period.',
    ],
    [
      'missing incidents',
      reportOf([{ hours: { 0: { checks: 1 } }, state: { incidents: outages(20), incidentCount: 30 } }]),
      '1 service may have had more incidents: only the last 20 of each are stored. Availability counts all checks.',
    ],
    [
      'services that are not shown',
      reportOf(Array.from({ length: 25 }, () => ({ hours: { 0: { checks: 1 } } }))),
      'Showing the 20 worst of 25 services; totals include all.',
    ],
  ])('%s', (_, report, line) => {
    expect(remarkLines(report)).toContain(line);
  });

  it('nothing if no data is missing', () => {
    expect(remarkLines(reportOf([{ hours: { [-48]: { checks: 1 }, 0: { checks: 1 } } }]))).toEqual([]);
  });
});

it('lists the last incidents of a service, and when its history starts', () => {
  const report = reportOf([
    { hours: { 0: { checks: 1 } } },
    { hours: { 7: { checks: 1 } }, state: { incidents: outages(3) } },
  ]);
  const remarks = shownServices(report).map((one) => [one.service, serviceRemarks(one, report, 2)]);
  expect(Object.fromEntries(remarks)).toEqual({
    'service-1': ['response times based on 1 answer'],
    'service-2': [
      'history starts on 2026-10-30 07:00 UTC',
      'response times based on 1 answer',
      '2026-10-30 01:00 UTC, 2 min: connection refused',
      '2026-10-30 02:00 UTC, 3 min: connection refused',
      'and 1 earlier incident',
    ],
  });
});
