/** Addresses of pages in the AWS console; alerts link to them. */

import { Aws, CfnCondition, Fn, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';

const DOMAIN = 'console.aws.amazon.com';

/**
 * The console's addresses in other partitions. Sources: Amazon CloudWatch user guide for China ("Open the CloudWatch console at
 * https://console.amazonaws.cn/cloudwatch/"); AWS GovCloud (US) user guide; AWS European Sovereign Cloud, endpoints.
 */
const DOMAINS = {
  'aws-cn': 'console.amazonaws.cn',
  'aws-us-gov': 'console.amazonaws-us-gov.com',
  'aws-eusc': 'console.amazonaws-eusc.eu',
} as const;

export interface ConsoleLinks {
  dashboardUrl(dashboardName: string): string;
  logsUrl(logGroupName: string): string;
}

/** Only CloudFormation knows the partition: the stack gets one condition for each, however many links it has. */
export function consoleLinks(scope: Construct): ConsoleLinks {
  const stack = Stack.of(scope);
  const domain = Object.entries(DOMAINS).reduce((otherwise, [partition, its]) => {
    const id = `StatuswatchIn-${partition}`;
    const isHere =
      (stack.node.tryFindChild(id) as CfnCondition | undefined) ??
      new CfnCondition(stack, id, { expression: Fn.conditionEquals(Aws.PARTITION, partition) });
    return Fn.conditionIf(isHere.logicalId, its, otherwise).toString();
  }, DOMAIN as string);
  const cloudwatch = `https://${Aws.REGION}.${domain}/cloudwatch/home?region=${Aws.REGION}`;
  return {
    dashboardUrl: (dashboardName) => `${cloudwatch}#dashboards/dashboard/${dashboardName}`,
    // The console wants each `/` of a log group's name escaped twice, with `$` for `%`.
    logsUrl: (logGroupName) => `${cloudwatch}#logsV2:log-groups/log-group/${logGroupName.replaceAll('/', '$252F')}`,
  };
}
