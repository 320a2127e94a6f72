/** What the doctor reads of receivers and secrets, from the emulated AWS. */

import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { CreateSecretCommand, DeleteSecretCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { createIncidentTable } from '../../../lambda/adapters/table/incident-table';
import { createReceiverTable } from '../../../lambda/adapters/table/receiver-table';
import { awsApis } from '../../../local/remote/aws-apis';
import { openAws } from '../../../local/remote/open-aws';
import { tableReader } from '../../../local/remote/state-table';
import { describeOnAws, pointAwsTo } from '../../support/aws/moto';
import { patientTable } from '../../support/aws/patient-table';
import { createStateTable } from '../../support/aws/state-table';
import { startProcess } from '../../support/core/keeping';
import { memoryOutputs } from '../../support/core/memory-outputs';
import { refusing } from '../../support/core/memory-receivers';
import { NOW } from '../../support/core/observations';

const TABLE = 'doctored';

describeOnAws('the doctor', (aws) => {
  beforeAll(async () => {
    pointAwsTo(aws().url);
    await createStateTable(TABLE, new DynamoDBClient());
  });
  beforeEach(() => pointAwsTo(aws().url));

  it('reads the last alert of each receiver, and since when it refuses', async () => {
    const table = patientTable(TABLE, 'shop', process.env);
    const { send } = memoryOutputs();
    await startProcess({ store: createIncidentTable(table), send }).run(0, { a: 'http_503', b: 'well' });
    const refusal = refusing();
    await createReceiverTable(table).save('pager', refusal, null);
    const { readReceivers } = tableReader(await openAws(undefined));
    const services = ['a', 'b', 'never-checked', ...Array.from({ length: 260 }, (_, index) => `s-${index}`)];
    const asked = { services, receivers: ['sns', 'pager', 'phone'], now: NOW + 1 };
    expect(await readReceivers(TABLE, 'shop', asked)).toEqual([
      { id: 'sns', refusal: null, pendingAlerts: 0, last: { at: NOW, summary: expect.stringContaining('a is ') } },
      { id: 'pager', refusal, pendingAlerts: 0, last: null },
      { id: 'phone', refusal: null, pendingAlerts: 0, last: null },
    ]);
  });

  it('tells existing secrets from missing ones and those scheduled for deletion', async () => {
    const client = new SecretsManagerClient();
    for (const Name of ['shop/there', 'shop/deleted'])
      await client.send(new CreateSecretCommand({ Name, SecretString: 'hunter2' }));
    await client.send(new DeleteSecretCommand({ SecretId: 'shop/deleted' }));
    const { hasSecret } = awsApis(await openAws(undefined));
    const found = await Promise.all(['shop/there', 'shop/deleted', 'shop/never'].map(hasSecret));
    expect(found).toEqual([true, false, false]);
  });
});
