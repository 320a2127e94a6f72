/** The notifications of a watch, as lines of JSON: the laptop's counterpart of SNS. */

import { constants, existsSync, statSync } from 'node:fs';
import { type FileHandle, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { NotificationSink } from '../../lambda/core/deliver/notification-sink';
import { documentOf } from '../../lambda/core/message/forms/notification-document';
import { PRIVATE_FILE } from './private-folder';

const MAX_BYTES = 5_000_000;
const LINE_BREAK = 0x0a;
/** Windows has no flag for links. */
const APPEND = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);

/**
 * Appends the document of each notification to `alerts.jsonl` and flushes it; the previous file stays. Rejects if the file is a symbolic link: others may
 * have made it to have another file changed.
 */
export function createNotificationLog(folder: string): NotificationSink {
  const file = join(folder, 'alerts.jsonl');
  const append = async (line: string) => {
    if (existsSync(file) && statSync(file).size > MAX_BYTES) await rename(file, join(folder, 'alerts.old.jsonl'));
    const handle = await open(file, APPEND, PRIVATE_FILE).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ELOOP' ? new Error(`${file} is a symbolic link; remove it`) : error;
    });
    try {
      await cutTornLine(handle);
      await handle.appendFile(line);
      await handle.sync();
    } finally {
      await handle.close();
    }
  };
  let last: Promise<void> = Promise.resolve();
  return (notification) => {
    const document = documentOf(notification, Number.POSITIVE_INFINITY);
    const appending = last.then(() => append(`${JSON.stringify(document)}\n`));
    last = appending.catch(() => undefined);
    return appending;
  };
}

/** If a full disk or a kill has left only a part of a line, it counts as not written: its alert is still pending. */
async function cutTornLine(handle: FileHandle): Promise<void> {
  const { size } = await handle.stat();
  if (size === 0) return;
  const { buffer: end } = await handle.read({ buffer: Buffer.alloc(1), position: size - 1 });
  if (end[0] === LINE_BREAK) return;
  const { buffer: all, bytesRead } = await handle.read({ buffer: Buffer.alloc(size), position: 0 });
  await handle.truncate(all.subarray(0, bytesRead).lastIndexOf(LINE_BREAK) + 1);
}
