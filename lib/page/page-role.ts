/** The permissions of the page: read overviews, states, histories, silences and its token; with controls, invoke an alias of the checker. Nothing else. */

import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { allow, FunctionRole, secretArns } from '../functions/function-role';
import { keyStatements } from '../functions/key-access';

export interface PageRoleProps {
  readonly table: Table;
  readonly logGroup: ILogGroup;
  /** The key that encrypts the table; `null` if there is none. */
  readonly key: IKey | null;
  /** The names or the ARNs of the secrets with its tokens. */
  readonly secrets: readonly string[];
  /** The ARN of the checker's alias that it may invoke; `null` if the page has no actions. */
  readonly checker: string | null;
}

export class PageRole extends FunctionRole {
  constructor(scope: Construct, id: string, { table, logGroup, key, secrets, checker }: PageRoleProps) {
    super(scope, id, {
      who: 'the page',
      policyName: 'page',
      logGroup,
      statements: [
        allow('Table', ['dynamodb:BatchGetItem', 'dynamodb:Query'], [table.tableArn]),
        ...keyStatements(key, 'reads'),
        allow(
          'Token',
          ['secretsmanager:GetSecretValue'],
          secrets.flatMap((secret) => secretArns(scope, secret)),
        ),
        ...(checker === null ? [] : [allow('Controls', ['lambda:InvokeFunction'], [checker])]),
      ],
    });
  }
}
