/** What is deployed: the parts and how they hang together. Each part is a construct of its own. */

import { Aws, CfnOutput, Stack, Tags } from 'aws-cdk-lib';
import { type IKey, Key } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import type { Config, Deployment } from '../lambda/core/config/config';
import { secretIds } from '../lambda/core/config/secrets';
import { ENVIRONMENT } from '../lambda/core/run/invocation';
import { CheckerAlarms } from './alarms/checker-alarms';
import { ServiceAlarms } from './alarms/service-alarms';
import { CheckSchedule } from './checker/check-schedule';
import { CheckerFunction } from './checker/checker-function';
import { CheckerNetwork } from './checker/checker-network';
import { CheckerRole } from './checker/checker-role';
import { DeadLetterQueue } from './checker/dead-letter-queue';
import { addConfigNotes } from './config-notes';
import { consoleLinks } from './console-links';
import { HealthDashboard } from './dashboard/health-dashboard';
import { WidgetFunction } from './dashboard/widget-function';
import { WidgetRole } from './dashboard/widget-role';
import { FunctionLog } from './functions/function-log';
import { IncidentTable } from './incident-table';
import { subscribeByEmail } from './topics/email-subscriptions';
import { NotificationTopic } from './topics/notification-topic';
import { SlackChannel } from './topics/slack-channel';

export interface StatuswatchProps {
  readonly config: Config;
  readonly deployment: Deployment;
}

export class StatuswatchStack extends Stack {
  constructor(scope: Construct, id: string, { config, deployment }: StatuswatchProps) {
    const { name, intervalMs } = config;
    const tags = { application: 'statuswatch', deployment: name };
    super(scope, id, {
      description: `statuswatch: health checks of ${config.services.length} services`,
      tags,
      terminationProtection: deployment.terminationProtection,
    });
    // Dashboards have taken tags for so short a time that linters, and some regions, refuse them in a template.
    const excludeResourceTypes = ['AWS::CloudWatch::Dashboard'];
    for (const [key, value] of Object.entries(tags)) Tags.of(this).add(key, value, { excludeResourceTypes });

    const functionName = `${name}-checker`;
    const logGroupName = `/aws/lambda/${functionName}`;
    // Dashboards are known account-wide, for all regions.
    const dashboardName = `${name}-${Aws.REGION}`;

    const links = consoleLinks(this);
    // Its policy can't be changed from here; docs/deploying.md has what must stand in it.
    const key = deployment.encryption && Key.fromKeyArn(this, 'Key', deployment.encryption.keyArn);
    const topic = new NotificationTopic(this, 'Alerts', { displayName: name, key });
    const alarmTopic = new NotificationTopic(this, 'CheckerAlarmTopic', { displayName: name, key });
    subscribeByEmail({ alerts: topic, checkerAlarms: alarmTopic }, deployment.subscriptions);
    // To this topic alone: its own subscription takes no filter, so it gets each alarm once.
    if (deployment.slack !== null) new SlackChannel(this, 'Slack', { name, slack: deployment.slack, topic });
    const table = new IncidentTable(this, 'Incidents', { atTheEnd: deployment.table, key });
    const deadLetters = new DeadLetterQueue(this, 'DeadLetters', key);
    const logGroup = new FunctionLog(this, 'CheckerLog', logGroupName, key);
    const network = deployment.network && new CheckerNetwork(this, 'Network', { name, network: deployment.network });
    const role = new CheckerRole(this, 'CheckerRole', {
      ...{ functionName, table, topic, logGroup, key },
      secrets: secretIds(config),
      inVpc: network !== null,
    });
    const checker = new CheckerFunction(this, 'Checker', {
      ...{ functionName, config, deployment, logGroup },
      vpcConfig: network?.vpcConfig ?? null,
      // The role has all that the checker needs; CDK would add more.
      role: role.withoutPolicyUpdates(),
      environment: {
        [ENVIRONMENT.table]: table.tableName,
        [ENVIRONMENT.topicArn]: topic.topicArn,
        [ENVIRONMENT.dashboardUrl]: links.dashboardUrl(dashboardName),
        [ENVIRONMENT.logsUrl]: links.logsUrl(logGroupName),
      },
    });
    const { shards } = checker;
    const schedule = new CheckSchedule(this, 'Schedule', { name, intervalMs, shards, checker, deadLetters, key });
    const topics = [topic, alarmTopic];
    const checkerAlarms = new CheckerAlarms(this, 'CheckerAlarms', { config, checker, deadLetters, topics });
    // An alarm about silence should not come to be before there is anything to hear.
    checkerAlarms.node.addDependency(schedule);
    new ServiceAlarms(this, 'ServiceAlarms', config);
    const widget = this.addWidget(config, table, key);
    new HealthDashboard(this, 'Dashboard', { dashboardName, config, checker, deadLetters, logGroupName, widget });

    addConfigNotes(this, config, deployment);
    this.addOutputs({
      TopicArn: ['All alerts, and the alarms about the checker', topic.topicArn],
      CheckerTopicArn: ['The alarms about the checker alone, for whoever filters the alerts', alarmTopic.topicArn],
      DashboardUrl: ['The dashboard', links.dashboardUrl(dashboardName)],
      FunctionName: ['The checker, for a drill', checker.functionName],
      RoleArn: ['The role of the checker, for the policies of keys and secrets', role.roleArn],
      TableName: [
        deployment.table === 'retain'
          ? 'States and incidents; stays when the stack is deleted'
          : 'States and incidents; deleted with the stack, a last backup then stays for 35 days at no charge',
        table.tableName,
      ],
      ...(network?.ownGroupId && {
        SecurityGroupId: ['The security group of the checker, for services to let in', network.ownGroupId],
      }),
    });
  }

  private addWidget(config: Config, table: IncidentTable, key: IKey | null): WidgetFunction {
    const functionName = `${config.name}-widget`;
    const logGroup = new FunctionLog(this, 'WidgetLog', `/aws/lambda/${functionName}`, key);
    const role = new WidgetRole(this, 'WidgetRole', { table, logGroup, key }).withoutPolicyUpdates();
    return new WidgetFunction(this, 'Widget', { functionName, config, tableName: table.tableName, role, logGroup });
  }

  private addOutputs(outputs: Readonly<Record<string, readonly [description: string, value: string]>>): void {
    for (const [name, [description, value]] of Object.entries(outputs)) {
      new CfnOutput(this, name, { description, value });
    }
  }
}
