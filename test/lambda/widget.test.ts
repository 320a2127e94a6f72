/** The widget's handler, bundled and run as Lambda would, on a table and metrics that a stub plays. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keyItem } from '../../lambda/adapters/state-reader';
import { latestOf } from '../../lambda/core/probe/latest-check';
import type { Observation } from '../../lambda/core/probe/observation';
import { ENVIRONMENT } from '../../lambda/core/run/invocation';
import { NEW_STATE } from '../../lambda/core/state/service-state';
import { stateKey } from '../../lambda/core/state/table-keys';
import { type AwsStub, type StubbedAnswer, startAwsStub } from '../support/aws-stub';
import { bundleWidget, INVOKED_ARN, type LambdaProcess, startLambda } from '../support/lambda-process';
import { awsEnvironment } from '../support/moto';
import { answer, failure, reportOf } from '../support/observations';
import { configOf, resultOf } from '../support/runs';
import { shownIn } from '../support/shown-states';

const TABLE_NAME = 'incidents';
const MINUTE_MS = 60_000;
const NOW = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;

const CONFIG = configOf({ 'user-service': 'https://user.internal', 'payment-service': 'https://pay.internal' }, [
  'name: shop',
]);

function stored(service: string, observation: Observation, at: number) {
  const latest = latestOf({ ...resultOf(service, observation), at }, null, 0);
  return {
    ...keyItem(stateKey('shop', service)),
    revision: { N: '1' },
    state: { S: JSON.stringify({ ...NEW_STATE, latest }) },
  };
}

const WELL = answer(200, reportOf());
const tableOf = (...items: object[]): StubbedAnswer => ({ json: { Responses: { [TABLE_NAME]: items } } });
const TABLE = tableOf(
  stored('payment-service', failure('connection_refused'), NOW - MINUTE_MS),
  stored('user-service', WELL, NOW - 4 * MINUTE_MS),
);
const NO_TABLE: StubbedAnswer = { status: 400, code: 'ResourceNotFoundException' };
const NO_METRICS: StubbedAnswer = { status: 403, code: 'AccessDenied' };

/** The first service has always been well until now. */
const METRICS = {
  json: {
    MetricDataResults: ['healthy0', 'responseTime0'].map((Id) => ({
      ...{ Id, StatusCode: 'Complete' },
      Timestamps: [3, 2, 1].map((minutes) => (NOW - minutes * MINUTE_MS) / 1_000),
      Values: [1, 1, 1],
    })),
  },
};

