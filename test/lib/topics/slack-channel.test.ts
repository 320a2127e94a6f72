/** The Slack channel: it shows, and its people may press the buttons of alerts and do nothing else. */

import type { Template } from 'aws-cdk-lib/assertions';
import { DEPLOY_YAML, fleet, onlyResource, templateOf } from '../../support/synthesis';

function partsOf(template: Template) {
  return {
    channel: onlyResource(template, 'AWS::Chatbot::SlackChannelConfiguration').Properties,
    guardrail: onlyResource(template, 'AWS::IAM::ManagedPolicy'),
    role: onlyResource(template, 'AWS::IAM::Role', 'Slack'),
  };
}

describe('the Slack channel', () => {
  const template = templateOf(DEPLOY_YAML);
  const { channel, guardrail, role } = partsOf(template);
  const THE_CHECKER = {
    Sid: 'Buttons',
    Effect: 'Allow',
    Action: 'lambda:InvokeFunction',
    Resource: {
      'Fn::Join': [
        '',
        [
          ...['arn:', { Ref: 'AWS::Partition' }, ':lambda:', { Ref: 'AWS::Region' }, ':', { Ref: 'AWS::AccountId' }],
          `:function:${onlyResource(template, 'AWS::Lambda::Function', 'Checker').Properties.FunctionName}`,
        ],
      ],
    },
  };

  it('shows what comes to the topic of all, and so each alarm once', () => {
    expect(channel).toMatchObject({
      SlackWorkspaceId: 'T07EA123LEP',
      SlackChannelId: 'C07EZ1ABC23',
      SnsTopicArns: [{ Ref: onlyResource(template, 'AWS::SNS::Topic', 'Alerts').id }],
    });
  });

  // Amazon Q Developer in chat applications administrator guide, "Understanding permissions": "What your users can do is the
  // intersection of your guardrail policies and what is allowed by their roles." AWS CloudFormation Template Reference,
  // "GuardrailPolicies": "The AWS managed 'AdministratorAccess' policy is applied as a default if this is not set."
  it('has a guardrail that allows to invoke the checker, and nothing else', () => {
    expect(channel.GuardrailPolicies).toEqual([{ Ref: guardrail.id }]);
    expect(guardrail.Properties.PolicyDocument.Statement).toEqual([THE_CHECKER]);
  });

  it('has a role of its own that may do the same', () => {
    expect(channel.IamRoleArn).toEqual({ 'Fn::GetAtt': [role.id, 'Arn'] });
    expect(role.Properties.Policies).toMatchObject([{ PolicyDocument: { Statement: [THE_CHECKER] } }]);
    expect(role.Properties.Policies[0].PolicyDocument.Statement).toHaveLength(1);
    expect(role.Properties.ManagedPolicyArns).toBeUndefined();
    expect(JSON.stringify(template.findResources('AWS::IAM::Policy'))).not.toContain(role.id);
  });

  it('can do nothing if it is to have no buttons', () => {
    const slack = '{ workspaceId: T07EA123LEP, channelId: C07EZ1ABC23, buttons: false }';
    const without = partsOf(templateOf(fleet(1, `alerts: { slack: ${slack} }`)));
    expect(without.guardrail.Properties.PolicyDocument.Statement).toEqual([
      { Effect: 'Deny', Action: '*', Resource: '*' },
    ]);
    expect(without.role.Properties.Policies).toBeUndefined();
    expect(without.channel.CustomizationResourceArns).toBeUndefined();
  });

  it('is not there if the config names none', () => {
    const without = templateOf(fleet(1));
    without.resourceCountIs('AWS::Chatbot::SlackChannelConfiguration', 0);
    without.resourceCountIs('AWS::IAM::ManagedPolicy', 0);
  });
});
