/** Unpacks a zip archive in memory, or into a folder. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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

export interface Unpacked {
  /** The path of its `index.js`. */
  readonly file: string;
  /** The names of all files, and their texts, as they are in the archive. */
  readonly names: readonly string[];
  readonly text: string;
}

/** Writes the files of a Lambda into a new folder, each text as `edit` gives it: there is no name server, so addresses are put in place of names. */
export function unpackInto(folder: string, archive: Buffer, edit: (text: string) => string): Unpacked {
  const texts = [...unzip(archive)].map(([name, content]) => [name, content.toString('utf8')] as const);
  mkdirSync(folder);
  for (const [name, text] of texts) writeFileSync(join(folder, name), edit(text));
  return {
    file: join(folder, 'index.js'),
    names: texts.map(([name]) => name).sort(),
    text: texts.map(([, text]) => text).join('\n'),
  };
}
