/** Addresses of pages in the AWS console; alerts lead there. */

import { Aws } from 'aws-cdk-lib';

const CLOUDWATCH = `https://${Aws.REGION}.console.aws.amazon.com/cloudwatch/home?region=${Aws.REGION}`;

export function dashboardUrl(dashboardName: string): string {
  return `${CLOUDWATCH}#dashboards/dashboard/${dashboardName}`;
}

/** The console wants each `/` of a log group's name escaped twice, with `$` for `%`. */
export function logsUrl(logGroupName: string): string {
  return `${CLOUDWATCH}#logsV2:log-groups/log-group/${logGroupName.replaceAll('/', '$252F')}`;
}
