/** The daily look at the addresses, and the answer with the config, by the checker's handler as Lambda would run it. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Deployment } from '../../lambda/core/config/config';
import { ENVIRONMENT } from '../../lambda/core/run/invocation';
import { reportText } from '../support/asking';
import { type AwsStub, type StubbedAnswer, startAwsStub } from '../support/aws-stub';
import { bundleChecker, type LambdaProcess, startLambda } from '../support/lambda-process';
import { awsEnvironment } from '../support/moto';
import { type RunningServer, startHttp } from '../support/servers';
import { deployable } from '../support/synthesis';

describe('the addresses of the config', () => {
  const TOPICS = {
    alerts: 'arn:aws:sns:us-east-1:123456789012:alerts',
    checker: 'arn:aws:sns:us-east-1:123456789012:c',
  };
  const TOKEN = 'hunter2-is-the-token';
  const folder = mkdtempSync(join(tmpdir(), 'statuswatch-checker-'));
  let stub: AwsStub;
  let services: RunningServer;
  let checker: LambdaProcess;
  let withoutAddress: LambdaProcess;
  let listing: StubbedAnswer;

  beforeAll(async () => {
    services = await startHttp((request, response) => response.end(reportText({ service: request.url?.slice(1) })));
    stub = await startAwsStub(({ action, body }) => {
      if (action === 'ListSubscriptionsByTopic') return listing;
      const isClaim = action === 'UpdateItem' && body.includes('ALL_NEW');
      return {
        json: isClaim ? { Attributes: { day: { S: '2026-11-20' }, notified: { S: '' }, notifiedAt: { N: '1' } } } : {},
      };
    });
    const text = [
      'name: shop',
      `headers: { X-Token: ${TOKEN} }`,
      'alerts: { subscriptions: [{ email: oncall@a.test }] }',
      `services: [{ id: a, baseUrl: "https://a.internal" }, { id: b, baseUrl: "https://b.internal" }]`,
    ].join('\n');
    const { config, deployment } = deployable(text);
    const here = {
      ...config,
      services: config.services.map((each) => ({ ...each, statusUrl: `${services.url()}/${each.id}` })),
    };
    const start = (name: string, deployed: Deployment) =>
      startLambda(bundleChecker(here, join(folder, name), deployed), {
        ...awsEnvironment(stub.url()),
        [ENVIRONMENT.table]: 'incidents',
        [ENVIRONMENT.topicArn]: TOPICS.alerts,
        [ENVIRONMENT.checkerTopicArn]: TOPICS.checker,
      });
    checker = start('one', deployment);
    withoutAddress = start('none', { ...deployment, subscriptions: [] });
  });
  afterAll(async () => {
    await Promise.all([checker.kill(), withoutAddress.kill()]);
    await Promise.all([stub.stop(), services.stop()]);
    rmSync(folder, { recursive: true });
  });

  /** The calls of a run. */
  async function callsOf(event?: object, process = checker) {
    const before = stub.calls.length;
    const invoked = await process.invoke(event);
    return { invoked, calls: stub.calls.slice(before) };
  }

  it('are left alone by all parts but the first', async () => {
    const { calls } = await callsOf({ shard: 1, shards: 2 });
    expect(calls.filter(({ action }) => /Subscriptions|Publish/.test(action))).toEqual([]);
  });

  it("that can't be looked at make the run fail, after all else is done", async () => {
    listing = { status: 403, code: 'AuthorizationError' };
    const { invoked, calls } = await callsOf();
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
    const { invoked, calls } = await callsOf();
    expect(invoked).toMatchObject({ outcome: 'resolved', result: { failures: [] } });
    const sent = calls.filter(({ action }) => action === 'Publish').map(({ body }) => new URLSearchParams(body));
    expect(sent.map((each) => each.get('TopicArn')).sort()).toEqual(Object.values(TOPICS).sort());
    expect(sent[0]?.get('Subject')).toBe("[CAN'T NOTIFY] oncall@a.test is not notified by shop");
    expect(calls.at(-1)).toMatchObject({
      action: 'UpdateItem',
      body: expect.stringContaining('oncall@a.test alerts gone'),
    });
    const again = await callsOf();
    expect(again.calls.filter(({ action }) => /Subscriptions|Publish|UpdateItem/.test(action))).toEqual([]);
  });

  it('are looked at also if there is none: another one may be subscribed', async () => {
    const former = '<Protocol>email</Protocol><Endpoint>former@a.test</Endpoint>';
    const arn = `<SubscriptionArn>${TOPICS.alerts}:1</SubscriptionArn>`;
    listing = { json: { Subscriptions: `<member>${former}${arn}</member>` } };
    const { calls } = await callsOf(undefined, withoutAddress);
    const [sent] = calls.filter(({ action }) => action === 'Publish').map(({ body }) => new URLSearchParams(body));
    expect(sent?.get('Subject')).toBe('[NOT IN THE CONFIG] former@a.test is notified by shop');
  });

  it('are answered with the config, which shows no value of a header', async () => {
    const { invoked, calls } = await callsOf({ config: true });
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
