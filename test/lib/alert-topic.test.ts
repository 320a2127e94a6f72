/** The topic: who may publish to it, and what each subscriber hears. */

import type { Alert } from '../../lambda/core/alert';
import { alertAttributes } from '../../lambda/core/alert-card';
import { DEPLOY_YAML, fleet, onlyResource, resourcesOf, templateOf } from '../support/synthesis';

/** The filter policy of the only subscription, or `undefined` where it has none. */
function filterPolicy(filters: string) {
  const text = fleet(2, `alerts: { subscriptions: [{ email: oncall@a.test${filters} }] }`);
  return onlyResource(templateOf(text), 'AWS::SNS::Subscription').Properties.FilterPolicy;
}

/** Whether SNS lets a message with such attributes through a policy of texts and `exists`. */
function passes(policy: Record<string, readonly unknown[]>, attributes: Readonly<Record<string, string>>): boolean {
  return Object.entries(policy).every(([name, values]) =>
    name in attributes
      ? values.includes(attributes[name])
      : values.some((value) => JSON.stringify(value) === '{"exists":false}'),
  );
}

describe('the topic', () => {
  it('lets alarms of this account publish, and nobody without TLS', () => {
    const template = templateOf(DEPLOY_YAML);
    const topic = { Ref: onlyResource(template, 'AWS::SNS::Topic').id };
    expect(onlyResource(template, 'AWS::SNS::TopicPolicy').Properties).toMatchObject({
      Topics: [topic],
      PolicyDocument: {
        Statement: [
          {
            Effect: 'Deny',
            Principal: '*',
            Action: 'sns:Publish',
            Resource: topic,
            Condition: { Bool: { 'aws:SecureTransport': 'false' } },
          },
          {
            Effect: 'Allow',
            Principal: { Service: 'cloudwatch.amazonaws.com' },
            Action: 'sns:Publish',
            Resource: topic,
            Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
          },
        ],
      },
    });
  });

  it('has the deployment as the name of its sender', () => {
    const template = templateOf(fleet(1, 'name: payments-eu'));
    expect(onlyResource(template, 'AWS::SNS::Topic').Properties.DisplayName).toBe('payments-eu');
  });

  it('has one subscription for each address', () => {
    const subscriptions = Object.values(resourcesOf(templateOf(DEPLOY_YAML), 'AWS::SNS::Subscription'));
    expect(subscriptions.map(({ Properties: { Protocol, Endpoint } }) => `${Protocol} ${Endpoint}`)).toEqual([
      'email oncall@statuswatch.internal',
      'email payments@statuswatch.internal',
    ]);
  });
});

describe('a subscription', () => {
  it('without filters has no policy', () => {
    expect(filterPolicy('')).toBeUndefined();
  });

  it.each([
    [', services: [s0, s1]', { service: ['s0', 's1', { exists: false }] }],
    [', events: [opened, resolved]', { event: ['opened', 'resolved', { exists: false }] }],
    [', severities: [critical, critical]', { severity: ['critical', { exists: false }] }],
    [
      ', services: [s1], events: [opened], severities: [info]',
      {
        service: ['s1', { exists: false }],
        event: ['opened', { exists: false }],
        severity: ['info', { exists: false }],
      },
    ],
  ])('with %s filters by the attributes of alerts', (filters, policy) => {
    expect(filterPolicy(filters)).toEqual(policy);
  });

  it('hears the alerts that it asks for, no others, and alarms of the checker always', () => {
    const policy = filterPolicy(', services: [s1], events: [opened], severities: [critical]');
    const alert = { event: 'opened', severity: 'critical', verdict: 'error', service: { id: 's1', environment: null } };
    const attributes = alertAttributes(alert as unknown as Alert);
    expect(passes(policy, attributes)).toBe(true);
    expect(passes(policy, { ...attributes, service: 's0' })).toBe(false);
    expect(passes(policy, { ...attributes, event: 'reminder' })).toBe(false);
    expect(passes(policy, { ...attributes, severity: 'warning' })).toBe(false);
    // The message of a CloudWatch alarm has no attributes.
    expect(passes(policy, {})).toBe(true);
  });
});
