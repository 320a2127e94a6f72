/** The alarms about the checker: what they watch, whom they reach, and what they say. */

import { countAlarms } from '../../../lambda/core/cost/cost';
import { MOST_SHARDS } from '../../../lambda/core/invoke/count-resources';
import { shardCount } from '../../../lambda/core/invoke/invocation';
import { METRICS, NAMESPACE } from '../../../lambda/core/metrics/metrics';
import { DEPLOY_YAML, deployable, fleet, onlyResource, resourcesOf, templateOf } from '../../support/aws/synthesis';

function alarmOf(text: string, kind: string) {
  return onlyResource(templateOf(text), 'AWS::CloudWatch::Alarm', `CheckerAlarms${kind}`).Properties;
}

describe.each([
  ['Silent', 'statuswatch: checker silent', 'checker-silent'],
  ['Failing', 'statuswatch: checker failing', 'checker-failing'],
  ['Throttled', 'statuswatch: checker throttled', 'checker-throttled'],
  ['DeadLetters', 'statuswatch: dead letters', 'dead-letters'],
])('the alarm %s', (kind, name, section) => {
  const alarm = alarmOf(DEPLOY_YAML, kind);

  it('reaches people when it begins and when it ends', () => {
    const topics = ['Alerts', 'CheckerAlarmTopic'].map((prefix) => ({
      Ref: onlyResource(templateOf(DEPLOY_YAML), 'AWS::SNS::Topic', prefix).id,
    }));
    expect(alarm).toMatchObject({ AlarmName: name, AlarmActions: topics, OKActions: topics });
  });

  it('says what to do, and where the runbook says more', () => {
    expect(alarm.AlarmDescription).toMatch(
      new RegExp(`^.{60,}\\. What to do: https://wiki\\.statuswatch\\.internal/runbook#${section}$`),
    );
    // Whoever gets the mail has no file of the project.
    expect(alarmOf(fleet(1), kind).AlarmDescription).toMatch(/^.{60,}\.$/);
  });

  it('keeps its link however long its address is', () => {
    const runbook = `https://wiki.internal/${'a'.repeat(900)}`;
    const { AlarmDescription: text } = alarmOf(fleet(1, `runbook: ${runbook}`), kind);
    expect(text.endsWith(` ${runbook}#${section}`)).toBe(true);
    expect(text.length).toBeLessThanOrEqual(1_024);
  });
});

