/** The health alarms: one for each service, quiet, and as many as there are services. */

import { DEPLOY_YAML, fleet, healthMetricOf, resourcesOf, templateOf } from '../../support/aws/synthesis';

function healthAlarms(text: string) {
  return Object.entries(resourcesOf(templateOf(text), 'AWS::CloudWatch::Alarm'))
    .filter(([id]) => id.startsWith('ServiceAlarms'))
    .map(([, { Properties }]) => Properties);
}

function oneAlarm(keys: string, service = '') {
  return healthAlarms(`${keys}\nservices: [{ id: a, baseUrl: "https://a.internal"${service} }]`)[0];
}

describe('a health alarm', () => {
  it('watches the health of its service', () => {
    const alarms = healthAlarms(DEPLOY_YAML);
    expect(alarms).toHaveLength(6);
    expect(alarms[4]).toMatchObject({
      AlarmName: 'statuswatch: payment-service health',
      ...healthMetricOf('payment-service'),
      Threshold: 1,
      ComparisonOperator: 'LessThanThreshold',
      // What is not measured is neither well nor ill.
      TreatMissingData: 'missing',
    });
  });

  it('notifies nobody: the alerts do that', () => {
    for (const alarm of healthAlarms(DEPLOY_YAML)) {
      expect([alarm.AlarmActions, alarm.OKActions, alarm.InsufficientDataActions]).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
    }
  });

  it('says where it is asked, and leads to its own runbook and to that of the alarm', () => {
    const [user, , , , payment] = healthAlarms(DEPLOY_YAML);
    const page = 'https://wiki.statuswatch.internal/runbook#service-health-alarm';
    expect(user.AlarmDescription).toContain(' https://user.statuswatch.internal/status.');
    expect(user.AlarmDescription.endsWith(page)).toBe(true);
    expect(payment.AlarmDescription).toContain('https://wiki.statuswatch.internal/payment-down');
    expect(payment.AlarmDescription.endsWith(page)).toBe(true);
  });

  it.each([
    ['one failing run by default', '', '', 60, 1],
    ['as many as people wait for', '', ', alerts: { failureThreshold: 3 }', 60, 3],
    ['runs of the interval', 'interval: 10m', ', alerts: { failureThreshold: 2 }', 600, 2],
    ['no more than a day of short ones', 'interval: 5m', ', alerts: { failureThreshold: 1000 }', 300, 288],
    ['no more than seven days of long ones', 'interval: 24h', ', alerts: { failureThreshold: 1000 }', 86_400, 7],
  ])('looks at %s', (_, keys, service, period, runs) => {
    expect(oneAlarm(keys, service)).toMatchObject({
      Period: period,
      EvaluationPeriods: runs,
      DatapointsToAlarm: runs,
    });
  });
});

it('is there for each service up to 300, and for none of more, or without metrics of services', () => {
  expect(healthAlarms(fleet(300))).toHaveLength(300);
  expect(healthAlarms(fleet(301))).toEqual([]);
  expect(healthAlarms(fleet(3, 'metrics: summary'))).toEqual([]);
});
