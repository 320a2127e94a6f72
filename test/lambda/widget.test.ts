/** The widget's handler, bundled and run as Lambda would, on a table that a stub plays. */

import { packedJson } from '../../lambda/adapters/table/packed-json';
import { keyItem } from '../../lambda/adapters/table/state-reader';
import { HOUR_MS } from '../../lambda/core/history/running-history';
import { storedBuckets } from '../../lambda/core/history/stored-history';
import { latestOf } from '../../lambda/core/probe/latest-check';
import type { Observation } from '../../lambda/core/probe/observation';
import { storedSilence } from '../../lambda/core/silences/silence';
import { NEW_STATE } from '../../lambda/core/state/service-state';
import { storedForm } from '../../lambda/core/state/stored-state';
import { SILENCES, stateKey, TABLE_KEYS } from '../../lambda/core/state/table-keys';
import type { StubbedAnswer } from '../support/aws/aws-stub';
import { INVOKED_ARN } from '../support/aws/lambda-process';
import { type StubbedLambda, startStubbedWidget, TABLE_NAME } from '../support/aws/stubbed-lambda';
import { bucketsFrom, pastCheck } from '../support/core/buckets';
import { answer, failure, reportOf } from '../support/core/observations';
import { configOf, resultOf } from '../support/core/runs';
import { silenceAt } from '../support/core/silences';
import { shownIn } from '../support/view/shown-states';

const MINUTE_MS = 60_000;
const NOW = Date.now();

const CONFIG = configOf({ 'user-service': 'https://user.internal', 'payment-service': 'https://pay.internal' }, [
  'name: shop',
]);

function stored(service: string, observation: Observation, at: number) {
  const latest = latestOf({ ...resultOf(service, observation), at }, null, 0);
  return {
    ...keyItem(stateKey('shop', service)),
    revision: { N: '1' },
    state: { B: Buffer.from(packedJson(storedForm({ ...NEW_STATE, latest })).B ?? []).toString('base64') },
  };
}

const WELL = answer(200, reportOf());
const tableOf = (...items: object[]): StubbedAnswer => ({ json: { Responses: { [TABLE_NAME]: items } } });
/** Both services, one failing, as of now: a state is only believed for some minutes, and the file takes longer. */
const bothStored = () =>
  tableOf(
    stored('payment-service', failure('connection_refused'), Date.now() - MINUTE_MS),
    stored('user-service', WELL, Date.now() - 4 * MINUTE_MS),
  );
const NO_SILENCES: StubbedAnswer = { json: { Items: [] } };
const NO_TABLE: StubbedAnswer = { status: 400, code: 'ResourceNotFoundException' };
/** Of the first service, four checks an hour ago. */
const HISTORIES = tableOf(historyItem('user-service', NOW - HOUR_MS));

function historyItem(service: string, at: number) {
  const hour = Math.floor(at / HOUR_MS) * HOUR_MS;
  const checks = [0, 1, 2, 3].map((index) =>
    pastCheck(hour + index, index === 0 ? { kind: 'error', reason: 'http_500' } : {}),
  );
  const instant = new Date(hour).toISOString();
  const { B = [] } = packedJson(storedBuckets(bucketsFrom(checks)));
  return {
    ...keyItem({ ...stateKey('shop', service), sort: `fine/${instant.slice(0, 10)}` }),
    buckets: { B: Buffer.from(B).toString('base64') },
  };
}

