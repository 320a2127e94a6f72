/** The daily look at the addresses, and the answer with the config, by the checker's handler as Lambda would run it. */

import type { Deployment } from '../../lambda/core/config/config';
import { ENVIRONMENT } from '../../lambda/core/invoke/invocation';
import type { StubbedAnswer } from '../support/aws/aws-stub';
import { ALERTS_TOPIC, callsOf, type StubbedLambda, startStubbedChecker } from '../support/aws/stubbed-lambda';
import { deployable } from '../support/aws/synthesis';

describe('the addresses of the config', () => {
  const TOPICS = { alerts: ALERTS_TOPIC, checker: 'arn:aws:sns:us-east-1:123456789012:c' };
  const TOKEN = 'hunter2-is-the-token';
  let checker: StubbedLambda;
  let withoutAddress: StubbedLambda;
  let listing: StubbedAnswer;

  beforeAll(async () => {
    const text = [
      'name: shop',
      `headers: { X-Token: ${TOKEN} }`,
      'alerts: { subscriptions: [{ email: oncall@a.test }] }',
      `services: [{ id: a, baseUrl: "https://a.internal" }, { id: b, baseUrl: "https://b.internal" }]`,
    ].join('\n');
    const { config, deployment } = deployable(text);
    const start = (deployed: Deployment) =>
      startStubbedChecker({
        config: (url) => ({
          ...config,
          services: config.services.map((each) => ({ ...each, statusUrl: `${url}/${each.id}` })),
        }),
        deployment: deployed,
        environment: { [ENVIRONMENT.checkerTopicArn]: TOPICS.checker },
        aws: ({ action, body }) => {
          if (action === 'ListSubscriptionsByTopic') return listing;
          const isClaim = action === 'UpdateItem' && body.includes('ALL_NEW');
          const claimed = { day: { S: '2026-11-20' }, notified: { S: '' }, notifiedAt: { N: '1' } };
          return { json: isClaim ? { Attributes: claimed } : {} };
        },
      });
    checker = await start(deployment);
    withoutAddress = await start({ ...deployment, subscriptions: [] });
  });
  afterAll(() => Promise.all([checker.stop(), withoutAddress.stop()]));

  it('are left alone by all parts but the first', async () => {
    const { calls } = await checker.invoke({ shard: 1, shards: 2 });
    expect(calls.filter(({ action }) => /Subscriptions|Publish/.test(action))).toEqual([]);
  });

  it("that can't be looked at make the run fail, after all else is done", async () => {
    listing = { status: 403, code: 'AuthorizationError' };
    const { invoked, calls } = await checker.invoke();
    expect(invoked).toMatchObject({
      outcome: 'rejected',
      message: expect.stringMatching(/^the run is done, but the addresses of the config can't be looked at: /),
    });
    const actions = calls.map(({ action }) => action);
    expect(actions.indexOf('ListSubscriptionsByTopic')).toBeGreaterThan(actions.indexOf('PutMetricData'));
    expect(actions).not.toContain('Publish');
  });

  it('are looked at by the next run, which notifies the others once, by both topics', async () => {
    listing = { json: {} };
    const { invoked, calls } = await checker.invoke();
    expect(invoked).toMatchObject({ outcome: 'resolved', result: { failures: [] } });
    const sent = callsOf('Publish', calls).map(({ body }) => new URLSearchParams(body));
    expect(sent.map((each) => each.get('TopicArn')).sort()).toEqual(Object.values(TOPICS).sort());
    expect(sent[0]?.get('Subject')).toBe("[CAN'T NOTIFY] oncall@a.test is not notified by shop");
    expect(calls.at(-1)).toMatchObject({
      action: 'UpdateItem',
      body: expect.stringContaining('oncall@a.test alerts gone'),
    });
    const again = await checker.invoke();
    expect(again.calls.filter(({ action }) => /Subscriptions|Publish|UpdateItem/.test(action))).toEqual([]);
  });

  it('are looked at also if there is none: another one may be subscribed', async () => {
    const former = '<Protocol>email</Protocol><Endpoint>former@a.test</Endpoint>';
    const arn = `<SubscriptionArn>${TOPICS.alerts}:1</SubscriptionArn>`;
    listing = { json: { Subscriptions: `<member>${former}${arn}</member>` } };
    const { calls } = await withoutAddress.invoke();
    const [sent] = callsOf('Publish', calls).map(({ body }) => new URLSearchParams(body));
    expect(sent?.get('Subject')).toBe('[NOT IN THE CONFIG] former@a.test is notified by shop');
  });

  it('are answered with the config, which shows no value of a header', async () => {
    const { invoked, calls } = await checker.invoke({ config: true });
    expect(invoked).toMatchObject({
      outcome: 'resolved',
      result: {
        kind: 'config',
        config: { name: 'shop', services: [{ id: 'a' }, { id: 'b' }] },
        deployment: { subscriptions: [{ email: 'oncall@a.test' }] },
      },
    });
    expect(JSON.stringify(invoked)).not.toContain(TOKEN);
    expect(calls).toEqual([]);
  });
});
