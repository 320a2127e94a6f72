/** The widget's permissions: read overviews, states, histories and silences. Nothing else. */

import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { allow, FunctionRole } from '../functions/function-role';
import { keyStatements } from '../functions/key-access';

export interface WidgetRoleProps {
  readonly table: Table;
  readonly logGroup: ILogGroup;
  /** The key that encrypts the table; `null` if there is none. */
  readonly key: IKey | null;
}

export class WidgetRole extends FunctionRole {
  constructor(scope: Construct, id: string, { table, logGroup, key }: WidgetRoleProps) {
    super(scope, id, {
      who: 'the widget of the dashboard',
      policyName: 'widget',
      logGroup,
      statements: [
        allow('Table', ['dynamodb:BatchGetItem', 'dynamodb:Query'], [table.tableArn]),
        ...keyStatements(key, 'reads'),
      ],
    });
  }
}
