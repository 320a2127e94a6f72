/** A folder of another user is detected. */

import { mkdirSync } from 'node:fs';
import { foreignOwner } from '../../../local/store/private-folder';
import { temporaryFolder } from '../../support/laptop/command-line';

const folders = temporaryFolder();
const onUnix = process.getuid === undefined ? it.skip : it;

onUnix('the owner of a folder is nobody else if this process has made it', () => {
  mkdirSync(folders.file('own'));
  expect(foreignOwner(folders.file('own'))).toBeNull();
  expect(foreignOwner(folders.file('missing'))).toBeNull();
});

onUnix('the owner of a folder is somebody else for another user', () => {
  const own = process.getuid?.() ?? 0;
  expect(foreignOwner(folders.path, own + 1)).toBe(own);
});