describe.each([
  ['UndeliveredAlerts', 'alerts not delivered'],
  ['UndeliveredAlarms', 'alarms not delivered'],
  ['UndeliveredMails', 'mails not delivered'],
  ['LostAlerts', 'alerts lost'],
  ['LostAlarms', 'alarms lost'],
])('the alarm %s', (kind, title) => {
  const alarm = alarmOf(DEPLOY_YAML, kind);

  it('reaches everybody who gets alarms, when it begins alone', () => {
    const topics = ['Alerts', 'CheckerAlarmTopic'].map((prefix) => ({
      Ref: onlyResource(templateOf(DEPLOY_YAML), 'AWS::SNS::Topic', prefix).id,
    }));
    expect(alarm).toMatchObject({ AlarmName: `statuswatch: ${title}`, AlarmActions: topics });
    expect(alarm.OKActions).toBeUndefined();
  });

  // Amazon SNS developer guide, "Message delivery retries", of SMTP: "2 times, 10 seconds apart", "10 times, with exponential backoff,
  // from 10 seconds to 600 seconds", "38 times, 600 seconds (10 minutes) apart", "50 attempts, over 6 hours". So the message of the
  // alarm itself may fail so much later, and would begin it anew. CloudWatch API reference, PutMetricAlarm: "For alarms with a period
  // of less than one hour (3,600 seconds), the total evaluation period can't be longer than one day".
  it('is about a single failure, lasts longer than its own message can fail after it, and no data is well', () => {
    expect(alarm).toMatchObject({
      Statistic: 'Sum',
      Period: 300,
      Threshold: 1,
      ComparisonOperator: 'GreaterThanOrEqualToThreshold',
      DatapointsToAlarm: 1,
      TreatMissingData: 'notBreaching',
    });
    const seconds = alarm.Period * alarm.EvaluationPeriods;
    expect(seconds).toBeGreaterThan(2 * 10 + 10 * 600 + 38 * 600);
    expect(seconds).toBeLessThanOrEqual(86_400);
  });

  it('says what to do, and where the runbook says more', () => {
    expect(alarm.AlarmDescription).toMatch(/^.{60,}\. What to do: https:\S+runbook#notifications-not-delivered$/);
  });
});

// Amazon SNS developer guide, "Monitoring Amazon SNS topics using CloudWatch", NumberOfNotificationsFailed: "The number of messages
// that Amazon SNS failed to deliver. For Amazon SQS, email, SMS, or mobile push endpoints, the metric increments by 1 when Amazon SNS
// stops attempting message deliveries. For HTTP or HTTPS endpoints, the metric includes every failed delivery attempt, including
// retries that follow the initial attempt."
it.each([
  ['UndeliveredAlerts', 'Alerts'],
  ['UndeliveredAlarms', 'CheckerAlarmTopic'],
])('the alarm %s counts what SNS failed to deliver', (kind, prefix) => {
  const topic = onlyResource(templateOf(DEPLOY_YAML), 'AWS::SNS::Topic', prefix).id;
  expect(alarmOf(DEPLOY_YAML, kind)).toMatchObject({
    Namespace: 'AWS/SNS',
    MetricName: 'NumberOfNotificationsFailed',
    Dimensions: [{ Name: 'TopicName', Value: { 'Fn::GetAtt': [topic, 'TopicName'] } }],
  });
});

// The same, NumberOfNotificationsFailedToRedriveToDlq: "The number of messages that couldn't be moved to a dead-letter queue."
it.each([
  ['LostAlerts', 'Alerts'],
  ['LostAlarms', 'CheckerAlarmTopic'],
])('the alarm %s counts the mails that SNS could not even put into the queue', (kind, prefix) => {
  const topic = onlyResource(templateOf(DEPLOY_YAML), 'AWS::SNS::Topic', prefix).id;
  expect(alarmOf(DEPLOY_YAML, kind)).toMatchObject({
    Namespace: 'AWS/SNS',
    MetricName: 'NumberOfNotificationsFailedToRedriveToDlq',
    Dimensions: [{ Name: 'TopicName', Value: { 'Fn::GetAtt': [topic, 'TopicName'] } }],
  });
});

// Amazon SNS developer guide, "Amazon SNS dead-letter queues": "when you expect the dead-letter queue to be always empty, you can create
// a CloudWatch alarm for the NumberOfMessagesSent metric."
it('the alarm UndeliveredMails counts what comes into the queue of the e-mail subscriptions', () => {
  const queue = onlyResource(templateOf(DEPLOY_YAML), 'AWS::SQS::Queue', 'Undelivered').id;
  expect(alarmOf(DEPLOY_YAML, 'UndeliveredMails')).toMatchObject({
    Namespace: 'AWS/SQS',
    MetricName: 'NumberOfMessagesSent',
    Dimensions: [{ Name: 'QueueName', Value: { 'Fn::GetAtt': [queue, 'QueueName'] } }],
  });
});

/** Five shards of one service each. */
const PARTS = fleet(5, 'servicesPerInvocation: 1');

it.each([
  ['one part', DEPLOY_YAML],
  ['a page', fleet(3, 'page: { token: { secret: shop/page } }')],
  ['five parts', PARTS],
  ['no alarms of services', fleet(5, 'metrics: summary')],
])('with %s the stack has as many as the price counts', (_, text) => {
  const { config, deployment } = deployable(text);
  const { services, checker, page, composites } = countAlarms(config, deployment, shardCount(config, deployment));
  const count = (type: string) => Object.keys(resourcesOf(templateOf(text), type)).length;
  expect(count('AWS::CloudWatch::Alarm')).toBe(services + checker + page);
  expect(count('AWS::CloudWatch::CompositeAlarm')).toBe(composites);
});

// That these alarms hold, over time and for any number of shards, is shown by checker-silent.model.test.ts.
describe('silence', () => {
  const SILENT = {
    Namespace: NAMESPACE,
    MetricName: METRICS.servicesChecked,
    Statistic: 'Maximum',
    Period: 60,
    Threshold: 1,
    ComparisonOperator: 'LessThanThreshold',
    EvaluationPeriods: 7,
    DatapointsToAlarm: 7,
    TreatMissingData: 'breaching',
    WarmUpConfiguration: { WarmUpPeriodDurationInMinutes: 7 },
  };

  it('fires after some intervals without a run that checked anything, or without data', () => {
    expect(alarmOf(DEPLOY_YAML, 'Silent')).toMatchObject({
      ...SILENT,
      Dimensions: [{ Name: 'Deployment', Value: 'statuswatch' }],
    });
  });

  it('has an alarm for each part, by its own metric, which notifies nobody itself', () => {
    const alarms = Object.values(resourcesOf(templateOf(PARTS), 'AWS::CloudWatch::Alarm')).filter(
      ({ Properties }) => Properties.MetricName === METRICS.servicesChecked,
    );
    expect(alarms.map(({ Properties }) => Properties)).toEqual(
      ['1', '2', '3', '4', '5'].map((shard) =>
        expect.objectContaining({
          ...SILENT,
          AlarmName: `statuswatch: checker part ${shard} silent`,
          Dimensions: [
            { Name: 'Deployment', Value: 'statuswatch' },
            { Name: 'Part', Value: shard },
          ],
        }),
      ),
    );
    for (const { Properties } of alarms) {
      expect(Properties.AlarmActions).toBeUndefined();
      expect(Properties.OKActions).toBeUndefined();
    }
  });

  it('notifies people once about any part, and says what to do', () => {
    const topics = ['Alerts', 'CheckerAlarmTopic'].map((prefix) => ({
      Ref: onlyResource(templateOf(PARTS), 'AWS::SNS::Topic', prefix).id,
    }));
    const { Properties: any } = onlyResource(templateOf(PARTS), 'AWS::CloudWatch::CompositeAlarm');
    expect(any).toMatchObject({
      AlarmName: 'statuswatch: checker parts silent',
      AlarmActions: topics,
      OKActions: topics,
    });
    const withPage = templateOf(fleet(2, 'servicesPerInvocation: 1\nrunbook: https://wiki.internal/runbook'));
    const texts = ['AWS::CloudWatch::Alarm', 'AWS::CloudWatch::CompositeAlarm']
      .flatMap((type) => Object.values(resourcesOf(withPage, type)))
      .map(({ Properties }) => [Properties.AlarmName, Properties.AlarmDescription] as const)
      .filter(([name]) => name.endsWith(' silent'));
    expect(texts).toHaveLength(3);
    for (const [, text] of texts) {
      expect(text).toMatch(/^.{60,}\. What to do: https:\/\/wiki\.internal\/runbook#checker-silent$/);
    }
  });

  // CloudWatch API reference, PutCompositeAlarm: "The rule expression of a composite alarm can include as many as 100 underlying
  // alarms". The rule has at most 10,240 characters.
  it('stays within the limits of the combining rule with the most parts', () => {
    const name = `name: ${'n'.repeat(40)}`;
    const template = templateOf(fleet(MOST_SHARDS, `${name}\nservicesPerInvocation: 1\nmetrics: summary`));
    const rules = Object.values(resourcesOf(template, 'AWS::CloudWatch::CompositeAlarm')).map(
      ({ Properties }): unknown[] => Properties.AlarmRule['Fn::Join'][1],
    );
    expect(rules).toHaveLength(1);
    const address = `arn:aws-us-gov:cloudwatch:ap-southeast-2:123456789012:alarm:${'n'.repeat(40)}: checker part ${MOST_SHARDS} silent`;
    for (const shards of rules) {
      const texts = shards.map((shard) => (typeof shard === 'string' ? shard : address));
      expect(shards.filter((shard) => typeof shard !== 'string').length).toBeLessThanOrEqual(100);
      expect(texts.join('').length).toBeLessThanOrEqual(10_240);
    }
  });

  // CloudWatch API reference, PutMetricAlarm: "An alarm's total current evaluation period can be no longer than seven days [...].
  // For alarms with a period of less than one hour (3,600 seconds), the total evaluation period can't be longer than one day".
  // WarmUpConfiguration: "Minimum value of 1. Maximum value of 2880."
  it.each([
    ['1m', 7, 7],
    ['2m', 5, 10],
    ['7m', 4, 28],
    ['15m', 4, 60],
    ['59m', 3, 177],
    ['1h', 3, 180],
    ['1d', 3, 2_880],
  ])('follows the interval %s, within the limits of CloudWatch', (interval, runs, minutes) => {
    const alarm = alarmOf(fleet(1, `interval: ${interval}`), 'Silent');
    expect(alarm).toMatchObject({
      EvaluationPeriods: runs,
      WarmUpConfiguration: { WarmUpPeriodDurationInMinutes: minutes },
    });
    const hour = 3_600;
    expect(alarm.Period * alarm.EvaluationPeriods).toBeLessThanOrEqual((alarm.Period < hour ? 1 : 7) * 24 * hour);
  });

  it('is not looked for before there are schedules', () => {
    const template = templateOf(PARTS);
    const schedules = Object.keys(resourcesOf(template, 'AWS::Scheduler::Schedule'));
    const alarms = Object.values(resourcesOf(template, 'AWS::CloudWatch::Alarm'));
    const silent = alarms.filter(({ Properties }) => Properties.MetricName === METRICS.servicesChecked);
    expect(silent).toHaveLength(5);
    for (const { DependsOn } of silent) expect(DependsOn).toEqual(expect.arrayContaining(schedules));
  });
});

describe('the others', () => {
  it.each([
    ['Failing', 'Errors'],
    ['Throttled', 'Throttles'],
  ])('%s: two runs of five, and no data is well', (kind, metric) => {
    const checker = onlyResource(templateOf(DEPLOY_YAML), 'AWS::Lambda::Function', 'Checker').id;
    expect(alarmOf(DEPLOY_YAML, kind)).toMatchObject({
      Namespace: 'AWS/Lambda',
      MetricName: metric,
      Dimensions: [{ Name: 'FunctionName', Value: { Ref: checker } }],
      Statistic: 'Sum',
      Period: 60,
      Threshold: 1,
      ComparisonOperator: 'GreaterThanOrEqualToThreshold',
      EvaluationPeriods: 5,
      DatapointsToAlarm: 2,
      TreatMissingData: 'notBreaching',
    });
    expect(alarmOf(fleet(1, 'interval: 10m'), kind).Period).toBe(600);
  });

  // AWS CDK reference, ScheduleGroup.metricDropped, of InvocationDroppedCount: "Metric for dropped invocations when EventBridge Scheduler
  // stops attempting to invoke the target after a schedule's retry policy has been exhausted." A letter in the queue lies there for a
  // day: an alarm on it would notify of the first alone.
  describe('DeadLetters:', () => {
    it('two runs of five with starts that were dropped, if the next run makes up for a dropped one; and no data is well', () => {
      const group = onlyResource(templateOf(DEPLOY_YAML), 'AWS::Scheduler::ScheduleGroup');
      const alarm = alarmOf(DEPLOY_YAML, 'DeadLetters');
      expect([{ Ref: group.id }, group.Properties.Name]).toContainEqual(alarm.Dimensions[0].Value);
      expect(alarm).toMatchObject({
        Namespace: 'AWS/Scheduler',
        MetricName: 'InvocationDroppedCount',
        Dimensions: [{ Name: 'ScheduleGroup' }],
        Statistic: 'Sum',
        Period: 60,
        Threshold: 1,
        ComparisonOperator: 'GreaterThanOrEqualToThreshold',
        EvaluationPeriods: 5,
        DatapointsToAlarm: 2,
        TreatMissingData: 'notBreaching',
      });
    });

    it.each([
      ['4m', 240, 5, 2],
      // Three retries were in vain, and the services are unwatched for long.
      ['5m', 300, 1, undefined],
      ['1d', 300, 1, undefined],
    ])('with an interval of %s, in periods of %i s, %i of them', (interval, Period, EvaluationPeriods, most) => {
      const alarm = alarmOf(fleet(1, `interval: ${interval}`), 'DeadLetters');
      expect(alarm).toMatchObject({ Period, Threshold: 1, EvaluationPeriods });
      expect(alarm.DatapointsToAlarm).toBe(most);
    });
  });
});
