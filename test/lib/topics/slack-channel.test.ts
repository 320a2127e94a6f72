/** The Slack channel: it shows, and can do nothing. */

import { DEPLOY_YAML, fleet, onlyResource, templateOf } from '../../support/synthesis';

describe('the Slack channel', () => {
  const template = templateOf(DEPLOY_YAML);
  const channel = onlyResource(template, 'AWS::Chatbot::SlackChannelConfiguration').Properties;

  it('shows what comes to the topic of all, and so each alarm once', () => {
    expect(channel).toMatchObject({
      SlackWorkspaceId: 'T07EA123LEP',
      SlackChannelId: 'C07EZ1ABC23',
      SnsTopicArns: [{ Ref: onlyResource(template, 'AWS::SNS::Topic', 'Alerts').id }],
    });
  });

  it('has a guardrail that denies everything', () => {
    const guardrail = onlyResource(template, 'AWS::IAM::ManagedPolicy');
    expect(channel.GuardrailPolicies).toEqual([{ Ref: guardrail.id }]);
    expect(guardrail.Properties.PolicyDocument.Statement).toEqual([{ Effect: 'Deny', Action: '*', Resource: '*' }]);
  });

  it('has a role of its own with no rights', () => {
    const role = onlyResource(template, 'AWS::IAM::Role', 'Slack');
    expect(channel.IamRoleArn).toEqual({ 'Fn::GetAtt': [role.id, 'Arn'] });
    expect(role.Properties.Policies).toBeUndefined();
    expect(role.Properties.ManagedPolicyArns).toBeUndefined();
    expect(JSON.stringify(template.findResources('AWS::IAM::Policy'))).not.toContain(role.id);
  });

  it('is not there if the config names none', () => {
    const without = templateOf(fleet(1));
    without.resourceCountIs('AWS::Chatbot::SlackChannelConfiguration', 0);
    without.resourceCountIs('AWS::IAM::ManagedPolicy', 0);
  });
});
