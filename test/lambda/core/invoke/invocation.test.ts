/** Tests of the settings of the checker: environment, shards and time limits. */

import fc from 'fast-check';
import type { Service } from '../../../../lambda/core/config/config';
import { shardOf } from '../../../../lambda/core/config/shard';
import {
  aliasIn,
  checkingLimitMs,
  ENVIRONMENT,
  HISTORY_CALL_MS,
  historyLimitMs,
  LIVE_PAGE_URL,
  longestCheckMs,
  outputsMs,
  pulseMs,
  readEnvironment,
} from '../../../../lambda/core/invoke/invocation';
import { configOf } from '../../../support/core/runs';
import { runs } from '../../../support/jest/lane';

describe('the environment', () => {
  const FULL = {
    STATUSWATCH_TABLE: 'table',
    STATUSWATCH_TOPIC_ARN: 'arn:topic',
    STATUSWATCH_CHECKER_TOPIC_ARN: 'arn:checker-topic',
    STATUSWATCH_CONFIG_HASH: '0123456789abcd',
    STATUSWATCH_DASHBOARD_URL: 'https://dashboard.internal/',
    STATUSWATCH_LOGS_URL: 'https://logs.internal/',
    STATUSWATCH_SLACK_CHANNEL: 'C07EZ1ABC23',
  };
  const LAMBDA = { AWS_REGION: 'eu-central-1', AWS_LAMBDA_FUNCTION_NAME: 'shop-checker' };

  it('is read by the names that the stack sets', () => {
    expect(Object.values(ENVIRONMENT)).toEqual(Object.keys(FULL));
    expect(readEnvironment({ ...FULL, ...LAMBDA, [LIVE_PAGE_URL]: 'https://page.internal/' })).toEqual({
      table: 'table',
      topicArn: 'arn:topic',
      checkerTopicArn: 'arn:checker-topic',
      dashboardUrl: 'https://dashboard.internal/',
      logsUrl: 'https://logs.internal/',
      pageUrl: 'https://page.internal/',
      slack: { channelId: 'C07EZ1ABC23', region: 'eu-central-1', functionName: 'shop-checker:chat' },
    });
  });

  // AWS Lambda developer guide, "AWS Lambda context object in Node.js": "The Amazon Resource Name (ARN) that's used to invoke the
  // function. Indicates if the invoker specified a version number or alias."
  it.each([
    ['shop-checker:chat', 'chat'],
    ['shop-checker:page', 'page'],
    ['shop-checker:config', 'config'],
    ['shop-checker', null],
    ['chat', null],
    ['shop-checker:$LATEST', null],
    ['shop-checker:other', null],
  ])('has the alias in the ARN of %s: %s', (name, alias) => {
    expect(aliasIn(`arn:aws:lambda:us-west-2:123456789012:function:${name}`)).toBe(alias);
  });

  it.each([{}, { STATUSWATCH_DASHBOARD_URL: '', STATUSWATCH_LOGS_URL: '' }])('may be without links: %j', (pages) => {
    const { STATUSWATCH_TABLE, STATUSWATCH_TOPIC_ARN } = FULL;
    expect(readEnvironment({ STATUSWATCH_TABLE, STATUSWATCH_TOPIC_ARN, ...pages })).toEqual({
      table: 'table',
      topicArn: 'arn:topic',
      checkerTopicArn: null,
      dashboardUrl: null,
      logsUrl: null,
      pageUrl: null,
      slack: null,
    });
  });

  // AWS Lambda developer guide, "Defined runtime environment variables": "AWS_REGION – The AWS Region where the Lambda function is
  // executed", "AWS_LAMBDA_FUNCTION_NAME – The name of the function."
  it.each([
    ['the channel', { ...LAMBDA, STATUSWATCH_SLACK_CHANNEL: '' }],
    ['the region', { ...LAMBDA, AWS_REGION: undefined }],
    ['the name of the function', { ...LAMBDA, AWS_LAMBDA_FUNCTION_NAME: undefined }],
  ])('has no buttons in Slack without %s', (_, environment) => {
    expect(readEnvironment({ ...FULL, ...environment }).slack).toBeNull();
  });

  it.each([
    [{ STATUSWATCH_TABLE: undefined }, 'the environment lacks STATUSWATCH_TABLE'],
    [{ STATUSWATCH_TOPIC_ARN: '' }, 'the environment lacks STATUSWATCH_TOPIC_ARN'],
    [
      { STATUSWATCH_TABLE: '', STATUSWATCH_TOPIC_ARN: undefined },
      'the environment lacks STATUSWATCH_TABLE and STATUSWATCH_TOPIC_ARN',
    ],
  ])('is refused without %j, by name', (missing, message) => {
    expect(() => readEnvironment({ ...FULL, ...missing })).toThrow(new Error(message));
  });
});

