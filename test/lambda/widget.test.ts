/** The widget's handler, bundled and run as Lambda would, on a table that a stub plays. */

import { packedJson } from '../../lambda/adapters/table/packed-json';
import { keyItem } from '../../lambda/adapters/table/state-reader';
import { latestOf } from '../../lambda/core/probe/latest-check';
import type { Observation } from '../../lambda/core/probe/observation';
import { NEW_STATE } from '../../lambda/core/state/service-state';
import { storedForm } from '../../lambda/core/state/stored-state';
import { SILENCES, stateKey } from '../../lambda/core/state/table-keys';
import type { StubbedAnswer } from '../support/aws/aws-stub';
import { type StubbedLambda, startStubbedWidget, TABLE_NAME } from '../support/aws/stubbed-lambda';
import { answer, failure, reportOf } from '../support/core/observations';
import { configOf, resultOf } from '../support/core/runs';

const MINUTE_MS = 60_000;

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
/** The status of each listed service. */
const statesIn = (html: string) =>
  Object.fromEntries([...html.matchAll(/<tr><td>. ([a-z ]+)<\/td><td>([^<]+)</g)].map(([, state, id]) => [id, state]));

describe('the widget', () => {
  let widget: StubbedLambda<string>;
  let table: StubbedAnswer;
  let silences: StubbedAnswer;

  const show = (event?: unknown) => widget.resultOf(event);
  beforeAll(async () => {
    widget = await startStubbedWidget(CONFIG, ({ body }) => {
      return body.includes(SILENCES) ? silences : table;
    });
  });
  beforeEach(() => {
    [table, silences] = [bothStored(), NO_SILENCES];
  });
  afterAll(() => widget.stop());

  it('lists every service, those that need attention first, and reads no history', async () => {
    const html = await show({ widgetContext: { theme: 'dark' } });
    expect(html).toContain('1 of 2 down: payment-service');
    expect(Object.entries(statesIn(html))).toEqual([
      ['payment-service', 'down'],
      ['user-service', 'healthy'],
    ]);
    expect(html).toContain('connection refused');
    expect(html).not.toMatch(/<script|<iframe|<use\b|can't be read/);
    expect(widget.calls.map(({ body }) => /(fine|hours|days)\/20/.test(body))).not.toContain(true);
  });

  it('says that it has no parameters', async () => {
    expect(await show({ describe: true })).toBe('The services of shop. The widget has no parameters.');
  });

  it('does without a table that cannot be read, and says so', async () => {
    table = NO_TABLE;
    const html = await show();
    expect(html).toMatch(/the states can(&#39;|')t be read: /);
    expect(statesIn(html)).toEqual({ 'user-service': 'unknown', 'payment-service': 'unknown' });
    expect(widget.log.at(-1)).toMatchObject({ level: 'ERROR', event: 'widget', deployment: 'shop' });
  });

  it('does without a state that makes no sense, and says so', async () => {
    table = tableOf({ ...stored('user-service', WELL, Date.now()), state: { B: 'Bw==' } });
    const html = await show();
    expect(html).toContain('the stored state of user-service is invalid');
    expect(statesIn(html)).toEqual({ 'user-service': 'unknown', 'payment-service': 'unknown' });
  });

  it('does without silences that cannot be read, and says so', async () => {
    silences = NO_TABLE;
    const html = await show();
    expect(html).toMatch(/the silences can(&#39;|')t be read: /);
    expect(statesIn(html)).toEqual({ 'user-service': 'healthy', 'payment-service': 'down' });
  });

  it.each([
    [7, 'healthy'],
    [9, 'unknown'],
  ])('shows a state that is %i min old as %s', async (minutes, state) => {
    table = tableOf(stored('user-service', WELL, Date.now() - minutes * MINUTE_MS));
    expect(statesIn(await show())['user-service']).toBe(state);
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
    expect(Object.keys(statesIn(await show(event)))).toHaveLength(2);
  });
});
