/** What people wrote for the public page, on DynamoDB: one item for each post, read together. */

import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { createPostTable } from '../../../../lambda/status-page/aws/post-table';
import { type Post, PUBLISHED_MS, type Update } from '../../../../lambda/status-page/core/post';
import { describeOnAws, pointAwsTo } from '../../../support/aws/moto';
import { patientTable } from '../../../support/aws/patient-table';
import { createStateTable } from '../../../support/aws/state-table';
import { NOW } from '../../../support/core/observations';

const post = (id: string, other: Partial<Update> = {}): Post => ({
  kind: 'update',
  id,
  service: 'a',
  incident: '1',
  status: 'identified',
  text: 'We are on it: "ü"',
  at: NOW,
  ...other,
});

describeOnAws('posts on DynamoDB', (aws) => {
  beforeAll(async () => {
    pointAwsTo(aws().url);
    await createStateTable('posts', new DynamoDBClient());
  });

  const open = (deployment: string) => createPostTable(patientTable('posts', deployment, process.env));

  it('are read as they were put, sorted by time, and none of another deployment', async () => {
    const shop = open('shop');
    const other = open('shop-2');
    const later = post('b');
    const first = post('c', { at: NOW - 1, status: null });
    for (const one of [later, first]) await shop.put(one);
    await other.put(post('d'));
    expect(await shop.read(NOW)).toEqual([first, later]);
  });

  it('end by themselves, or when they are removed', async () => {
    const { read, put, remove } = open('ending');
    await put(post('a', { at: NOW - PUBLISHED_MS }));
    await put(post('b'));
    expect((await read(NOW)).map(({ id }) => id)).toEqual(['b']);
    expect([await remove('b'), await remove('b')]).toEqual([true, false]);
    expect(await read(NOW)).toEqual([]);
  });
});
