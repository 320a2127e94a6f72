/** The parts that draw the view on the dashboard: a function, its permissions, and its log. */

import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import type { Config } from '../../lambda/core/config/config';
import { FunctionLog } from '../functions/built-function';
import { WidgetFunction } from './widget-function';
import { WidgetRole } from './widget-role';

interface WidgetProps {
  readonly config: Config;
  readonly table: Table;
  /** The key that encrypts table and log; `null` if there is none. */
  readonly key: IKey | null;
  /** The address of the deployed page; `null` without a page. */
  readonly pageUrl: string | null;
}

/** Adds the parts to the scope itself: a construct around them would change the logical ids of deployed resources. */
export function addWidget(scope: Construct, { config, table, key, pageUrl }: WidgetProps): WidgetFunction {
  const functionName = `${config.name}-widget`;
  const logGroup = new FunctionLog(scope, 'WidgetLog', `/aws/lambda/${functionName}`, key);
  const role = new WidgetRole(scope, 'WidgetRole', { table, logGroup, key }).withoutPolicyUpdates();
  return new WidgetFunction(scope, 'Widget', {
    functionName,
    config,
    tableName: table.tableName,
    pageUrl,
    role,
    logGroup,
  });
}
