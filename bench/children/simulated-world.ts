/** A simulated network and clock: services that answer at once, and a time that passes only while everything waits. */

import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import type { Probe, WarmProbe } from '../../lambda/core/probe/probe-request';
import type { Clock } from '../../lambda/core/words/clock';
import { stableHash } from '../../lambda/core/words/ids';

/** Work that only waits for promises is over after so many turns of the event loop. */
const IDLE_TURNS = 3;

let now = 0;
let failing = false;
let isPassing = false;
let calls = 0;
const wakers = new Map<() => void, number>();
let publishedAt: number[] = [];

subscribe('http.client.request.start', (message) => {
  const { request } = message as { request: ClientRequest };
  calls++;
  request.once('close', () => calls--);
  // Only SNS is called without the action in a header.
  if (request.getHeader('x-amz-target') === undefined) publishedAt.push(now);
});

/** Begins a minute: `at` is in milliseconds since 1970. */
export function beginMinute(at: number, isFailing: boolean): void {
  now = Math.max(now, at);
  failing = isFailing;
  publishedAt = [];
}

/** The times of this minute's messages, in milliseconds since 1970. */
export function sentAt(): readonly number[] {
  return publishedAt;
}

export const systemClock: Clock = {
  now: () => now,
  elapsed: () => now,
  sleep: (milliseconds, signal) =>
    new Promise((resolve) => {
      const wake = () => {
        if (wakers.delete(wake)) resolve();
      };
      wakers.set(wake, now + milliseconds);
      if (signal?.aborted) return wake();
      signal?.addEventListener('abort', wake, { once: true });
      void letTimePass();
    }),
};

async function letTimePass(): Promise<void> {
  if (isPassing) return;
  isPassing = true;
  for (let idle = 0; wakers.size > 0; ) {
    await new Promise(setImmediate);
    idle = calls === 0 ? idle + 1 : 0;
    if (idle <= IDLE_TURNS) continue;
    idle = 0;
    now = Math.max(now, Math.min(...wakers.values()));
    for (const [wake, at] of [...wakers]) if (at <= now) wake();
  }
  isPassing = false;
}

const encoder = new TextEncoder();

/** Nothing has to be loaded. */
export const warmProbe: WarmProbe = async () => undefined;

export const httpProbe: Probe = async ({ url }) => {
  const id = url.split('/').at(-2) ?? '';
  const seed = stableHash(id) + Math.floor(now / 1_000);
  // Spread like the times of real services.
  const firstByteMs = Math.round(600 * Math.exp(0.6 * (Math.sin(seed) + Math.cos(seed * 0.7)))) / 10;
  return {
    kind: 'answer',
    httpStatus: failing ? 503 : 200,
    headers: { contentType: 'application/json', location: null },
    announcedBytes: null,
    body: encoder.encode(JSON.stringify(reportOf(id, seed))),
    bodyTooLarge: false,
    remoteAddress: '10.0.0.1',
    certificateExpiresAt: now + 60 * 86_400_000,
    timings: { dnsMs: 1.2, connectMs: 1.5, tlsMs: 8.4, firstByteMs, downloadMs: 0.3, totalMs: firstByteMs + 11.4 },
  };
};

function reportOf(service: string, seed: number) {
  if (failing) return { error: 'the database does not answer', service };
  return {
    status: 'healthy',
    service,
    timestamp: new Date(now).toISOString(),
    environment: 'production',
    version: '1.2.3',
    uptime: Math.floor((now % 1e9) / 1_000) + 0.5,
    memory: { used: 180 + (seed % 50), total: 512 },
  };
}
