/** The check of the e-mail addresses, and the answer with the config, by the checker's handler as Lambda would run it. */

import type { Deployment } from '../../lambda/core/config/config';
import { ENVIRONMENT } from '../../lambda/core/invoke/invocation';
import type { StubbedAnswer } from '../support/aws/aws-stub';
import { ALERTS_TOPIC, callsOf, type StubbedLambda, startStubbedChecker } from '../support/aws/stubbed-lambda';
import { deployable } from '../support/aws/synthesis';

describe('the addresses of the config', () => {
  const TOPICS = { alerts: ALERTS_TOPIC, checker: 'arn:aws:sns:us-east-1:123456789012:c' };
  const TOKEN = 'hunter2-is-the-token';
  let checker: StubbedLambda;
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
        aws: ({ action }) => (action === 'ListSubscriptionsByTopic' ? listing : { json: {} }),
      });
    checker = await start(deployment);
  });
  afterAll(() => checker.stop());

  it('are checked only by the first shard', async () => {
    const { calls } = await checker.invoke({ shard: 1, shards: 2 });
    expect(calls.filter(({ action }) => /Subscriptions|Publish/.test(action))).toEqual([]);
  });

  it("make the run fail if they can't be checked, after all else is done", async () => {
    listing = { status: 403, code: 'AuthorizationError' };
    const { invoked, calls } = await checker.invoke();
    expect(invoked).toMatchObject({
      outcome: 'rejected',
      message: expect.stringMatching(/^the run is done, but the e-mail addresses can't be checked: /),
    });
    const actions = calls.map(({ action }) => action);
    expect(actions.indexOf('ListSubscriptionsByTopic')).toBeGreaterThan(actions.indexOf('PutMetricData'));
    expect(actions).not.toContain('Publish');
  });

  it('are checked by the next run, and the run after that saves what is wrong', async () => {
    listing = { json: {} };
    const { invoked, calls } = await checker.invoke();
    expect(invoked).toMatchObject({ outcome: 'resolved', result: { failures: [] } });
    expect(callsOf('ListSubscriptionsByTopic', calls)).toHaveLength(2);
    const next = await checker.invoke();
    const saved = callsOf('PutItem', next.calls).filter(({ body }) => body.includes('receivers/sns/addresses'));
    expect(saved).toMatchObject([{ body: expect.stringContaining('oncall@a.test is gone') }]);
    expect(callsOf('ListSubscriptionsByTopic', next.calls)).toEqual([]);
  });

  it('are in the answer with the config, which hides the values of headers', async () => {
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