describe('the widget', () => {
  let widget: StubbedLambda<string>;
  let table: StubbedAnswer;
  let histories: StubbedAnswer;
  let silences: StubbedAnswer;

  const show = (event?: unknown) => widget.resultOf(event);
  /** The keys of the items that were asked for last, as `service item`. */
  const asked = () => keysIn(widget.calls.filter(({ body }) => isHistory(body)).at(-1)?.body);

  beforeAll(async () => {
    widget = await startStubbedWidget(CONFIG, ({ body }) => {
      if (body.includes(SILENCES)) return silences;
      return isHistory(body) ? histories : table;
    });
  });
  beforeEach(() => {
    [table, histories, silences] = [bothStored(), HISTORIES, NO_SILENCES];
  });
  afterAll(() => widget.stop());

  it('shows every service, as the table knows it', async () => {
    const html = await show({ widgetContext: { theme: 'dark' } });
    expect(shownIn(html)).toEqual({
      summary: '1 of 2 down: payment-service',
      states: { 'user-service': 'healthy', 'payment-service': 'unreachable' },
    });
    expect(html).not.toMatch(/<script|<iframe|<use\b|can't be read/);
    expect(new Set(asked().map((key) => key.split(' ')[0]))).toEqual(new Set(['user-service', 'payment-service']));
    expect(html).toContain('4 checks: 75 % healthy, 1 failed: error');
  });

  it('leads to the details of each, which it gives when it is asked', async () => {
    const actions = [...(await show()).matchAll(/<cwdb-action [^>]*endpoint="([^"]*)"[^>]*>([^<]*)</g)];
    const calls = actions.map(([, endpoint, call]) => [endpoint, call?.trim()]);
    expect(calls).toContainEqual([INVOKED_ARN, '{"service":"payment-service"}']);
    expect(calls).toContainEqual([INVOKED_ARN, '{"service":"user-service"}']);

    const details = await show({ service: 'payment-service' });
    expect(shownIn(details).states).toEqual({ 'payment-service': 'unreachable' });
    expect(details).toContain('https://pay.internal/status');
    expect(new Set(asked().map((key) => key.split(' ')[0]))).toEqual(new Set(['payment-service']));
  });

  it('says of a service that there is none, and reads no history', async () => {
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
    table = tableOf({ ...stored('user-service', WELL, Date.now()), state: { B: 'Bw==' } });
    const html = await show();
    expect(html).toContain('the stored state of user-service makes no sense');
    expect(shownIn(html).states).toEqual({ 'user-service': 'unknown', 'payment-service': 'unknown' });
  });

  it('does without histories that cannot be read, and says so', async () => {
    histories = NO_TABLE;
    const html = await show();
    expect(html).toMatch(/the histories can(&#39;|')t be read: /);
    expect(shownIn(html).states).toEqual({ 'user-service': 'healthy', 'payment-service': 'unreachable' });
  });

  it('says who silenced what until when, and why, also where the service is all that is shown', async () => {
    const silence = silenceAt(NOW - HOUR_MS, { services: ['payment-service'], until: NOW + 48 * HOUR_MS });
    silences = { json: { Items: [{ silence: { S: JSON.stringify(storedSilence(silence)) } }] } };
    for (const event of [undefined, { service: 'payment-service' }]) {
      const html = await show(event);
      expect(shownIn(html).states['payment-service']).toBe('unreachable');
      expect(html).toMatch(/until <time [^>]*>[^<]*<\/time> by ana: deploy 2\.5\.0/);
      expect(html).toContain('unsilence k3v9x1');
    }
  });

  it('does without silences that cannot be read, and says so', async () => {
    silences = NO_TABLE;
    const html = await show();
    expect(html).toMatch(/the silences can(&#39;|')t be read: /);
    expect(shownIn(html).states).toEqual({ 'user-service': 'healthy', 'payment-service': 'unreachable' });
  });

  it.each([
    [7, 'healthy'],
    [9, 'unknown'],
  ])('shows a state that is %i min old as %s', async (minutes, state) => {
    table = tableOf(stored('user-service', WELL, Date.now() - minutes * MINUTE_MS));
    expect(shownIn(await show()).states['user-service']).toBe(state);
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

  it('shows a time that is yet to come', async () => {
    const before = widget.calls.length;
    const html = await show({ widgetContext: { timeRange: { start: NOW + 3_600_000, end: NOW + 7_200_000 } } });
    expect(Object.keys(shownIn(html).states)).toHaveLength(2);
    expect(widget.calls.slice(before).map(({ action }) => action)).toEqual(['Query', 'Query', 'BatchGetItem']);
  });
});

function isHistory(body: string): boolean {
  return /(fine|hours|days)\/20/.test(body);
}

function keysIn(body = '{}'): string[] {
  const requests = (JSON.parse(body).RequestItems ?? {}) as Record<string, { Keys: Record<string, { S: string }>[] }>;
  return (requests[TABLE_NAME]?.Keys ?? []).map(
    (key) => `${key[TABLE_KEYS.partition]?.S.split('/')[1]} ${key[TABLE_KEYS.sort]?.S}`,
  );
}
