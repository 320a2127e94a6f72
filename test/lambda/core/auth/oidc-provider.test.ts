/** Tokens of a certified OAuth 2.0 server, for services that ask it whether a token is valid. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { httpProbe } from '../../../../lambda/adapters/http/http-probe';
import { systemClock } from '../../../../lambda/adapters/system/system-clock';
import { createAuthorizer } from '../../../../lambda/core/auth/authorizer';
import type { Config } from '../../../../lambda/core/config/config';
import { runCheck } from '../../../../lambda/core/run/run-check';
import { configOf } from '../../../support/core/runs';

const SECRET = 's3cret: a+b/c%d & e';
const children: ChildProcess[] = [];
afterEach(async () => {
  await Promise.all(
    children.splice(0).map(async (child) => {
      child.kill();
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    }),
  );
});

/** The base address of a server whose tokens are valid for so many seconds. */
async function startServer(validSeconds: number): Promise<string> {
  const script = join(__dirname, '../../../support/http/oidc-server.mjs');
  const child = spawn(process.execPath, [script, String(validSeconds)], { stdio: ['ignore', 'pipe', 'ignore'] });
  children.push(child);
  const [line] = await once(child.stdout, 'data');
  return `http://127.0.0.1:${String(line).trim()}`;
}

function watching(base: string, clientId: string, clientSecret: string) {
  const client = `clientId: ${clientId}, clientSecret: "\${CLIENT_SECRET}", scope: status.read`;
  process.env.CLIENT_SECRET = clientSecret;
  const config = configOf({ a: `${base}/a`, b: `${base}/b`, c: `${base}/c` }, [
    `auth: { oauth2: { tokenUrl: "${base}/token", ${client} } }`,
    'retry: { attempts: 1 }',
  ]);
  const probe = httpProbe;
  const clock = systemClock;
  const authorizer = createAuthorizer({ probe, clock, loadSigner: () => Promise.reject(new Error()) });
  return async (used: Config = config) => {
    const { results } = await runCheck(used, { probe, clock, authorizer });
    return results.map(({ service, reason }) => `${service.id} ${reason}`);
  };
}

const count = async (base: string) => Number(await (await fetch(`${base}/count`)).text());
const WELL = ['a ok', 'b ok', 'c ok'];

it.each(['by-header', 'by-body'])('lets in three services with a token of the client %s', async (client) => {
  const base = await startServer(3_600);
  const check = watching(base, client, SECRET);
  expect(await check()).toEqual(WELL);
  expect(await check()).toEqual(WELL);
  expect(await count(base)).toBe(1);
});

it('gives another token before the first has ended', async () => {
  const base = await startServer(2);
  const check = watching(base, 'by-header', SECRET);
  // No check of the first seconds is sent one that has ended.
  while ((await count(base)) < 3) expect(await check()).toEqual(WELL);
});

it('gives another token after all were revoked, within the same check', async () => {
  const base = await startServer(3_600);
  const check = watching(base, 'by-header', SECRET);
  expect(await check()).toEqual(WELL);
  await fetch(`${base}/revoke`, { method: 'POST' });
  expect(await check()).toEqual(WELL);
  expect(await count(base)).toBe(2);
});

it('refuses a client with another secret', async () => {
  const base = await startServer(3_600);
  const check = watching(base, 'by-header', 'wrong');
  expect(await check()).toEqual(['a token_refused', 'b token_refused', 'c token_refused']);
});
