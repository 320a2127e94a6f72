/** The Lambda behind the dashboard's widget. No alarm watches it: a failure is visible in the view. */

import { Duration } from 'aws-cdk-lib';
import type { IRole } from 'aws-cdk-lib/aws-iam';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Config } from '../../lambda/core/config/config';
import { ENVIRONMENT, LIVE_PAGE_URL, WIDGET_MEMORY_MB } from '../../lambda/core/invoke/invocation';
import { BuiltFunction } from '../functions/built-function';
import { withoutCredentials } from '../functions/lambda-folder';

/** The table is read in two steps. Each takes some milliseconds, and five seconds at most. */
const TIMEOUT_SECONDS = 10;

export interface WidgetFunctionProps {
  readonly functionName: string;
  readonly config: Config;
  readonly tableName: string;
  readonly pageUrl: string | null;
  readonly role: IRole;
  readonly logGroup: ILogGroup;
}

/** The widget is in no VPC, even if the checker is: it checks no service. */
export class WidgetFunction extends BuiltFunction {
  constructor(scope: Construct, id: string, props: WidgetFunctionProps) {
    const { functionName, config, tableName, pageUrl, role, logGroup } = props;
    super(scope, id, {
      functionName,
      description: `Draws how the services of ${config.name} are, for its dashboard`,
      content: { lambda: 'widget', config: withoutCredentials(config), deployment: null },
      memorySize: WIDGET_MEMORY_MB,
      timeout: Duration.seconds(TIMEOUT_SECONDS),
      role,
      logGroup,
      environment: {
        [ENVIRONMENT.table]: tableName,
        ...(pageUrl !== null && { [LIVE_PAGE_URL]: pageUrl }),
      },
    });
  }
}
