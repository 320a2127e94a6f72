/** Sends pulses: one GET each. */

import { PULSE_PART } from '../../core/config/pulse';
import { type ReadSecret, readEachOnce } from '../../core/config/secrets';
import { PULSE_MS, type PulsedRun, type SendPulse } from '../../core/deliver/pulses';
import type { Clock } from '../../core/words/clock';
import { isSuccess } from '../../core/words/http-status';
import { post } from './post';
import { addressOf, readSettings } from './post-receiver';

const HEADERS = { 'user-agent': 'statuswatch' };

export interface PulseOptions {
  /** Also takes plain HTTP, to an address of this machine. */
  readonly allowLoopback?: boolean;
  /** The limit of a pulse, in milliseconds. */
  readonly timeoutMs?: number;
}

/** Its secret is read at each pulse, and without the cache after the pulse was refused. Redirects are not followed: they count as refused. */
export function createPulseSender(
  readSecret: ReadSecret,
  clock: Pick<Clock, 'elapsed' | 'sleep'>,
  { allowLoopback = false, timeoutMs = PULSE_MS }: PulseOptions = {},
): SendPulse {
  const refused = new Set<string>();
  return async ({ id, url: setting }, run) => {
    const begunAt = clock.elapsed();
    const settings = await within(
      readSettings({ url: setting }, readEachOnce(readSecret, refused.has(id))),
      timeoutMs,
      clock,
    );
    const text = pulseAddress(settings.url ?? '', run);
    const url = addressOf(text, allowLoopback);
    const leftMs = Math.max(1, timeoutMs - (clock.elapsed() - begunAt));
    const answer = await post({ url, headers: HEADERS, body: null, timeoutMs: leftMs });
    if (isSuccess(answer.status)) return void refused.delete(id);
    refused.add(id);
    // What it says may repeat the address, which is the secret.
    throw new Error(`refused with ${answer.status}`);
  };
}

/** Throws an error if several parts would share an address: the pulse of one would hide the silence of another. */
function pulseAddress(written: string, { isDone, shard }: PulsedRun): string {
  if (shard.count > 1 && !written.includes(PULSE_PART))
    throw new Error(
      `its address lacks ${PULSE_PART}: with one address for all ${shard.count} parts of the services, nobody would miss one of them`,
    );
  const text = written.replaceAll(PULSE_PART, String(shard.index + 1));
  if (isDone || !URL.canParse(text)) return text;
  const url = new URL(text);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/fail`;
  return url.href;
}

/** A secret that can't be read in time must not hold up the end of a run. */
async function within<Value>(reading: Promise<Value>, timeoutMs: number, clock: Pick<Clock, 'sleep'>): Promise<Value> {
  const over = new AbortController();
  const late = clock.sleep(timeoutMs, over.signal).then(() => {
    if (!over.signal.aborted) throw new Error(`its secret can't be read within ${timeoutMs / 1_000} s`);
    return reading;
  });
  return Promise.race([reading, late]).finally(() => over.abort());
}
