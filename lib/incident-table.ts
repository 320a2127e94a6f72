/** The table: the state of each service with its incidents, and its history; the roster of services, and the overviews of the shards. */

import { RemovalPolicy } from 'aws-cdk-lib';
import { AttributeType, BillingMode, Table, TableEncryption } from 'aws-cdk-lib/aws-dynamodb';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import type { Deployment } from '../lambda/core/config/config';
import { warmThroughput } from '../lambda/core/cost/cost';
import { EXPIRES, TABLE_KEYS } from '../lambda/core/state/table-keys';

interface IncidentTableProps {
  /** The number of services with a state in it. */
  readonly services: number;
  /** The fate of the table if the stack is deleted. */
  readonly atTheEnd: Deployment['table'];
  /** Whether DynamoDB refuses to delete it. */
  readonly protect: boolean;
  /** The key that encrypts the table; `null` for AWS's own key. */
  readonly key: IKey | null;
}

export class IncidentTable extends Table {
  /**
   * By default the table stays when the stack is deleted: it has incidents and history of 400 days. Only if the stack could not be created,
   * it is deleted too. Source: AWS CloudFormation template reference, "DeletionPolicy attribute", of RetainExceptOnCreate: "If the stack
   * operation that created the resource is rolled back, CloudFormation deletes the resource". The data of a deleted table can be restored: with
   * point-in-time recovery DynamoDB keeps a last backup of it for 35 days, at no charge.
   * Source: Amazon DynamoDB developer guide, "Point-in-time recovery": deleting a table.
   */
  constructor(scope: Construct, id: string, { services, atTheEnd, protect, key }: IncidentTableProps) {
    const warm = warmThroughput(services);
    super(scope, id, {
      partitionKey: { name: TABLE_KEYS.partition, type: AttributeType.STRING },
      sortKey: { name: TABLE_KEYS.sort, type: AttributeType.STRING },
      billingMode: BillingMode.PAY_PER_REQUEST,
      timeToLiveAttribute: EXPIRES,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: protect,
      removalPolicy: atTheEnd === 'retain' ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
      ...(warm && { warmThroughput: { readUnitsPerSecond: warm.reads, writeUnitsPerSecond: warm.writes } }),
      ...(key && { encryption: TableEncryption.CUSTOMER_MANAGED, encryptionKey: key }),
    });
  }
}
