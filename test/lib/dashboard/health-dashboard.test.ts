/** Tests of the dashboard: it shows exactly what is sent, and each colour has one meaning. */

import { estimateCost } from '../../../lambda/core/cost/cost';
import { DIMENSIONS, METRICS, NAMESPACE } from '../../../lambda/core/metrics/metrics';
import { grouped } from '../../../lambda/core/words/in-batches';
import { SERVICE_COLORS, VERDICT_COLORS } from '../../../lib/dashboard/layout';
import { PICKED } from '../../../lib/dashboard/one-service-rows';
import { SAMPLE_IDS } from '../../../local/sample/sample-services';
import { DEPLOY_YAML, deployable, fleet, onlyResource, resourcesOf, templateOf } from '../../support/aws/synthesis';

interface Widget {
  readonly type: string;
  readonly width: number;
  readonly height: number;
  readonly y: number;
  // biome-ignore lint/suspicious/noExplicitAny: each kind of widget has properties of its own
  readonly properties: any;
}

/** Returns the dashboard's document as CloudWatch gets it, with `TOKEN` for values from CloudFormation. */
function dashboardOf(text: string): { widgets: Widget[]; variables?: Record<string, unknown>[] } {
  const parts = onlyResource(templateOf(text), 'AWS::CloudWatch::Dashboard').Properties.DashboardBody['Fn::Join'][1];
  return JSON.parse(parts.map((part: unknown) => (typeof part === 'string' ? part : 'TOKEN')).join(''));
}

function widgetsOf(text: string): Widget[] {
  return dashboardOf(text).widgets;
}

/** Returns the rows of the grid. */
function rowsOf(text: string): readonly (readonly Widget[])[] {
  return [...grouped(widgetsOf(text), ({ y }) => y).values()];
}

function titled(text: string, title: RegExp): Widget {
  const found = widgetsOf(text).filter(({ properties }) => title.test(properties.title ?? ''));
  expect(found).toHaveLength(1);
  return found[0] as Widget;
}

function alarmNames(text: string, title: RegExp): string[] {
  const { alarms }: { readonly alarms: readonly string[] } = titled(text, title).properties;
  return alarms.map((arn) => arn.replace(/^arn:.*:alarm:/, ''));
}

type Line = readonly (string | Readonly<Record<string, unknown>>)[];

function linesOf({ properties }: Widget): readonly Line[] {
  return properties.metrics ?? [];
}

