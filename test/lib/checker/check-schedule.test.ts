/** What starts the runs, how often, with what, and what becomes of one that can't be started. */

import { shardOf } from '../../../lambda/core/config/shard';
import { readRunEvent } from '../../../lambda/core/invoke/run-event';
import { DEPLOY_YAML, deployable, fleet, onlyResource, resourcesOf, templateOf } from '../../support/aws/synthesis';

function schedulesOf(text: string) {
  return Object.values(resourcesOf(templateOf(text), 'AWS::Scheduler::Schedule')).map(({ Properties }) => Properties);
}

describe('the schedule', () => {
  const template = templateOf(DEPLOY_YAML);
  const schedule = onlyResource(template, 'AWS::Scheduler::Schedule');
  const queue = { 'Fn::GetAtt': [onlyResource(template, 'AWS::SQS::Queue', 'DeadLetters').id, 'Arn'] };
  const checker = { 'Fn::GetAtt': [onlyResource(template, 'AWS::Lambda::Function', 'Checker').id, 'Arn'] };

  // EventBridge Scheduler user guide, "Configuring a schedule's dead-letter queue": "When a schedule fails to invoke its
  // target, EventBridge Scheduler delivers a JSON payload containing invocation details and any response received from the
  // target to an Amazon SQS standard queue that you specify."
  it('starts the checker on the interval, to the minute, and never twice', () => {
    expect(schedule.Properties).toMatchObject({
      ScheduleExpression: 'rate(1 minute)',
      FlexibleTimeWindow: { Mode: 'OFF' },
      State: 'ENABLED',
      Target: {
        Arn: checker,
        Input: '{"shard":0,"shards":1,"due":"<aws.scheduler.scheduled-time>"}',
        RetryPolicy: { MaximumRetryAttempts: 0, MaximumEventAgeInSeconds: 60 },
        DeadLetterConfig: { Arn: queue },
      },
    });
  });

  it('has a role that starts the checker, fills the dead letters, and is taken by this group alone', () => {
    const role = onlyResource(template, 'AWS::IAM::Role', 'ScheduleRole');
    expect(schedule.Properties.Target.RoleArn).toEqual({ 'Fn::GetAtt': [role.id, 'Arn'] });
    expect(role.Properties.Policies[0].PolicyDocument.Statement).toEqual([
      { Effect: 'Allow', Action: 'lambda:InvokeFunction', Resource: checker },
      { Effect: 'Allow', Action: 'sqs:SendMessage', Resource: queue },
    ]);
    expect(role.Properties.AssumeRolePolicyDocument.Statement).toMatchObject([
      {
        Principal: { Service: 'scheduler.amazonaws.com' },
        Condition: {
          StringEquals: {
            'aws:SourceAccount': { Ref: 'AWS::AccountId' },
            'aws:SourceArn': { 'Fn::Join': ['', expect.arrayContaining([':schedule-group/statuswatch'])] },
          },
        },
      },
    ]);
  });

  it('is in its own group, which is deleted with the stack', () => {
    const group = onlyResource(template, 'AWS::Scheduler::ScheduleGroup');
    expect(group).toMatchObject({ Properties: { Name: 'statuswatch' }, DeletionPolicy: 'Delete' });
    expect(schedule.Properties.GroupName).toBe('statuswatch');
    expect(schedule.DependsOn).toContain(group.id);
  });

  it.each([
    ['5m', 'rate(5 minutes)'],
    ['1h', 'rate(1 hour)'],
    ['24h', 'rate(1 day)'],
  ])('an interval of %s is %s', (interval, expression) => {
    expect(schedulesOf(fleet(1, `interval: ${interval}`))[0].ScheduleExpression).toBe(expression);
  });
});

// EventBridge Scheduler API reference, RetryPolicy: "MaximumEventAgeInSeconds: The maximum amount of time, in seconds, to continue to
// make retry attempts. [...] Minimum value of 60. Maximum value of 86400." "MaximumRetryAttempts: The maximum number of retry attempts
// to make before the request fails." User guide, "Adding context attributes": "<aws.scheduler.scheduled-time> – The time you
// specified for the schedule to invoke its target".
const DUE = ',"due":"<aws.scheduler.scheduled-time>"';

describe('a start that failed is tried again from an interval of five minutes on, within half of it:', () => {
  it.each([
    ['1m', 0, 60],
    ['4m', 0, 60],
    ['5m', 3, 150],
    ['30m', 3, 900],
    ['1d', 3, 900],
  ])('every %s, %i times, for %i s', (interval, attempts, seconds) => {
    const [{ Target }] = schedulesOf(fleet(1, `interval: ${interval}`)) as [{ Target: Record<string, unknown> }];
    expect(Target.RetryPolicy).toEqual({ MaximumRetryAttempts: attempts, MaximumEventAgeInSeconds: seconds });
    expect(Target.Input).toBe(`{"shard":0,"shards":1${DUE}}`);
  });
});

describe('above the limit of an invocation there is one schedule for each part:', () => {
  it.each([
    [200, ['"shard":0,"shards":1']],
    [201, ['"shard":0,"shards":2', '"shard":1,"shards":2']],
    [401, ['"shard":0,"shards":3', '"shard":1,"shards":3', '"shard":2,"shards":3']],
  ])('%i services', (count, inputs) => {
    const found = schedulesOf(fleet(count));
    expect(found.map(({ Target }) => Target.Input)).toEqual(inputs.map((input) => `{${input}${DUE}}`));
    expect(new Set(found.map(({ Target }) => JSON.stringify(Target.Arn))).size).toBe(1);
  });

  it('together they check every service once', () => {
    const text = fleet(401);
    const { config } = deployable(text);
    const shards = schedulesOf(text).map(({ Target }) => readRunEvent(JSON.parse(Target.Input), 401));
    const ids = shards.flatMap((shard) => (shard === null ? [] : shardOf(config, shard).services.map(({ id }) => id)));
    expect(ids).toHaveLength(401);
    expect(new Set(ids).size).toBe(401);
  });
});
