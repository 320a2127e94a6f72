/** The document of `check --json`: as its schema says, and nothing else on standard output. */

import { join } from 'node:path';
import type { ServiceDocument } from '../../lambda/core/documents/service-document';
import type { RunDocument } from '../../local/documents/run-document';
import { createSilenceFiles } from '../../local/store/silence-files';
import { faultsOf } from '../support/core/document-schemas';
import { ackAt, silenceAt } from '../support/core/silences';
import { reportText } from '../support/http/asking';
import { makeCertificates } from '../support/http/certificates';
import { closedPort, type RunningServer, startHttp, startHttps } from '../support/http/servers';
import { statuswatch, temporaryFolder } from '../support/laptop/command-line';

const folder = temporaryFolder();
const servers: RunningServer[] = [];
let stdout: string;
let exitCode: number | null;
let document: RunDocument;
let expiresAt: number;

/** One service of each kind: healthy over TLS, sick with an error body, refusing, and answering something else. */
beforeAll(async () => {
  const { ca, valid } = await makeCertificates();
  expiresAt = valid.expiresAt;
  servers.push(
    await startHttps(valid, (_, response) => response.end(reportText({ version: 3 }))),
    await startHttp((_, response) =>
      response.writeHead(500).end('{"error":"Database connection failed","service":"a, b"}'),
    ),
    await startHttp((_, response) => response.end('<h1>It works!</h1>')),
  );
  const [secure, failing, html] = servers as [RunningServer, RunningServer, RunningServer];
  const config = folder.write(
    'statuswatch.yaml',
    [
      'name: json',
      'objective: { availability: 99.9% }',
      'environment: production',
      // A busy machine must not need a second attempt.
      'timeout: 20s',
      'retry: { attempts: 2, backoff: 1ms }',
      `tls: { caFile: ${folder.write('ca.pem', ca)} }`,
      'services:',
      `  - { id: user-service, group: shop, severity: warning, runbook: https://wiki.internal/x, baseUrl: "${secure.url('localhost')}/base/" }`,
      `  - { id: failing, group: shop, severity: warning, runbook: https://wiki.internal/x, baseUrl: "${failing.url()}" }`,
      `  - { id: refusing, group: shop, severity: warning, runbook: https://wiki.internal/x, baseUrl: "http://127.0.0.1:${await closedPort()}" }`,
      `  - { id: html, group: shop, severity: warning, runbook: https://wiki.internal/x, baseUrl: "${html.url()}" }`,
      '',
    ].join('\n'),
  );
  // Where `watch` and `silence` keep them by default.
  const state = join(folder.path, '.statuswatch', 'json');
  const silence = silenceAt(Date.now() - 1_000, { services: ['failing'] });
  const store = createSilenceFiles({ folder: state, onDamage: () => undefined });
  await store.put(silence);
  await store.put(ackAt(Date.now() - 1_000, { services: ['failing'] }));
  ({ stdout, exitCode } = await statuswatch(['check', '--json', '--config', config], { cwd: folder.path }));
  document = JSON.parse(stdout);
});
afterAll(() => Promise.all(servers.map((server) => server.stop())));

function service(id: string): ServiceDocument {
  return document.services.find((entry) => entry.service === id) as ServiceDocument;
}

describe('check --json', () => {
  it('prints one document and nothing else, and ends with 1 when some are not healthy', () => {
    expect(stdout).toBe(`${JSON.stringify(document, null, 2)}\n`);
    expect(exitCode).toBe(1);
  });

  it('is as its schema says', () => {
    expect(faultsOf('run', document)).toEqual([]);
  });

  it('has of each service what the config says', () => {
    const configured = {
      group: 'shop',
      severity: 'warning',
      environment: 'production',
      runbook: 'https://wiki.internal/x',
    };
    expect(document.services).toMatchObject(document.services.map(() => configured));
  });

  it('gives of a healthy service its report, its certificate and its warnings', () => {
    const { url, verdict, reason, httpStatus, attempts, report, errorBody, warnings, certificate, timings } =
      service('user-service');
    expect({ url, verdict, reason, httpStatus, attempts, errorBody }).toEqual({
      url: `${servers[0]?.url('localhost')}/base/status`,
      verdict: 'healthy',
      reason: 'ok',
      httpStatus: 200,
      attempts: 1,
      errorBody: null,
    });
    expect(report).toMatchObject({ service: 'user-service', version: null, memory: { used: 256.25, total: 512 } });
    expect(warnings).toEqual([{ code: 'mistyped_field', message: 'version is a number, not a text' }]);
    expect(certificate?.expiresAt).toBe(new Date(expiresAt).toISOString());
    expect(certificate?.daysLeft).toBe(Math.floor((expiresAt - Date.now()) / 86_400_000));
    expect(Object.values(timings ?? {})).not.toContain(null);
  });

  it('gives the silences that hold, and of a silenced service its own', () => {
    expect(document.silences).toMatchObject([
      { id: 'k3v9x1', services: ['failing'], by: 'ana', reason: 'deploy 2.5.0' },
    ]);
    expect(document.services.map((one) => one.silence?.id ?? null)).toEqual([null, 'k3v9x1', null, null]);
  });

  it('has null for the phases that were not reached or not needed', () => {
    expect(service('refusing')).toMatchObject({ verdict: 'unreachable', httpStatus: null, report: null });
    // A busy machine adds the time for which the checker itself was blocked.
    expect(service('refusing').timings).toMatchObject({
      dnsMs: null,
      connectMs: expect.any(Number),
      tlsMs: null,
      firstByteMs: null,
      downloadMs: null,
      totalMs: expect.any(Number),
    });
    expect(service('html').timings).toMatchObject({ dnsMs: null, tlsMs: null, downloadMs: expect.any(Number) });
  });
});
