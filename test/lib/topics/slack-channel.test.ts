/** The Slack channel: it shows alerts and alarms, and its people may press the buttons of alerts and do nothing else. */

import type { Template } from 'aws-cdk-lib/assertions';
import { appFor, DEPLOY_YAML, fleet, onlyResource, resourcesOf, templateOf } from '../../support/aws/synthesis';

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
          'arn:',
          { Ref: 'AWS::Partition' },
          ':lambda:',
          { Ref: 'AWS::Region' },
          ':',
          { Ref: 'AWS::AccountId' },
          `:function:${onlyResource(template, 'AWS::Lambda::Function', 'Checker').Properties.FunctionName}:chat`,
        ],
      ],
    },
  };

  // Amazon Q Developer in chat applications administrator guide, "IAM resource-level permissions": "for an Amazon CloudWatch alarm
  // notification, AWS Chatbot requires the metric graphic image displayed with the CloudWatch alarm notification. For that, AWS Chatbot
  // calls a CloudWatch API with the customer's credentials." Its "Troubleshooting": "CloudWatch alarm notifications don't show the
  // graphs from the reporting metrics. The IAM role doesn't have CloudWatchRead permissions." None of these has a resource of its own.
  const GRAPHS = {
    Sid: 'Graphs',
    Effect: 'Allow',
    Action: [
      'cloudwatch:DescribeAlarmHistory',
      'cloudwatch:DescribeAlarms',
      'cloudwatch:DescribeAlarmsForMetric',
      'cloudwatch:GetMetricWidgetImage',
    ],
    Resource: '*',
    // The alarms of a deployment are in its own region.
    Condition: { StringEquals: { 'aws:RequestedRegion': { Ref: 'AWS::Region' } } },
  };

  it('is refused in a region without Amazon Q Developer, if the stack alone says the region', () => {
    const text = fleet(1, 'alerts: { slack: { workspaceId: T07EA123LEP, channelId: C07EZ1ABC23 } }');
    expect(() => appFor(text, undefined, undefined, { region: 'us-gov-west-1' })).toThrow(
      /^Amazon Q Developer in chat applications does not exist in us-gov-west-1/,
    );
  });

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
  it('has a guardrail that allows to draw the graph of an alarm and to invoke that alias, and nothing else', () => {
    expect(channel.GuardrailPolicies).toEqual([{ Ref: guardrail.id }]);
    expect(guardrail.Properties.PolicyDocument.Statement).toEqual([GRAPHS, THE_CHECKER]);
  });

  // AWS Lambda developer guide, "Fine-tuning the Resources and Conditions sections of policies": "If your policy references a specific
  // qualified ARN, Lambda accepts requests that reference that ARN but denies requests that reference the unqualified ARN or a different
  // qualified ARN". So what people type into the channel comes by this alias, by which the checker knows it.
  it('can invoke the checker by an alias alone, which runs the same code', () => {
    const { id } = onlyResource(template, 'AWS::Lambda::Function', 'Checker');
    expect(onlyResource(template, 'AWS::Lambda::Alias', 'CheckerForChat').Properties).toMatchObject({
      FunctionName: { Ref: id },
      FunctionVersion: '$LATEST',
      Name: 'chat',
    });
  });

  it('has a role of its own that may do the same', () => {
    expect(channel.IamRoleArn).toEqual({ 'Fn::GetAtt': [role.id, 'Arn'] });
    expect(role.Properties.Policies).toMatchObject([{ PolicyDocument: { Statement: [GRAPHS, THE_CHECKER] } }]);
    expect(role.Properties.Policies[0].PolicyDocument.Statement).toHaveLength(2);
    expect(role.Properties.ManagedPolicyArns).toBeUndefined();
    expect(JSON.stringify(template.findResources('AWS::IAM::Policy'))).not.toContain(role.id);
  });

  // AWS IAM user guide, "AWS global condition context keys": "the aws:SourceAccount condition key is only available when the call to your
  // resource is made directly by an AWS service principal." That Amazon Q sends it is not said, so a request without it counts.
  it('has a role that Amazon Q can take for channels of this account alone', () => {
    expect(role.Properties.AssumeRolePolicyDocument.Statement).toEqual([
      {
        Effect: 'Allow',
        Action: 'sts:AssumeRole',
        Principal: { Service: 'chatbot.amazonaws.com' },
        Condition: { StringEqualsIfExists: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
      },
    ]);
  });

  // Its administrator guide, "Accessing Amazon CloudWatch Logs": "You can also see details of any error that may have prevented a
  // notification from appearing". "Possible errors that you can see with CloudWatch Logs include lack of permissions".
  it('writes down what has failed', () => {
    expect(channel.LoggingLevel).toBe('ERROR');
  });

  it('can only show if it is to have no buttons', () => {
    const slack = '{ workspaceId: T07EA123LEP, channelId: C07EZ1ABC23, buttons: false }';
    const without = partsOf(templateOf(fleet(1, `alerts: { slack: ${slack} }`)));
    expect(without.guardrail.Properties.PolicyDocument.Statement).toEqual([GRAPHS]);
    expect(without.role.Properties.Policies[0].PolicyDocument.Statement).toEqual([GRAPHS]);
    expect(without.channel.CustomizationResourceArns).toBeUndefined();
    const aliases = resourcesOf(templateOf(fleet(1, `alerts: { slack: ${slack} }`)), 'AWS::Lambda::Alias');
    expect(Object.values(aliases).map(({ Properties }) => Properties.Name)).toEqual(['config']);
  });

  it('is not there if the config names none', () => {
    const without = templateOf(fleet(1));
    without.resourceCountIs('AWS::Chatbot::SlackChannelConfiguration', 0);
    without.resourceCountIs('AWS::IAM::ManagedPolicy', 0);
  });
});
