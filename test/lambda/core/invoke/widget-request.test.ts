/** What a dashboard asks of its widget, and what becomes of anything else. */

import fc from 'fast-check';
import { readWidgetRequest, type WidgetRequest } from '../../../../lambda/core/invoke/widget-request';
import { NOW } from '../../../support/core/observations';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NO_RANGE = { from: NOW - 3 * HOUR_MS, to: NOW };
const VIEW = { kind: 'view', service: null, page: 1, find: '', theme: 'light', ...NO_RANGE } as const;

function viewing(widgetContext: unknown, more: object = {}): WidgetRequest {
  return readWidgetRequest({ ...more, widgetContext }, NOW);
}

const RANGE = { start: NOW - 7 * HOUR_MS, end: NOW - HOUR_MS };

describe('a dashboard', () => {
  it('asks for all services in the time that it shows', () => {
    const context = { dashboardName: 'shop', locale: 'en', period: 300, theme: 'dark', width: 900, height: 300 };
    expect(viewing({ ...context, timeRange: { mode: 'relative', ...RANGE } })).toEqual({
      ...VIEW,
      theme: 'dark',
      from: RANGE.start,
      to: RANGE.end,
    });
  });

  it('asks for what people have zoomed into', () => {
    const zoom = { start: NOW - 3 * HOUR_MS, end: NOW - 2 * HOUR_MS };
    expect(viewing({ timeRange: { ...RANGE, zoom } })).toEqual({ ...VIEW, from: zoom.start, to: zoom.end });
  });

  it('asks for the details of one service', () => {
    expect(viewing({}, { service: 'payment-service' })).toEqual({ ...VIEW, service: 'payment-service' });
  });

  it('asks for a page of the services, and for those that people look for', () => {
    const forms = { all: { find: ' Payment\n' } };
    expect(viewing({ forms }, { page: 3 })).toEqual({ ...VIEW, page: 3, find: 'Payment' });
  });

  it("asks what the widget is for, in the dashboard's editor", () => {
    expect(readWidgetRequest({ describe: true }, NOW)).toEqual({ kind: 'describe' });
  });
});

describe('what makes no sense takes its default:', () => {
  it.each<[string, unknown]>([
    ['no event', undefined],
    ['null', null],
    ['a text', 'describe'],
    ['a list', [{ describe: true }]],
    ['describe that is not true', { describe: 'no' }],
    ['no service', { service: '' }],
    ['a service that is no text', { service: { id: 'a' } }],
    ['a service that cannot be seen', { service: '\u202e\u0000 ' }],
    ['a page that is none', { page: 0 }],
    ['a page that is no number', { page: '2' }],
    ['fields that are none', { widgetContext: { forms: { all: [] } } }],
    ['a search that is no text', { widgetContext: { forms: { all: { find: ['a'] } } } }],
    ['a context that is none', { widgetContext: 'dark' }],
    ['a theme that there is not', { widgetContext: { theme: '"><script>' } }],
    ['a range without an end', { widgetContext: { timeRange: { start: NOW } } }],
    ['a range that ends before it begins', { widgetContext: { timeRange: { start: NOW, end: NOW - 1 } } }],
    ['a range of no length', { widgetContext: { timeRange: { start: NOW, end: NOW } } }],
    ['a range in texts', { widgetContext: { timeRange: { start: '1', end: '2' } } }],
    ['a range that is not finite', { widgetContext: { timeRange: { start: -Infinity, end: Number.NaN } } }],
    ['a range beyond all dates', { widgetContext: { timeRange: { start: NOW, end: 1e300 } } }],
    ['a range of which nothing is kept', { widgetContext: { timeRange: { start: 0, end: NOW - 500 * DAY_MS } } }],
  ])('%s', (_, event) => {
    expect(readWidgetRequest(event, NOW)).toEqual(VIEW);
  });

  it('a zoom, if the range is right', () => {
    expect(viewing({ timeRange: { ...RANGE, zoom: { start: 9, end: 3 } } })).toMatchObject({ from: RANGE.start });
  });

  it('a beginning of which nothing is kept any more', () => {
    expect(viewing({ timeRange: { start: 0, end: NOW } })).toMatchObject({ from: NOW - 400 * DAY_MS, to: NOW });
  });
});

it('a name of a service is kept short, and in one line', () => {
  expect(viewing({}, { service: `a\nb${'c'.repeat(5_000)}` })).toMatchObject({
    service: expect.stringMatching(/^a bc{76}…$/),
  });
});

it('no event is too odd', () => {
  fc.assert(
    fc.property(fc.anything(), fc.anything(), (service, timeRange) => {
      const request = viewing({ timeRange }, { service });
      if (request.kind === 'describe') throw new Error('nobody asked for it');
      expect(request.from).toBeLessThan(request.to);
    }),
  );
});
