/** The table: its keys are those that the checker writes, and it does not go with the stack unless the config says so. */

import { EXPIRES, TABLE_KEYS } from '../../lambda/core/state/table-keys';
import { DEPLOY_YAML, fleet, onlyResource, templateOf } from '../support/aws/synthesis';

describe('the table', () => {
  const table = onlyResource(templateOf(DEPLOY_YAML), 'AWS::DynamoDB::Table');

  it('has the keys that the checker writes, as texts', () => {
    expect(table.Properties.KeySchema).toEqual([
      { AttributeName: TABLE_KEYS.partition, KeyType: 'HASH' },
      { AttributeName: TABLE_KEYS.sort, KeyType: 'RANGE' },
    ]);
    expect(table.Properties.AttributeDefinitions).toEqual([
      { AttributeName: TABLE_KEYS.partition, AttributeType: 'S' },
      { AttributeName: TABLE_KEYS.sort, AttributeType: 'S' },
    ]);
  });

  // AWS CloudFormation, AWS::DynamoDB::Table TimeToLiveSpecification, of both its properties: "Update requires: No
  // interruption". So the table of an earlier version stays, with all that it holds.
  it('lets DynamoDB delete what has expired', () => {
    expect(table.Properties.TimeToLiveSpecification).toEqual({ AttributeName: EXPIRES, Enabled: true });
  });

  it('is paid by request', () => {
    expect(table.Properties.BillingMode).toBe('PAY_PER_REQUEST');
  });

  // Amazon DynamoDB developer guide, "Understanding DynamoDB warm throughput in different scenarios": "A new on-demand table starts with a
  // warm throughput of 12,000 read units per second and 4,000 write units per second." The API: "Requested ReadUnitsPerSecond for
  // WarmThroughput for table is lower than current WarmThroughput, decreasing WarmThroughput is not supported". So the value is
  // the same for all fleets, and as large as DynamoDB itself can make it.
  it.each([
    [6, undefined],
    [1_000, undefined],
    [1_001, { ReadUnitsPerSecond: 40_000, WriteUnitsPerSecond: 40_000 }],
    [2_500, { ReadUnitsPerSecond: 40_000, WriteUnitsPerSecond: 40_000 }],
  ])('is warm for %i services: %j', (services, warm) => {
    const { Properties } = onlyResource(templateOf(fleet(services, 'metrics: summary')), 'AWS::DynamoDB::Table');
    expect(Properties.WarmThroughput).toEqual(warm);
  });

  it('stays when the stack is deleted, and has the recovery by which DynamoDB keeps a last backup', () => {
    expect([table.DeletionPolicy, table.UpdateReplacePolicy]).toEqual(['RetainExceptOnCreate', 'Retain']);
    expect(table.Properties.PointInTimeRecoverySpecification).toEqual({ PointInTimeRecoveryEnabled: true });
    expect(table.Properties.DeletionProtectionEnabled).toBe(false);
  });

  // Amazon DynamoDB API reference, UpdateTable: "DeletionProtectionEnabled: Indicates whether deletion protection is to be enabled (true)
  // or disabled (false) on the table."
  it('is protected with the stack', () => {
    const { Properties } = onlyResource(templateOf(fleet(1, 'deploy: { protect: true }')), 'AWS::DynamoDB::Table');
    expect(Properties.DeletionProtectionEnabled).toBe(true);
  });

  it.each([
    ['retain', ['RetainExceptOnCreate', 'Retain'], /^States and incidents; stays when the stack is deleted$/],
    ['delete', ['Delete', 'Delete'], /^States and incidents; deleted with the stack, /],
  ])('with %s has the policies %p, and its output says so', (choice, policies, description) => {
    const template = templateOf(fleet(1, `deploy: { table: ${choice} }`));
    const { id, DeletionPolicy, UpdateReplacePolicy } = onlyResource(template, 'AWS::DynamoDB::Table');
    expect([DeletionPolicy, UpdateReplacePolicy]).toEqual(policies);
    expect(template.findOutputs('TableName').TableName?.Description).toMatch(description);
    expect(id).toBe('Incidents169D50D8');
  });
});
