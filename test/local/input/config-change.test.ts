/** Whether a config's file is still as it was read. */

import { rmSync } from 'node:fs';
import { configChange } from '../../../local/input/config-change';
import { temporaryFolder } from '../../support/laptop/command-line';

const folder = temporaryFolder();

it('is nothing to speak of until the file holds another text, and again once it holds the first', async () => {
  const file = folder.write('statuswatch.yaml', 'one');
  expect(await configChange(file, 'one')).toBeNull();
  folder.write('statuswatch.yaml', 'two');
  expect(await configChange(file, 'one')).toMatch(/^\S+statuswatch\.yaml has changed: .* start it again/);
  folder.write('statuswatch.yaml', 'one');
  expect(await configChange(file, 'one')).toBeNull();
  rmSync(file);
  expect(await configChange(file, 'one')).toMatch(/^\S+statuswatch\.yaml can't be read any more \(ENOENT\): /);
});
