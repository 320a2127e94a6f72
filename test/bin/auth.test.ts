/** The credentials of services on a laptop: they are sent to whom they are for, and shown nowhere. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { reportText } from '../support/http/asking';
import { closedPort, startHttp, stopAfterEach } from '../support/http/servers';
import { statuswatch, temporaryFolder } from '../support/laptop/command-line';

const SECRET = 'hunter2-sécret€';
const TOKEN = 't0ken-that-nobody-sees';
const env = {
  SECRET,
  TOKEN,
  AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
  AWS_SECRET_ACCESS_KEY: 'the-secret-key-of-the-user',
  AWS_SESSION_TOKEN: 'the-session-token-of-the-user',
};
const SHOWN_NOWHERE = [SECRET, 'hunter2', TOKEN, env.AWS_SECRET_ACCESS_KEY, env.AWS_SESSION_TOKEN];
const folder = temporaryFolder();
const stopLater = stopAfterEach();

/** A service that repeats what it is sent, in its report and in its errors, and what it was sent. */
async function repeating(status: number) {
  const received: Record<string, unknown>[] = [];
  const server = await stopLater(
    startHttp((request, response) => {
      received.push({ ...request.headers });
      const all = JSON.stringify(request.headers);
      const version = String(request.headers.authorization);
      response.writeHead(status).end(status === 200 ? reportText({ version }) : JSON.stringify({ error: all }));
    }),
  );
  return { baseUrl: server.url(), received };
}

async function tokenServer(): Promise<string> {
  const server = await stopLater(
    startHttp((_, response) => {
      response.end(JSON.stringify({ access_token: TOKEN, token_type: 'Bearer', expires_in: 60 }));
    }),
  );
  return `${server.url()}/token`;
}

function configFor(auth: string, services: readonly string[]): string {
  const entries = services.map((baseUrl, n) => `  - { id: s${n}, expectService: user-service, baseUrl: "${baseUrl}" }`);
  const lines = ['retry: { attempts: 1 }', `auth: ${auth}`, 'services:', ...entries, ''];
  return folder.write('statuswatch.yaml', lines.join('\n'));
}

const base64 = (text: string) => Buffer.from(text).toString('base64');
const SIGNATURE =
  /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/eu-west-1\/execute-api\/aws4_request, SignedHeaders=/;

describe.each([
  ['basic', async () => `{ basic: { user: watch, password: "\${SECRET}" } }`, `Basic ${base64(`watch:${SECRET}`)}`],
  ['bearer', async () => `{ bearer: "\${TOKEN}" }`, `Bearer ${TOKEN}`],
  [
    'oauth2',
    async () => `{ oauth2: { tokenUrl: "${await tokenServer()}", clientId: me, clientSecret: "\${CLIENT}" } }`,
    `Bearer ${TOKEN}`,
  ],
  ['sigv4', async () => '{ sigv4: { service: execute-api, region: eu-west-1 } }', expect.stringMatching(SIGNATURE)],
])('auth.%s', (kind, authOf, authorization) => {
  it.each([200, 401])('is sent to a service that answers %d, and what it repeats of it is hidden', async (status) => {
    const { baseUrl, received } = await repeating(status);
    const config = configFor(await authOf(), [baseUrl]);
    const junit = folder.file('report.xml');
    const all = { ...env, CLIENT: 'the-secret-of-the-client' };
    const runs = [
      await statuswatch(['check', '--config', config, '--junit', junit], { env: all }),
      await statuswatch(['check', '--config', config, '--json'], { env: all }),
      await statuswatch(['watch', '--once', '--config', config, '--state', folder.file('state')], { env: all }),
      await statuswatch(['check', '--show-config', '--config', config], { env: all }),
    ];
    expect(runs.map(({ stderr }) => stderr)).toEqual(['', '', '', '']);
    // A signature has the second in which it was made.
    for (const { authorization: given } of received) expect(given).toEqual(authorization);
    // A new token was asked for, since the first was refused.
    expect(received).toHaveLength(kind === 'oauth2' && status === 401 ? 6 : 3);
    const kept = readdirSync(folder.file('state'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
    const shown = [...runs.map(({ stdout }) => stdout), readFileSync(junit, 'utf8'), ...kept].join('\n');
    for (const secret of [...SHOWN_NOWHERE, 'the-secret-of-the-client']) {
      expect(shown).not.toContain(secret);
      expect(shown).not.toContain(base64(secret).replace(/.{3}=*$/, ''));
    }
  });
});

describe('services without their token', () => {
  it('are one message that names the token server', async () => {
    const port = await closedPort();
    const { baseUrl, received } = await repeating(200);
    const oauth2 = `{ oauth2: { tokenUrl: "http://127.0.0.1:${port}/token", clientId: me, clientSecret: "\${TOKEN}" } }`;
    const config = configFor(
      oauth2,
      [1, 2, 3, 4].map((n) => `${baseUrl}/${n}`),
    );
    const state = ['--state', folder.file('state-without-token')];
    const { stdout } = await statuswatch(['watch', '--once', '--config', config, ...state], { env });
    expect(stdout.match(/┌─ alert/g)).toHaveLength(1);
    expect(stdout).toContain('[DOWN] 4 of 4 services: s0, s1, s2, 1 more; no token from the token server');
    expect(stdout).toContain(`no token from the token server (127.0.0.1:${port}: connection refused`);
    expect(stdout).toContain('they are all on 127.0.0.1');
    expect(received).toEqual([]);
  });
});

it('a service that needs signatures is not checked without credentials, and has no verdict', async () => {
  const { baseUrl, received } = await repeating(200);
  const config = configFor('{ sigv4: { service: execute-api, region: eu-west-1 } }', [baseUrl]);
  const none = {
    AWS_ACCESS_KEY_ID: '',
    AWS_SECRET_ACCESS_KEY: '',
    AWS_EC2_METADATA_DISABLED: 'true',
    HOME: folder.file(''),
  };
  const nowhere = { AWS_CONFIG_FILE: '/dev/null', AWS_SHARED_CREDENTIALS_FILE: '/dev/null' };
  const { stdout, exitCode } = await statuswatch(['check', '--config', config], { env: { ...none, ...nowhere } });
  expect(stdout).toContain('it could not be checked: there are no credentials for AWS: set AWS_PROFILE, or log in');
  expect(stdout).toContain('1 not checked');
  expect(exitCode).toBe(3);
  expect(received).toEqual([]);
});
