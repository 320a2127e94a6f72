/** Whether a topic's policy lets the alarms of its account publish. */

import { letsAlarmsPublish } from '../../../local/doctor/topic-policy';
import { DEPLOY_YAML, resourcesOf, templateOf } from '../../support/aws/synthesis';
import { policyOf } from './facts';

const TOPIC = 'arn:aws:sns:eu-central-1:123456789012:shop-Alerts1B2C3D4E';
const SERVICE = { Service: 'cloudwatch.amazonaws.com' };
const ALLOW = { Effect: 'Allow', Principal: SERVICE, Action: 'sns:Publish', Resource: TOPIC };
const OVER_TLS = {
  Effect: 'Deny',
  Principal: '*',
  Action: 'sns:Publish',
  Resource: TOPIC,
  Condition: { Bool: { 'aws:SecureTransport': 'false' } },
};
const when = (operator: string, key: string, value: unknown) => ({
  ...ALLOW,
  Condition: { [operator]: { [key]: value } },
});

it.each([
  ['as deployed', [OVER_TLS, when('StringEquals', 'aws:SourceAccount', '123456789012')], true],
  ['without a condition', [ALLOW], true],
  ['for several services', [{ ...ALLOW, Principal: { Service: ['s3.amazonaws.com', SERVICE.Service] } }], true],
  // The default policy of SNS.
  [
    'for all of the account',
    [
      {
        Effect: 'Allow',
        Principal: { AWS: '*' },
        Action: ['SNS:Subscribe', 'SNS:Publish'],
        Resource: TOPIC,
        Condition: { StringEquals: { 'AWS:SourceOwner': '123456789012' } },
      },
    ],
    true,
  ],
  [
    'for the alarms of the account',
    [when('ArnLike', 'aws:SourceArn', 'arn:aws:cloudwatch:*:123456789012:alarm:*')],
    true,
  ],
  ['with a wildcard', [{ ...ALLOW, Action: 'sns:*', Resource: '*' }], true],
  ['without any statement', [], false],
  ['for TLS alone', [OVER_TLS], false],
  ['for another service', [{ ...ALLOW, Principal: { Service: 'events.amazonaws.com' } }], false],
  ['for another action', [{ ...ALLOW, Action: 'sns:Subscribe' }], false],
  ['for another topic', [{ ...ALLOW, Resource: `${TOPIC}2` }], false],
  ['for another account', [when('StringEquals', 'aws:SourceAccount', '210987654321')], false],
  ['for what is not known here', [when('StringEquals', 'aws:PrincipalOrgID', 'o-1')], false],
  ['but denied', [ALLOW, { ...ALLOW, Effect: 'Deny', Principal: '*' }], false],
])('%s', (_, statements, expected) => {
  expect(letsAlarmsPublish(policyOf(statements), TOPIC)).toBe(expected);
});

it('is none if it is no policy', () => {
  expect(letsAlarmsPublish('<none>', TOPIC)).toBe(false);
});

it('the policies of the stack do, and without their statement about alarms do not', () => {
  const policies = Object.values(resourcesOf(templateOf(DEPLOY_YAML), 'AWS::SNS::TopicPolicy'));
  expect(policies).toHaveLength(2);
  for (const { Properties } of policies) {
    const text = JSON.stringify(Properties.PolicyDocument)
      .replaceAll(JSON.stringify(Properties.Topics[0]), JSON.stringify(TOPIC))
      .replaceAll('{"Ref":"AWS::AccountId"}', '"123456789012"');
    expect(letsAlarmsPublish(text, TOPIC)).toBe(true);
    expect(letsAlarmsPublish(text.replace('cloudwatch.amazonaws.com', 'events.amazonaws.com'), TOPIC)).toBe(false);
  }
});
