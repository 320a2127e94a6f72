/** A receiver in place of PagerDuty: it accepts each event after a while. */

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readSetup, serveJobs } from './child-process';

export interface SlowReceiverSetup {
  /** The time for each event. */
  readonly answerAfterMs: number;
}

export interface SlowReceiver {
  readonly url: string;
  /** The times of the events since the last request for them, in milliseconds since 1970. */
  readonly answeredAt: readonly number[];
}

const { answerAfterMs } = readSetup<SlowReceiverSetup>();
let answeredAt: number[] = [];
const server = createServer((request, response) => {
  request.resume().once('end', () =>
    setTimeout(() => {
      answeredAt.push(Date.now());
      response.writeHead(202).end('{"status":"success"}');
    }, answerAfterMs),
  );
});
const listening = once(server.listen(0, '127.0.0.1'), 'listening');

serveJobs(async (): Promise<SlowReceiver> => {
  await listening;
  const seen = answeredAt;
  answeredAt = [];
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, answeredAt: seen };
});
