/**
 * A service whose memory is recorded: GET /status reports `heapUsed` and `heapTotal` in MB. A tick does the work of one minute.
 * The argument is JSON: the framework, what it does, and for how long its predecessors have run.
 */

import { createServer } from 'node:http';
import { createRequire } from 'node:module';

const {
  framework,
  from,
  tickMs,
  liveMb = 0,
  burstMb = 0,
  busyMb = 0,
  cacheMb = 0,
  leakKb = 0,
  leaksInBursts = false,
} = JSON.parse(process.argv[2]);
const KB_A_RECORD = 1;
const template = JSON.stringify({
  id: 0,
  name: 'a customer',
  tags: ['a', 'b'],
  lines: Array.from({ length: 24 }, (_, at) => ({ at })),
});
/** Records as an application parses them, about a kilobyte each. */
const records = (kb) => Array.from({ length: Math.round(kb / KB_A_RECORD) }, () => JSON.parse(template));

const live = records(liveMb * 1_024);
const leaked = [];
const cache = new Map();
let held = [];
let minute = from;

function tick() {
  minute += 1;
  const load = 0.6 - 0.4 * Math.cos((minute / 1_440) * 2 * Math.PI);
  const isBurst = minute % 97 < 12;
  // What the requests of this minute use is garbage at its end, and a tenth of it some minutes later.
  const used = records(busyMb * 1_024 * load + (isBurst ? burstMb * 1_024 : 0));
  held = [...held.slice(-9), used.slice(0, used.length / 10)];
  if (cacheMb > 0) {
    for (let count = 0; count < 100 * load; count++) {
      const key = Math.floor(Math.random() ** 2 * 3 * cacheMb * 1_024);
      const value = cache.get(key) ?? records(1);
      cache.delete(key);
      cache.set(key, value);
      if (cache.size > cacheMb * 1_024) cache.delete(cache.keys().next().value);
    }
  }
  if (leakKb > 0 && (isBurst || !leaksInBursts)) leaked.push(records(leakKb));
}

const startedAt = Date.now();
function report() {
  const { heapUsed, heapTotal } = process.memoryUsage();
  return {
    status: 'healthy',
    service: 'recorded-service',
    timestamp: new Date().toISOString(),
    environment: 'production',
    version: '1.0.0',
    uptime: (Date.now() - startedAt) / 1_000,
    memory: { used: heapUsed / 1_048_576, total: heapTotal / 1_048_576 },
    records: live.length + leaked.length,
  };
}

// Frameworks are no part of this project: they are found where the recording is started.
const require = createRequire(`${process.cwd()}/`);
const ready = (port) => process.send({ port });
if (framework === 'express') {
  const server = require('express')()
    .get('/status', (_, response) => response.json(report()))
    .listen(0, '127.0.0.1', () => ready(server.address().port));
} else if (framework === 'fastify') {
  const app = require('fastify')();
  app.get('/status', async () => report());
  app.listen({ port: 0, host: '127.0.0.1' }).then(() => ready(app.server.address().port));
} else {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(report()));
  });
  server.listen(0, '127.0.0.1', () => ready(server.address().port));
}
setInterval(tick, tickMs);
