/** Gives processes only a share of a core, as Lambda does: by a control group of the kernel, if that is allowed. */

import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A core's worth of time comes with this much memory (AWS Lambda Developer Guide, "Configure Lambda function memory"). */
const MB_A_CORE = 1_769;
/** The period is short, as Lambda's is: in a longer period a short run would not be slowed. */
const PERIOD_US = 20_000;

export interface CpuShare {
  join(pid: number): void;
  /** Call it once the processes have ended. */
  end(): void;
}

/** Returns the share of a core that Lambda gives with this memory. */
export function shareOf(memoryMb: number): number {
  return memoryMb / MB_A_CORE;
}

const open = new Set<string>();
let made = 0;
process.once('exit', () => {
  for (const folder of open) remove(folder);
});

/** Throws the reason if the machine doesn't allow it. */
export function limitCpu(share: number): CpuShare {
  const { parent, files } = cpuController();
  const folder = join(parent, `statuswatch-bench-${process.pid}-${++made}`);
  mkdirSync(folder);
  open.add(folder);
  for (const [name, value] of Object.entries(files(Math.round(share * PERIOD_US)))) {
    writeFileSync(join(folder, name), value);
  }
  return {
    join: (pid) => writeFileSync(join(folder, 'cgroup.procs'), String(pid)),
    end: () => remove(folder),
  };
}

interface Controller {
  /** The folder of our own group. */
  readonly parent: string;
  readonly files: (quotaUs: number) => Readonly<Record<string, string>>;
}

/** Control group v1 if its CPU controller is mounted, otherwise v2. */
function cpuController(): Controller {
  const mounts = readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '));
  const groups = readFileSync('/proc/self/cgroup', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const pathOf = (controller: string) => groups.find(([, names = '']) => names.split(',').includes(controller))?.[2];
  const old = mounts.find(([, , type, options = '']) => type === 'cgroup' && options.split(',').includes('cpu'));
  if (old?.[1]) {
    return {
      parent: join(old[1], pathOf('cpu') ?? '/'),
      files: (quotaUs) => ({ 'cpu.cfs_period_us': `${PERIOD_US}`, 'cpu.cfs_quota_us': `${quotaUs}` }),
    };
  }
  const unified = mounts.find(([, , type]) => type === 'cgroup2');
  if (!unified?.[1]) throw new Error('there are no control groups');
  return {
    parent: join(unified[1], pathOf('') ?? '/'),
    files: (quotaUs) => ({ 'cpu.max': `${quotaUs} ${PERIOD_US}` }),
  };
}

/** A process that was just killed may still be in the group for a moment. */
function remove(folder: string): void {
  for (let attempt = 0; attempt < 50; attempt++) {
    try {
      rmdirSync(folder);
      open.delete(folder);
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EBUSY') return;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }
  }
}
