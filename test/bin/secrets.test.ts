/** A secret from the environment is sent to the service it is for, and shown nowhere. */

import { readFileSync } from 'node:fs';
import { startHttp, stopAfterEach } from '../support/http/servers';
import { statuswatch, temporaryFolder } from '../support/laptop/command-line';

const SECRET = 'hunter2-s3cret';
const LITERAL = 'literal-t0ken';
const env = { STATUS_TOKEN: SECRET };
const folder = temporaryFolder();
const stopLater = stopAfterEach();

function configFor(baseUrl: string): string {
  return folder.write(
    'statuswatch.yaml',
    [
      'retry: { attempts: 1 }',
      'headers:',
      '  Authorization: Bearer ${STATUS_TOKEN}',
      `  X-Key: ${LITERAL}`,
      `services: [{ id: user-service, baseUrl: "${baseUrl}" }]`,
      '',
    ].join('\n'),
  );
}

describe('a secret', () => {
  it.each([
    ['in its error text', 500, (got: string) => ({ error: `bad token ${got} in request` })],
    ['as its version', 200, (got: string) => ({ status: 'healthy', service: 'user-service', version: got })],
    ['as its environment', 200, (got: string) => ({ status: 'healthy', service: 'user-service', environment: got })],
    ['as its name', 200, (got: string) => ({ status: 'healthy', service: got })],
    ['in a redirect', 302, (got: string) => ({ location: `/login?authorization=${encodeURIComponent(got)}` })],
  ])('that a service repeats %s is printed nowhere', async (_, status, bodyWith) => {
    const received: (string | undefined)[] = [];
    const server = await stopLater(
      startHttp((request, response) => {
        received.push(request.headers.authorization);
        const body = bodyWith(String(request.headers.authorization));
        response.writeHead(status, 'location' in body ? { location: body.location } : {}).end(JSON.stringify(body));
      }),
    );
    const config = configFor(server.url());
    const junit = folder.file('report.xml');
    const runs = [
      await statuswatch(['check', '--config', config, '--junit', junit], { env }),
      await statuswatch(['check', '--config', config, '--json'], { env }),
    ];
    // After a 500 the service is asked once more, with another Origin.
    const requests = status === 500 ? 4 : 2;
    expect(received).toEqual(Array.from({ length: requests }, () => `Bearer ${SECRET}`));
    expect(runs[1]?.stdout).toMatch(/Bearer \*{3}|redirect to \/login\?\*{3},/);
    const shown = [...runs.flatMap(({ stdout, stderr }) => [stdout, stderr]), readFileSync(junit, 'utf8')].join('\n');
    expect(shown).not.toContain(SECRET);
  });

  it('is hidden by --show-config, which shows the names of variables and no literal headers', async () => {
    const { stdout, stderr, exitCode } = await statuswatch(
      ['check', '--show-config', '--config', configFor('http://a.internal')],
      {
        env,
      },
    );
    expect(stdout).toContain('Authorization: Bearer ${STATUS_TOKEN}\n');
    expect(stdout).toContain('X-Key: (hidden)\n');
    expect(stdout).not.toContain(SECRET);
    expect(stdout).not.toContain(LITERAL);
    expect(stdout).toContain('baseUrl: http://a.internal # checked: http://a.internal/status\n');
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
  });

  it('that is not set is reported with its variable, and nothing is checked', async () => {
    let asked = 0;
    const server = await stopLater(
      startHttp((_, response) => {
        asked++;
        response.end();
      }),
    );
    const config = configFor(server.url());
    const { stdout, stderr, exitCode } = await statuswatch(['check', '--config', config]);
    expect(stderr).toBe(
      `statuswatch: ${config} has 1 fault:\n  ${config}:3:18  headers.Authorization is \${STATUS_TOKEN}; expected the environment variable STATUS_TOKEN to be set\n`,
    );
    expect({ stdout, exitCode, asked }).toEqual({ stdout: '', exitCode: 2, asked: 0 });
  });
});
