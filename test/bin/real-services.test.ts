/** Services of NestJS and Express, as `init` finds them and `check` asks them. */

import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunDocument } from '../../local/documents/run-document';
import { startRealServices } from '../support/http/real-services';
import { statuswatch, temporaryFolder } from '../support/laptop/command-line';

const folder = temporaryFolder();
const startReal = startRealServices();

/** The folder of a config that `init` has written, and what it said. */
async function initiated(name: string, ...addresses: string[]) {
  const cwd = folder.file(name);
  mkdirSync(cwd);
  const { stdout, stderr, exitCode } = await statuswatch(['init', ...addresses], { cwd });
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
  const file = join(cwd, 'statuswatch.yaml');
  const config = readFileSync(file, 'utf8');
  // Checking a failing service again takes seconds.
  appendFileSync(file, 'retry: { attempts: 1 }\n');
  return { cwd, stdout, config };
}

/** The verdicts of a check, and its exit code. */
async function checked(cwd: string) {
  const { stdout, exitCode } = await statuswatch(['check', '--json'], { cwd });
  const { services } = JSON.parse(stdout) as RunDocument;
  return { exitCode, found: services.map(({ verdict, reason, message }) => [verdict, reason, message]) };
}

it('a NestJS service with Terminus: ok, error and shutting_down', async () => {
  const service = await startReal('terminus');
  const { cwd, config, stdout } = await initiated('terminus', service.url);
  expect(stdout).toContain('1 of 1 healthy');
  expect(config).toContain('    path: /health\n    contract: common # its status says "ok"\n');
  expect(await checked(cwd)).toEqual({ exitCode: 0, found: [['healthy', 'ok', 'healthy']] });

  await service.breaks('connect ECONNREFUSED');
  const failing = 'reports itself unhealthy ("error", HTTP 503): redis (connect ECONNREFUSED)';
  expect(await checked(cwd)).toEqual({ exitCode: 1, found: [['unhealthy', 'reported_unhealthy', failing]] });

  await service.mends();
  await service.shutsDown();
  const ending = 'reports itself unhealthy ("shutting_down", HTTP 503)';
  expect(await checked(cwd)).toEqual({ exitCode: 1, found: [['unhealthy', 'reported_unhealthy', ending]] });
});

it('an Express service, however it says how it is', async () => {
  const { url, breaks } = await startReal('express');
  const paths = ['/healthz', '/livez', '/nested/status', '/up'];
  const { cwd, config } = await initiated('express', ...paths.map((path) => `${url}${path}`));
  for (const keys of [
    'path: /healthz\n    contract: common # its status says "ok"\n',
    'path: /livez\n    contract: text # its text says "OK"\n',
    'contract: common # its data.health says "up"\n    at: data.health\n',
    'path: /up\n    contract: http # any 2xx is healthy: its body has no word for that\n',
  ]) {
    expect(config).toContain(`    ${keys}`);
  }
  const well = ['healthy', 'ok', 'healthy'];
  expect(await checked(cwd)).toEqual({ exitCode: 0, found: [well, well, well, well] });

  await breaks('no database');
  const failing = 'reports itself unhealthy ("error", HTTP 503): no database';
  expect(await checked(cwd)).toEqual({
    exitCode: 1,
    found: [
      ['unhealthy', 'reported_unhealthy', failing],
      well,
      ['healthy', 'ok', 'status "degraded" (HTTP 200)'],
      well,
    ],
  });
});
