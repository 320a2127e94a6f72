/** The Lambda that draws the services on the dashboard, its role, and its log. No alarm watches it: a failure is visible on the dashboard. */

import { Duration } from 'aws-cdk-lib';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import type { Config } from '../../lambda/core/config/config';
import { ENVIRONMENT, LIVE_PAGE_URL, WIDGET_MEMORY_MB } from '../../lambda/core/invoke/invocation';
import { BuiltFunction, FunctionLog } from '../functions/built-function';
import { allow, FunctionRole } from '../functions/function-role';
import { keyStatements } from '../functions/key-access';
import { withoutCredentials } from '../functions/lambda-folder';

/** The table is read in two steps. Each takes some milliseconds, and five seconds at most. */
const TIMEOUT_SECONDS = 10;

interface WidgetProps {
  readonly config: Config;
  readonly table: Table;
  /** The key that encrypts table and log; `null` if there is none. */
  readonly key: IKey | null;
  /** The address of the deployed page; `null` without a page. */
  readonly pageUrl: string | null;
}

/**
 * Adds the parts to the scope itself: a construct around them would change the logical ids of deployed resources. The function is in no
 * VPC, even if the checker is: it checks no service.
 */
export function addWidget(scope: Construct, { config, table, key, pageUrl }: WidgetProps): BuiltFunction {
  const functionName = `${config.name}-widget`;
  const logGroup = new FunctionLog(scope, 'WidgetLog', `/aws/lambda/${functionName}`, key);
  const role = new FunctionRole(scope, 'WidgetRole', {
    who: 'the widget of the dashboard',
    policyName: 'widget',
    logGroup,
    statements: [
      allow('Table', ['dynamodb:BatchGetItem', 'dynamodb:Query'], [table.tableArn]),
      ...keyStatements(key, 'reads'),
    ],
  });
  return new BuiltFunction(scope, 'Widget', {
    functionName,
    description: `Draws the services of ${config.name} for its dashboard`,
    content: { lambda: 'widget', config: withoutCredentials(config), deployment: null },
    memorySize: WIDGET_MEMORY_MB,
    timeout: Duration.seconds(TIMEOUT_SECONDS),
    role: role.withoutPolicyUpdates(),
    logGroup,
    environment: {
      [ENVIRONMENT.table]: table.tableName,
      ...(pageUrl !== null && { [LIVE_PAGE_URL]: pageUrl }),
    },
  });
}