describe('the widget', () => {
  const folder = mkdtempSync(join(tmpdir(), 'statuswatch-widget-'));
  let stub: AwsStub;
  let widget: LambdaProcess<string>;
  let table: StubbedAnswer;
  let metrics: StubbedAnswer;

  const show = async (event?: unknown) => {
    const invoked = await widget.invoke(event);
    if (invoked.outcome !== 'resolved') throw new Error(JSON.stringify(invoked));
    return invoked.result;
  };
  const asked = () =>
    stub.calls
      .filter(({ action }) => action === 'GetMetricData')
      .map(({ body }) => (JSON.parse(body) as { MetricDataQueries: { Id: string }[] }).MetricDataQueries)
      .at(-1)
      ?.map(({ Id }) => Id);

  beforeAll(async () => {
    stub = await startAwsStub(({ action }) => (action === 'BatchGetItem' ? table : metrics));
    const bundle = await bundleWidget(CONFIG, folder);
    widget = startLambda(bundle, { ...awsEnvironment(stub.url()), [ENVIRONMENT.table]: TABLE_NAME });
  });
  beforeEach(() => {
    [table, metrics] = [TABLE, METRICS];
  });
  afterAll(async () => {
    await widget.kill();
    await stub.stop();
    rmSync(folder, { recursive: true });
  });

  it('shows every service, as the table and the metrics know it', async () => {
    const html = await show({ widgetContext: { theme: 'dark' } });
    expect(shownIn(html)).toEqual({
      summary: '1 of 2 healthy, payment-service unreachable',
      states: { 'user-service': 'healthy', 'payment-service': 'unreachable' },
    });
    expect(html).not.toMatch(/<script|<iframe|<use\b|can't be read/);
    expect(asked()).toEqual(['healthy0', 'responseTime0', 'healthy1', 'responseTime1']);
  });

  it('leads to the details of each, which it gives when it is asked', async () => {
    const actions = [...(await show()).matchAll(/<cwdb-action [^>]*endpoint="([^"]*)"[^>]*>([^<]*)</g)];
    const calls = actions.map(([, endpoint, call]) => [endpoint, call?.trim()]);
    expect(calls).toContainEqual([INVOKED_ARN, '{"service":"payment-service"}']);
    expect(calls).toContainEqual([INVOKED_ARN, '{"service":"user-service"}']);

    const details = await show({ service: 'payment-service' });
    expect(shownIn(details).states).toEqual({ 'payment-service': 'unreachable' });
    expect(details).toContain('https://pay.internal/status');
    expect(asked()).toEqual(['healthy0', 'responseTime0', 'memoryUsed0']);
  });

  it('says of a service that there is none, and asks for no metrics', async () => {
    const before = asked();
    const html = await show({ service: '<img src=x onerror=alert(1)>' });
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(html).not.toContain('<img');
    expect(asked()).toEqual(before);
  });

  it('says what it takes', async () => {
    expect(await show({ describe: true })).toMatch(/^## The services of shop\n.*\*\*service\*\*/s);
  });

  it('does without a table that cannot be read, and says so', async () => {
    table = NO_TABLE;
    const html = await show();
    expect(html).toMatch(/the states can(&#39;|')t be read: /);
    expect(shownIn(html).states).toEqual({ 'user-service': 'unknown', 'payment-service': 'unknown' });
    expect(widget.log.at(-1)).toMatchObject({ level: 'ERROR', event: 'widget', deployment: 'shop' });
  });

  it('does without a state that makes no sense, and says so', async () => {
    table = tableOf({ ...stored('user-service', WELL, NOW), state: { S: '"' } });
    const html = await show();
    expect(html).toContain('the stored state of user-service makes no sense');
    expect(shownIn(html).states).toEqual({ 'user-service': 'unknown', 'payment-service': 'unknown' });
  });

  it('does without metrics that cannot be read, and says so', async () => {
    metrics = NO_METRICS;
    const html = await show();
    expect(html).toMatch(/the metrics can(&#39;|')t be read: /);
    expect(shownIn(html).states).toEqual({ 'user-service': 'healthy', 'payment-service': 'unreachable' });
  });

  it.each<[string, StubbedAnswer, string]>([
    ['which the metrics confirm', METRICS, 'healthy'],
    ['which no metrics confirm', { json: { MetricDataResults: [] } }, 'unknown'],
    ['which a failure puts in doubt', withValues(1, 1, 0), 'unknown'],
  ])('takes an old state for what it is, %s', async (_, answered, state) => {
    table = tableOf(stored('user-service', WELL, NOW - 9 * MINUTE_MS));
    metrics = answered;
    // So short a time has periods of a minute.
    const html = await show({ widgetContext: { timeRange: { start: NOW - 30 * MINUTE_MS, end: Date.now() } } });
    expect(shownIn(html).states['user-service']).toBe(state);
  });

  it.each([
    undefined,
    null,
    'x',
    7,
    [],
    { service: {}, widgetContext: 3 },
    { widgetContext: { timeRange: { start: 9 } } },
  ])('is not put off by the event %j', async (event) => {
    expect(Object.keys(shownIn(await show(event)).states)).toHaveLength(2);
  });

  it('shows a time in which nothing was measured yet', async () => {
    const before = stub.calls.length;
    const html = await show({ widgetContext: { timeRange: { start: NOW + 3_600_000, end: NOW + 7_200_000 } } });
    expect(Object.keys(shownIn(html).states)).toHaveLength(2);
    expect(stub.calls.slice(before).map(({ action }) => action)).toEqual(['BatchGetItem']);
  });
});

function withValues(...values: number[]): StubbedAnswer {
  const Timestamps = values.map((_, index) => (NOW - (values.length - index) * MINUTE_MS) / 1_000);
  return { json: { MetricDataResults: [{ Id: 'healthy0', Timestamps, Values: values }] } };
}
