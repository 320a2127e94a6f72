/**
 * Records the memory that real services report: `node bench/memory/record.mjs`, started in a folder in which express and fastify
 * are installed. A minute of a service is compressed into a fifth of a second: it does the work of a minute, is checked once, and a row
 * is written. So the timers of V8 run more rarely than they would; what a check and a request allocate is real.
 */

import { fork } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const TICK_MS = Number(process.env.TICK_MS ?? 200);
const ROWS = Number(process.env.ROWS ?? 4_320);
const folder = import.meta.dirname ?? new URL('.', import.meta.url).pathname;

const SERIES = {
  'idle-node': { framework: 'node' },
  'idle-express': { framework: 'express' },
  'idle-fastify': { framework: 'fastify' },
  'bursts-express': { framework: 'express', burstMb: 4 },
  'busy-fastify': { framework: 'fastify', busyMb: 2 },
  'live-node': { framework: 'node', liveMb: 90 },
  'live-bursts-express': { framework: 'express', liveMb: 50, burstMb: 3 },
  'cache-fastify': { framework: 'fastify', cacheMb: 30, busyMb: 0.5 },
  'leak-fast-node': { framework: 'node', leakKb: 1_000, limitMb: 40 },
  'leak-express': { framework: 'express', leakKb: 200, busyMb: 0.5, limitMb: 48 },
  'leak-slow-fastify': { framework: 'fastify', leakKb: 25, busyMb: 0.3, limitMb: 40 },
  'leak-bursts-express': { framework: 'express', leakKb: 400, leaksInBursts: true, burstMb: 1, limitMb: 56 },
  'leak-live-fastify': { framework: 'fastify', leakKb: 40, liveMb: 40, busyMb: 0.3, limitMb: 80 },
  'leak-busy-node': { framework: 'node', leakKb: 120, busyMb: 2, limitMb: 64 },
};

/** Rows of a series are `[used, total]` in MB, to a tenth; a process starts at the first row and at each of `starts`. */
async function record(name, { limitMb, ...service }) {
  const rows = [];
  const starts = [];
  while (rows.length < ROWS) {
    const argument = JSON.stringify({ ...service, from: rows.length, tickMs: TICK_MS });
    const execArgv = limitMb === undefined ? [] : [`--max-old-space-size=${limitMb}`];
    const child = fork(`${folder}/recorded-service.mjs`, [argument], {
      execArgv,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    const port = await Promise.race([
      new Promise((resolve) => child.once('message', (told) => resolve(told.port))),
      ended.then(() => null),
    ]);
    if (port === null) throw new Error(`${name} does not start`);
    starts.push(rows.length);
    let isAlive = true;
    ended.then(() => {
      isAlive = false;
    });
    let due = Date.now();
    while (isAlive && rows.length < ROWS) {
      due += TICK_MS;
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - Date.now())));
      const answer = await fetch(`http://127.0.0.1:${port}/status`).catch(() => null);
      const report = await answer?.json().catch(() => null);
      if (report) rows.push([report.memory.used, report.memory.total].map((mb) => Math.round(mb * 10) / 10));
      else await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 5_000))]);
    }
    child.kill();
    await ended;
  }
  const about = { ...service, ...(limitMb !== undefined && { limitMb }), node: process.version };
  writeFileSync(
    `${process.env.OUT ?? folder}/${name}.json.gz`,
    gzipSync(JSON.stringify({ about, starts, rows }), { level: 9 }),
  );
  process.stdout.write(`${name}: ${rows.length} rows, ${starts.length} starts\n`);
}

const wanted = process.argv.slice(2);
const names = Object.keys(SERIES).filter((name) => wanted.length === 0 || wanted.includes(name));
await Promise.all(names.map((name) => record(name, SERIES[name])));
