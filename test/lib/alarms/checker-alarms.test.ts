/** The alarms about the checker: what they watch, whom they reach, and what they say. */

import { CHECKER_ALARMS } from '../../../lambda/core/cost/cost';
import { METRICS, NAMESPACE } from '../../../lambda/core/metrics/metrics';
import { DEPLOY_YAML, fleet, onlyResource, resourcesOf, templateOf } from '../../support/synthesis';

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

it('there are as many as the price counts', () => {
  const ids = Object.keys(resourcesOf(templateOf(DEPLOY_YAML), 'AWS::CloudWatch::Alarm'));
  expect(ids.filter((id) => id.startsWith('CheckerAlarms'))).toHaveLength(CHECKER_ALARMS);
});

describe('silence', () => {
  it('is fewer services checked than there are, or nothing at all, three runs long', () => {
    expect(alarmOf(DEPLOY_YAML, 'Silent')).toMatchObject({
      Namespace: NAMESPACE,
      MetricName: METRICS.servicesChecked,
      Dimensions: [{ Name: 'Deployment', Value: 'statuswatch' }],
      Statistic: 'Sum',
      Period: 60,
      Threshold: 6,
      ComparisonOperator: 'LessThanThreshold',
      EvaluationPeriods: 3,
      DatapointsToAlarm: 3,
      TreatMissingData: 'breaching',
    });
  });

  it('follows the interval and the number of services', () => {
    expect(alarmOf(fleet(9, 'interval: 15m'), 'Silent')).toMatchObject({ Period: 900, Threshold: 9 });
    expect(alarmOf(fleet(1, 'interval: 24h'), 'Silent')).toMatchObject({ Period: 86_400, EvaluationPeriods: 3 });
  });

  it('is not looked for before there is a schedule', () => {
    const template = templateOf(DEPLOY_YAML);
    const alarm = onlyResource(template, 'AWS::CloudWatch::Alarm', 'CheckerAlarmsSilent');
    expect(alarm.DependsOn).toContain(onlyResource(template, 'AWS::Scheduler::Schedule').id);
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

  it('DeadLetters: a single one, and no data is well', () => {
    const queue = onlyResource(templateOf(DEPLOY_YAML), 'AWS::SQS::Queue').id;
    expect(alarmOf(DEPLOY_YAML, 'DeadLetters')).toMatchObject({
      Namespace: 'AWS/SQS',
      MetricName: 'ApproximateNumberOfMessagesVisible',
      Dimensions: [{ Name: 'QueueName', Value: { 'Fn::GetAtt': [queue, 'QueueName'] } }],
      Statistic: 'Maximum',
      Threshold: 1,
      ComparisonOperator: 'GreaterThanOrEqualToThreshold',
      EvaluationPeriods: 1,
      TreatMissingData: 'notBreaching',
    });
  });
});
