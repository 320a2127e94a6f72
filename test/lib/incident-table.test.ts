/** The table: its keys are those that the checker writes, and it goes with the stack without a loss. */

import { TABLE_KEYS } from '../../lambda/core/invocation';
import { DEPLOY_YAML, onlyResource, templateOf } from '../support/synthesis';

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

  it('is paid by request', () => {
    expect(table.Properties.BillingMode).toBe('PAY_PER_REQUEST');
  });

  it('is deleted with the stack, and has the recovery by which DynamoDB keeps a last backup', () => {
    expect(table.DeletionPolicy).toBe('Delete');
    expect(table.Properties.PointInTimeRecoverySpecification).toEqual({ PointInTimeRecoveryEnabled: true });
    expect(table.Properties.DeletionProtectionEnabled).toBeUndefined();
  });
});
