/** The process that `probeInChild` starts: probes as its standard input says, and prints what that took. */

import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';
import { text } from 'node:stream/consumers';
import { httpProbe } from '../../../../lambda/adapters/http/http-probe';
import type { Observation } from '../../../../lambda/core/probe/observation';
import type { ChildOrder, ChildReport } from './probe-in-child';

async function main(): Promise<void> {
  const { warmUp, requests, outOfFiles = false } = JSON.parse(await text(process.stdin)) as ChildOrder;
  const warnings: string[] = [];
  process.on('warning', ({ name }) => warnings.push(name));
  for (let probe = 0; warmUp && probe < 30; probe++) await httpProbe(warmUp);
  const before = { held: heldBytes(), peakRss: peakRss() };
  const { signal } = new AbortController();
  const files = outOfFiles ? openAllFiles() : [];
  const probes = await Promise.allSettled(requests.map((request) => httpProbe(request, signal)));
  for (const file of files) closeSync(file);
  const report: ChildReport = {
    seen: probes.map(seenBy),
    totalMs: probes.map((probe) => (probe.status === 'fulfilled' ? probe.value.timings.totalMs : 0)),
    warnings,
    peakGrowth: peakRss() - before.peakRss,
    heldGrowth: heldBytes() - before.held,
  };
  process.stdout.write(JSON.stringify(report));
}

function seenBy(probe: PromiseSettledResult<Observation>): string {
  if (probe.status === 'rejected') return String(probe.reason);
  return probe.value.kind === 'failure' ? probe.value.reason : 'answer';
}

function openAllFiles(): readonly number[] {
  const files: number[] = [];
  try {
    for (;;) files.push(openSync(devNull, 'r'));
  } catch {
    return files;
  }
}

/** In bytes. */
function peakRss(): number {
  return process.resourceUsage().maxRSS * 1_024;
}

function heldBytes(): number {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

void main();
