/** Unpacks a zip archive in memory. */

import { inflateRawSync } from 'node:zlib';

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const STORED = 0;

/** The files by their names. For archives of one part without a comment, as build tools write them (APPNOTE.TXT, 4.3). */
export function unzip(archive: Buffer): Map<string, Buffer> {
  const end = archive.length - 22;
  if (archive.readUInt32LE(end) !== END_OF_DIRECTORY) throw new Error('this is no zip archive without a comment');
  const files = new Map<string, Buffer>();
  let entry = archive.readUInt32LE(end + 16);
  while (archive.readUInt32LE(entry) === DIRECTORY_ENTRY) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((at) => archive.readUInt16LE(entry + at)) as [
      number,
      number,
      number,
    ];
    const name = archive.toString('utf8', entry + 46, entry + 46 + nameLength);
    const local = archive.readUInt32LE(entry + 42);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const packed = archive.subarray(start, start + archive.readUInt32LE(entry + 20));
    const isStored = archive.readUInt16LE(entry + 10) === STORED;
    if (!name.endsWith('/')) files.set(name, isStored ? packed : inflateRawSync(packed));
    entry += 46 + nameLength + extraLength + commentLength;
  }
  return files;
}
