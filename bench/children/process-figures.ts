/** The kernel's figures of a process: its CPU time and its peak memory; `null` if there is no /proc. */

import { readdirSync, readFileSync } from 'node:fs';

/** Milliseconds of CPU time of all threads that live, to the microsecond: /proc/PID/stat would count in ticks of 10 ms. */
export function cpuMsOf(pid: number): number | null {
  try {
    const folder = `/proc/${pid}/task`;
    const nanoseconds = readdirSync(folder).map((thread) =>
      Number(readFileSync(`${folder}/${thread}/schedstat`, 'latin1').split(' ')[0]),
    );
    return nanoseconds.reduce((sum, value) => sum + value, 0) / 1e6;
  } catch {
    return null;
  }
}

/** Peak resident memory in MB. Not `maxRSS`, which starts at the memory of the parent when it forked. */
export function peakMbOf(pid: number | 'self'): number | null {
  return statusMb(pid, 'VmHWM');
}

/** Resident memory in MB. */
export function residentMbOf(pid: number | 'self'): number | null {
  return statusMb(pid, 'VmRSS');
}

function statusMb(pid: number | 'self', field: string): number | null {
  try {
    const line = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'latin1'));
    return line ? Number(line[1]) / 1_024 : null;
  } catch {
    return null;
  }
}