/** Returns our metrics on the dashboard, by name or in a `SEARCH`. */
function metricNames(widgets: readonly Widget[]): Set<string> {
  const named = widgets
    .flatMap(linesOf)
    .flatMap(([namespace, name]) => (namespace === NAMESPACE ? [String(name)] : []));
  const searched = Array.from(JSON.stringify(widgets).matchAll(/MetricName=\\+"(\w+)/g), ([, name]) => String(name));
  return new Set([...named, ...searched]);
}

/** Returns the metrics of services in searches, one for each search. */
function searchedOf(widgets: readonly Widget[]): readonly string[] {
  const searches = JSON.stringify(widgets).matchAll(
    /SEARCH\('\{statuswatch,Deployment,Service\} MetricName=\\+"(\w+)/g,
  );
  return Array.from(searches, ([, name]) => String(name));
}

/** Returns the labels and colours of visible lines. */
function colored(widgets: readonly Widget[]): readonly (readonly [label: string, color: string])[] {
  return widgets
    .flatMap(linesOf)
    .map((line) => line.at(-1) as Readonly<Record<string, unknown>>)
    .filter(({ visible }) => visible !== false)
    .map(({ label, color }) => [String(label).replace(' ${LAST}', ''), String(color)] as const);
}

/** The height of the table with six services. */
const VIEW_HEIGHT = 8;

describe('the first screen', () => {
  const rows = rowsOf(DEPLOY_YAML);
  const endsAt = (index: number) => rows.slice(0, index + 1).reduce((sum, [first]) => sum + (first?.height ?? 0), 0);
  const first = rows.filter((_, index) => endsAt(index) <= 18 + VIEW_HEIGHT).flat();

  it('explains the dashboard, then shows health, availability, failures and response times', () => {
    expect(first.map(({ properties }) => properties.title ?? 'text')).toEqual([
      'text',
      'Each service now',
      'Services now',
      'The checker itself',
      'Availability over the chosen time range, % of checks that passed',
      'Healthy services: one band each, a notch is a failure',
      'Failures by kind, all services',
      'Response time p50: half of the answers were faster',
      'Response time p95: 19 of 20 were faster',
      'Response time max: the slowest',
    ]);
  });

  it('shows the alarms of all services and of the checker', () => {
    const alarms = Object.values(resourcesOf(templateOf(DEPLOY_YAML), 'AWS::CloudWatch::Alarm'));
    // The page's alarms are about its readers.
    const names = alarms
      .map(({ Properties }) => String(Properties.AlarmName))
      .filter((name) => !name.includes(': page '));
    const shown = [...alarmNames(DEPLOY_YAML, /^Services now$/), ...alarmNames(DEPLOY_YAML, /^The checker itself$/)];
    expect(shown.sort()).toEqual(names.sort());
    expect(shown).toHaveLength(15);
  });

  it('shows only alarms about the checker that notify people, if it has shards', () => {
    const text = fleet(5, 'servicesPerInvocation: 1');
    const alarms = ['AWS::CloudWatch::Alarm', 'AWS::CloudWatch::CompositeAlarm'].flatMap((type) =>
      Object.values(resourcesOf(templateOf(text), type)),
    );
    const notifying = alarms.filter(({ Properties }) => Properties.AlarmActions !== undefined);
    const shown = alarmNames(text, /^The checker itself$/);
    expect(shown.sort()).toEqual(notifying.map(({ Properties }) => String(Properties.AlarmName)).sort());
    expect(shown).toHaveLength(9);
  });

  it('begins with the table of services in full width, updated on each refresh', () => {
    const view = titled(DEPLOY_YAML, /^Each service/);
    expect(widgetsOf(DEPLOY_YAML)[1]).toEqual(view);
    expect(view).toMatchObject({ type: 'custom', width: 24, height: VIEW_HEIGHT });
    expect(view.properties).toEqual({
      title: expect.anything(),
      endpoint: 'TOKEN',
      updateOn: { refresh: true, timeRange: false, resize: false },
    });
    const body = JSON.stringify(onlyResource(templateOf(DEPLOY_YAML), 'AWS::CloudWatch::Dashboard').Properties);
    const { id } = onlyResource(templateOf(DEPLOY_YAML), 'AWS::Lambda::Function', 'Widget');
    expect(body).toContain(`{"Fn::GetAtt":["${id}","Arn"]}`);
  });

  it('has a higher table for more services, up to the height of a screen', () => {
    const heights = [1, 12, 300].map((count) => titled(fleet(count), /^Each service/).height);
    expect(heights).toEqual([4, 12, 24]);
  });

  it('shows availability in per cent, over the chosen range', () => {
    const { properties } = titled(DEPLOY_YAML, /^Availability/);
    expect(properties).toMatchObject({ view: 'singleValue', setPeriodToTimeRange: true });
    expect(properties.metrics.slice(0, 2)).toMatchObject([
      [{ expression: 'm0 * 100', label: 'user-service' }],
      [
        NAMESPACE,
        METRICS.healthy,
        'Deployment',
        'statuswatch',
        'Service',
        'user-service',
        { id: 'm0', visible: false },
      ],
    ]);
  });

  it('says that availability includes planned maintenance, if there is any', () => {
    const window = 'maintenance: [{ name: upgrade, cron: "0 3 * * 0", for: 1h }]';
    const titleOf = (text: string) => titled(text, /^Availability/).properties.title;
    expect(titleOf(fleet(2, window))).toMatch(/% of checks that passed, planned maintenance included$/);
    expect(titleOf(fleet(2))).toMatch(/% of checks that passed$/);
  });

  it('shows three response times of every service, with the time limit', () => {
    for (const [name, statistic] of [
      ['p50', 'p50'],
      ['p95', 'p95'],
      ['max', 'Maximum'],
    ]) {
      const widget = titled(DEPLOY_YAML, new RegExp(`^Response time ${name}`));
      expect(linesOf(widget).map((line) => [line[1], line[5], (line[6] as { stat: string }).stat])).toEqual(
        SAMPLE_IDS.map((id) => [METRICS.responseTime, id, statistic]),
      );
      expect(widget.properties.annotations.horizontal).toMatchObject([{ value: 3_000, label: 'time limit 3 s' }]);
    }
  });
});

describe('below the first screen', () => {
  it('are uptime, the share of memory, and certificates with the days when to renew', () => {
    expect(titled(DEPLOY_YAML, /^Uptime/).properties.metrics).toHaveLength(12);
    const memory = titled(DEPLOY_YAML, /^Memory used, % of its total/);
    expect(linesOf(memory)[0]).toMatchObject([{ expression: '100 * used0 / total0' }]);
    expect(memory.properties.yAxis.left).toMatchObject({ min: 0, max: 100, label: '%' });
    expect(memory.properties.annotations.horizontal).toMatchObject([{ value: 90 }]);
    const certificates = titled(DEPLOY_YAML, /certificates/);
    expect(certificates.properties).toMatchObject({ start: '-P30D', annotations: { horizontal: [{ value: 14 }] } });
    expect(linesOf(certificates)).toHaveLength(6);
  });

  it('has no certificates of services without TLS', () => {
    const text = `${fleet(1)}\n  - { id: plain, baseUrl: "http://plain.internal" }`;
    expect(linesOf(titled(text, /certificates/)).map((line) => line[5])).toEqual(['s0']);
    const none = 'services: [{ id: plain, baseUrl: "http://plain.internal" }]';
    expect(metricNames(widgetsOf(none))).not.toContain(METRICS.certificateDaysLeft);
  });

  it('are the runs of the checker, their duration with its limit, and logged failures', () => {
    const { Timeout } = onlyResource(templateOf(DEPLOY_YAML), 'AWS::Lambda::Function', 'Checker').Properties;
    const runs = linesOf(titled(DEPLOY_YAML, /^Runs/)).map((line) => line[1]);
    expect(runs).toEqual(['Invocations', 'Errors', 'Throttles', 'InvocationDroppedCount']);
    const duration = titled(DEPLOY_YAML, /^Duration of a run/);
    expect(duration.properties.annotations.horizontal).toMatchObject([{ value: Timeout * 1_000 }]);
    expect(titled(DEPLOY_YAML, /^Services checked/).properties.annotations.horizontal).toMatchObject([{ value: 6 }]);
    const log = titled(DEPLOY_YAML, /^Failures of services/);
    expect(log.type).toBe('log');
    expect(log.properties.query).toMatch(/^SOURCE '\/aws\/lambda\/statuswatch-checker' \|.*event = "verdict"/s);
  });

  it('counts the services of a run correctly in every period', () => {
    expect(linesOf(titled(fleet(1, 'interval: 2m'), /^Services checked/))[0]).toMatchObject([
      { expression: 'sumOfServicesChecked * 120 / PERIOD(sumOfServicesChecked)' },
    ]);
  });
});

describe('the details of one service', () => {
  const kinds = (text: string) =>
    widgetsOf(text)
      .filter((widget) => JSON.stringify(widget).includes(PICKED))
      .map(({ type }) => type);

  it('are left out for services that each have a line in every graph, and without metrics of services', () => {
    for (const text of [fleet(20), fleet(30, 'metrics: summary')]) {
      expect(dashboardOf(text).variables ?? []).toEqual([]);
      expect(kinds(text)).toEqual([]);
    }
  });

  // AWS CDK reference, SearchComponents: "equivalent to cw.Values.fromSearch('{AWS/Lambda,FunctionName}
  // MetricName=\"Duration\"', 'FunctionName')": the argument of SEARCH(), without the function.
  it('are shown for one of many services, which is picked from those that a search finds', () => {
    expect(dashboardOf(fleet(300)).variables?.[0]).toMatchObject({
      type: 'pattern',
      pattern: PICKED,
      inputType: 'select',
      search: `{${NAMESPACE},${DIMENSIONS.deployment},${DIMENSIONS.service}} MetricName="${METRICS.healthy}" Deployment="statuswatch"`,
      populateFrom: 'Service',
      defaultValue: 's0',
    });
    expect(kinds(fleet(300))).toEqual(['text', 'metric', 'metric', 'metric', 'log']);
    const times = titled(fleet(300), /^PICKED_SERVICE: response time$/);
    expect(linesOf(times).map((line) => (line.at(-1) as { stat: string }).stat)).toEqual(['p50', 'p95', 'Maximum']);
  });

  it('are shown for a typed id if there are more services than a search takes', () => {
    const [variable] = dashboardOf(fleet(301)).variables ?? [];
    expect(variable).toMatchObject({ inputType: 'input', defaultValue: 's0' });
    expect(variable).not.toHaveProperty('search');
  });
});

describe('the dashboard shows only metrics that are sent:', () => {
  const always = [
    METRICS.healthy,
    METRICS.responseTime,
    METRICS.failures,
    METRICS.certificateDaysLeft,
    METRICS.servicesChecked,
    METRICS.runDuration,
  ].sort();
  const reported = [METRICS.uptime, METRICS.memoryUsed, METRICS.memoryTotal];
  it.each([
    ['summary', [METRICS.failures, METRICS.servicesChecked, METRICS.servicesHealthy, METRICS.runDuration].sort()],
    ['standard', [...always, ...reported].sort()],
  ])('metrics: %s', (level, names) => {
    expect([...metricNames(widgetsOf(fleet(6, `metrics: ${level}`)))].sort()).toEqual(names);
  });
});

describe('metrics: summary', () => {
  it.each([6, 30])('shows the count of %i services', (count) => {
    const text = fleet(count, 'metrics: summary');
    expect(titled(text, /^Services healthy now/)).toBeDefined();
    expect(titled(text, /^Healthy services$/).width).toBe(12);
    expect(titled(text, /^Failures by kind/).width).toBe(12);
    expect(JSON.stringify(widgetsOf(text))).not.toMatch(
      /SEARCH\('\{statuswatch,Deployment,Service|Service now|one colour/,
    );
  });
});

describe('a large fleet', () => {
  it('has a line for each service up to twenty', () => {
    expect(linesOf(titled(fleet(20), /^Response time p95/))).toHaveLength(20);
    expect(titled(fleet(20), /^Services now/).properties.alarms).toHaveLength(20);
  });

  it('of more than twenty shows the extreme services, by searches', () => {
    const text = fleet(21);
    const search = `SEARCH('{${NAMESPACE},${DIMENSIONS.deployment},${DIMENSIONS.service}} MetricName="ResponseTime" Deployment="statuswatch"', 'p95')`;
    expect(linesOf(titled(text, /^Response time p95.*20 highest/))).toMatchObject([
      [{ expression: 'SORT(found, MAX, DESC, 20)' }],
      [{ expression: search, id: 'found', visible: false }],
    ]);
    expect(linesOf(titled(text, /^Availability.*20 lowest/))[0]).toMatchObject([
      { expression: 'SORT(found * 100, AVG, ASC, 20)' },
    ]);
    expect(linesOf(titled(text, /^Services healthy now/))).toHaveLength(4);
  });
});

describe('more services than graphs compare', () => {
  const MANY = fleet(301);

  it('are compared up to 300', () => {
    expect(searchedOf(widgetsOf(fleet(300)))).toHaveLength(7);
  });

  it('are in no search, and the text says so', () => {
    expect(searchedOf(widgetsOf(MANY))).toEqual([]);
    expect(widgetsOf(MANY)[0]?.properties.markdown).toContain('Graphs compare at most 300 services');
    expect(widgetsOf(fleet(300))[0]?.properties.markdown).toContain('same colour everywhere');
  });
});

// Amazon CloudWatch user guide, "CloudWatch service quotas", of dashboards: "Up to 500 metrics per dashboard widget. Up to 2500
// metrics per dashboard, across all widgets. These quotas include all metrics retrieved for use in metric math functions, even if
// those metrics are not displayed on the graph." Also in the minute in which all services fail, each in its own way.
describe('the dashboard retrieves at most 500 metrics per widget, and 2,500 in total', () => {
  const retrieved = (widget: Widget, services: number) => {
    const found = (search: RegExp) => JSON.stringify(linesOf(widget)).match(search)?.length ?? 0;
    return (
      linesOf(widget).filter(([namespace]) => typeof namespace === 'string').length +
      found(/SEARCH\('\{statuswatch,Deployment,Service[,}]/g) * services +
      found(/SEARCH\('\{statuswatch,Deployment,Verdict\}/g)
    );
  };
  it.each([
    [6, 'standard'],
    [20, 'standard'],
    [21, 'standard'],
    [300, 'standard'],
    [301, 'standard'],
    [1_000, 'summary'],
  ])('%i services with %s metrics', (services, level) => {
    const widgets = widgetsOf(fleet(services, `metrics: ${level}`));
    const counts = widgets.map((widget) => retrieved(widget, services));
    expect(Math.max(...counts)).toBeLessThanOrEqual(500);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(2_500);
  });

  it('and retrieves failures of all services as sums, so that none is left out when many fail', () => {
    for (const services of [6, 126, 301]) {
      const failures = titled(fleet(services), /^Failures by kind, all services$/);
      expect(
        linesOf(failures)
          .map(([line]) => (line as { expression: string }).expression)
          .slice(0, 2),
      ).toEqual([
        'SUM(unreachable)',
        `SEARCH('{${NAMESPACE},${DIMENSIONS.deployment},${DIMENSIONS.verdict}} MetricName="Failures" Deployment="statuswatch" Verdict="unreachable"', 'Sum')`,
      ]);
    }
  });
});

describe('the number of metrics in the price', () => {
  /** Counts each metric once. */
  const referred = (text: string) =>
    new Set(
      widgetsOf(text)
        .flatMap(linesOf)
        .filter(([namespace]) => typeof namespace === 'string')
        .map((line) => JSON.stringify(line.filter((part) => typeof part === 'string'))),
    ).size;

  // Amazon CloudWatch pricing, free tier: "3 Custom Dashboards referencing up to 50 metrics each per month."
  it.each([
    ['seven services', fleet(7), 0],
    ['eight services', fleet(8), 3],
    ['only totals', fleet(700, 'metrics: summary'), 0],
    ['so many services that none are compared', fleet(501), 0],
  ])('is that of the dashboard with %s', (_, text, price) => {
    const { config, deployment } = deployable(text);
    const item = estimateCost(config, deployment).items.find(({ name }) => name === 'dashboard');
    expect(item).toMatchObject({ listed: 3, afterFreeTier: price });
    expect(referred(text) > 50).toBe(price > 0);
  });
});

describe('a colour', () => {
  it('means one service, or one kind of failure, in every widget', () => {
    const shown = colored(widgetsOf(fleet(20, 'metrics: standard')));
    for (const id of Array.from({ length: 20 }, (_, index) => `s${index}`)) {
      const own = new Set(shown.filter(([label]) => label === id).map(([, color]) => color));
      expect(own.size).toBe(1);
    }
    for (const verdict of ['unreachable', 'error', 'unhealthy', 'invalid'] as const) {
      const own = shown.filter(([label]) => label === verdict).map(([, color]) => color);
      expect(new Set(own)).toEqual(new Set([VERDICT_COLORS[verdict]]));
    }
  });

  it('of a service differs from those of other services and of verdicts', () => {
    const all = [...SERVICE_COLORS, ...Object.values(VERDICT_COLORS)];
    expect(new Set(all).size).toBe(all.length);
  });
});

it.each([DEPLOY_YAML, fleet(3, 'metrics: summary'), fleet(30)])(
  'each widget has a title, and each graph a unit',
  (text) => {
    for (const { type, properties } of widgetsOf(text).filter(({ type }) => type !== 'text')) {
      expect(properties.title).toMatch(/\S/);
      if (type === 'metric' && properties.view === 'timeSeries') expect(properties.yAxis.left.label).toMatch(/\S/);
    }
  },
);

it.each([
  ['few services', fleet(5)],
  ['many', fleet(60)],
  ['a fleet', fleet(300)],
  ['no metrics of services', fleet(5, 'metrics: summary')],
])('the rows are full, and each of one height: %s', (_, text) => {
  for (const row of rowsOf(text)) {
    expect(row.reduce((sum, { width }) => sum + width, 0)).toBe(24);
    expect(new Set(row.map(({ height }) => height)).size).toBe(1);
  }
});
