/** A disk of a few kilobytes, to be filled up; only root on Linux can have one. */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface SmallDisk {
  readonly path: string;
  /** Takes all that is free but `freeBytes`, which count in pages of 4,096. */
  fill(freeBytes?: number): void;
  /** Gives it back. */
  clear(): void;
  unmount(): void;
}

/** The reason stands in the name of a test that is skipped for it. */
export const NO_SMALL_DISK = 'needs a small disk: root on Linux, with the right to mount one';

/** `null` where none can be had. */
export function mountSmallDisk(): SmallDisk | null {
  const path = mkdtempSync(join(tmpdir(), 'statuswatch-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'none', path], { stdio: 'ignore' });
  } catch {
    rmdirSync(path);
    return null;
  }
  const ballast = join(path, 'ballast');
  const clear = () => rmSync(ballast, { force: true });
  return {
    path,
    clear,
    fill: (freeBytes = 0) => {
      clear();
      const { bavail, bsize } = statfsSync(path);
      writeFileSync(ballast, Buffer.alloc(bavail * bsize - freeBytes));
    },
    unmount: () => {
      execFileSync('umount', [path]);
      rmdirSync(path);
    },
  };
}
