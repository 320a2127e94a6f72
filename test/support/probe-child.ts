/** The process that `probeInChild` starts: probes as it is told on its standard input, and tells what that took. */

import { text } from 'node:stream/consumers';
import { httpProbe } from '../../lambda/adapters/http-probe';
import type { ChildOrder, ChildReport } from './probe-in-child';

async function main(): Promise<void> {
  const { warmUp, requests } = JSON.parse(await text(process.stdin)) as ChildOrder;
  const warnings: string[] = [];
  process.on('warning', ({ name }) => warnings.push(name));
  for (let probe = 0; warmUp && probe < 30; probe++) await httpProbe(warmUp);
  const before = { held: heldBytes(), peakRss: peakRss() };
  const { signal } = new AbortController();
  const observations = await Promise.all(requests.map((request) => httpProbe(request, signal)));
  const report: ChildReport = {
    seen: observations.map((observation) => (observation.kind === 'failure' ? observation.reason : 'answer')),
    totalMs: observations.map(({ timings }) => timings.totalMs),
    warnings,
    peakGrowth: peakRss() - before.peakRss,
    heldGrowth: heldBytes() - before.held,
  };
  process.stdout.write(JSON.stringify(report));
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
