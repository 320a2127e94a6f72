/** The records of failing receivers in the folder of a watch. */

import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createReceiverFiles } from '../../../local/store/receiver-files';
import { refusing } from '../../support/core/memory-receivers';
import { NOW } from '../../support/core/observations';
import { temporaryFolder } from '../../support/laptop/command-line';

const folder = temporaryFolder();
const REFUSAL = refusing({ busyUntil: NOW });

it('a record is there for the next watch until it is removed, readable only by its owner', async () => {
  const above = folder.file('kept');
  const { read, save } = createReceiverFiles(above);
  expect(await read(['pager', 'phone'])).toEqual([]);
  expect(await save('pager', REFUSAL, null)).toBe(true);
  expect(await createReceiverFiles(above).read(['pager', 'phone'])).toEqual([REFUSAL]);
  expect(statSync(join(above, 'receivers', 'pager.json')).mode & 0o077).toBe(0);
  expect(await save('pager', null, REFUSAL)).toBe(true);
  expect(await save('pager', null, REFUSAL)).toBe(true);
  expect(readdirSync(join(above, 'receivers'))).toEqual([]);
});

it.each(['', '{"receiver":', '{"receiver":"phone","since":1}'])(
  'that holds %j counts as none, and is replaced',
  async (text) => {
    const above = folder.file(`damaged-${text.length}`);
    mkdirSync(join(above, 'receivers'), { recursive: true });
    writeFileSync(join(above, 'receivers', 'pager.json'), text);
    const { read, save } = createReceiverFiles(above);
    expect(await read(['pager'])).toEqual([]);
    await save('pager', REFUSAL, null);
    expect(await read(['pager'])).toEqual([REFUSAL]);
  },
);

it('an unreadable record is an error', async () => {
  const above = folder.file('a-file');
  writeFileSync(above, '');
  await expect(createReceiverFiles(above).read(['pager'])).rejects.toThrow('ENOTDIR');
});