describe('shards', () => {
  it('split the services evenly, each in one shard, in order', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 12 }), (services, count) => {
        const ids = Array.from({ length: services }, (_, index) => `service-${index}`);
        const config = configOf(Object.fromEntries(ids.map((id) => [id, `https://${id}.internal`])));
        const shards = Array.from({ length: count }, (_, index) => {
          const shard = shardOf(config, { index, count });
          expect({ ...shard, services: config.services }).toEqual(config);
          return shard.services.map(({ id }) => id);
        });
        expect(shards.flat().sort()).toEqual([...ids].sort());
        for (const shard of shards) expect(shard).toEqual(ids.filter((id) => shard.includes(id)));
        const sizes = shards.map((shard) => shard.length);
        expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
      }),
      { numRuns: runs(4) },
    );
  });
});

it('the longest check includes reading a secret, and one more attempt', () => {
  const config = configOf({ a: 'http://a.internal', b: 'http://b.internal' }, [
    'timeout: 2s',
    'retry: { attempts: 1 }',
  ]);
  const [first, ...others] = config.services as [Service];
  const headers = { 'X-Token': { kind: 'secret', secret: 'token', key: null } } as const;
  expect(longestCheckMs(config, 1)).toBe(2_000);
  expect(longestCheckMs({ ...config, services: [{ ...first, headers }, ...others] }, 1)).toBe(2_000 + 5_000 + 2_000);
});

it('the longest check includes getting a token in each attempt, and one more attempt with a new token', () => {
  const config = configOf({ a: 'http://a.internal', b: 'http://b.internal' }, [
    'timeout: 2s',
    'retry: { attempts: 1 }',
  ]);
  const [first, ...others] = config.services as [Service];
  const clientId = { kind: 'literal', value: 'me' } as const;
  const clientSecret = { kind: 'hidden', value: 'x', text: '', secrets: [] } as const;
  const auth = {
    kind: 'oauth2',
    tokenUrl: 'https://login.internal',
    clientId,
    clientSecret,
    scope: null,
    audience: null,
  } as const;
  const longest = (client: Partial<typeof auth>) =>
    longestCheckMs({ ...config, services: [{ ...first, auth: { ...auth, ...client } }, ...others] }, 1);
  expect(longest({})).toBe(2 * (2_000 + 2_000));
  const unread = { kind: 'secret', secret: 'client', key: null } as const;
  const withSecret = { ...first, auth: { ...auth, clientSecret: unread } };
  expect(longestCheckMs({ ...config, services: [withSecret] }, 1)).toBe(5_000 + 2 * (2_000 + 2_000));
});

it('an invocation has time for the history unless other outputs were slow', () => {
  const config = configOf({ a: 'http://a.internal' }, ['timeout: 2s', 'retry: { attempts: 1 }']);
  const shards = 3;
  const endMs = longestCheckMs(config, shards) + outputsMs(shards);
  expect(historyLimitMs(config, shards) + 2 * HISTORY_CALL_MS).toBe(endMs - 5_000);
  expect(historyLimitMs(config, shards)).toBeGreaterThan(longestCheckMs(config, shards) + 15_000);
});

it('an invocation has time for its pulses at the end', () => {
  const config = configOf({ a: 'http://a.internal' });
  const pulsing = configOf({ a: 'http://a.internal' }, ['pulse: { url: { secret: a } }']);
  expect([pulseMs(config), pulseMs(pulsing)]).toEqual([0, 3_000]);
  expect(checkingLimitMs(config, 1) - checkingLimitMs(pulsing, 1)).toBe(3_000);
});
