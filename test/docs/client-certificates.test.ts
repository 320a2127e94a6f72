/** docs/how-to/client-certificates.md works as written, from an empty folder. */

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseConfig } from '../../lambda/core/config/parse/parse-config';
import { secretIds } from '../../lambda/core/config/secrets';
import { hasOpenssl } from '../support/http/openssl-server';
import { statuswatch, temporaryFolder } from '../support/laptop/command-line';

const guide = readFileSync(join(__dirname, '../../docs/how-to/client-certificates.md'), 'utf8');
const blocksOf = (kind: string) =>
  [...guide.matchAll(new RegExp(`\`\`\`${kind}\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, text = '']) => text);
const [deployed = '', onLaptop = ''] = blocksOf('yaml');
const [, make = '', serve = ''] = blocksOf('sh');

const folder = temporaryFolder();

it('the config for a deployment is valid, with a single secret', () => {
  const text = `${deployed}services: [{ id: a, baseUrl: "https://a.internal" }]\n`;
  const result = parseConfig({
    file: 'a',
    text,
    environment: {},
    readCa: () => '',
    probing: 'all',
    deploying: true,
  });
  expect(result.ok && secretIds(result.config)).toEqual(['prod/statuswatch-client']);
});

(hasOpenssl() ? it : it.skip)('the trial shows the certificate to a server that requires it', async () => {
  const inFolder = { cwd: folder.path, stdio: 'pipe' } as const;
  execFileSync('sh', ['-ec', make], inFolder);
  // As in the guide, but on a free port.
  const server = spawn('sh', ['-ec', `exec ${serve.replace('8443', '127.0.0.1:0')}`], inFolder);
  try {
    let port: string | undefined;
    for await (const line of createInterface(server.stdout)) {
      port = /^ACCEPT .*:(\d+)$/.exec(line)?.[1];
      if (port !== undefined) break;
    }
    server.stdout.resume();
    const config = onLaptop.replace('localhost:8443', `localhost:${port}`);
    folder.write('statuswatch.yaml', config);
    folder.write('without.yaml', config.replace(/, client: \{.*\} \}/, ' }'));
    const read = (name: string) => readFileSync(folder.file(name), 'utf8');
    const done = await statuswatch(['check'], { cwd: folder.path });
    expect(done).toMatchObject({ exitCode: 0, stderr: '' });
    expect(done.stdout).toContain('1 of 1 healthy');
    const without = await statuswatch(['check', '--config', 'without.yaml'], { cwd: folder.path });
    expect(without.stdout).toContain('it requires a client certificate, see tls.client');
    folder.write('wrong.yaml', config.replace('client.key', 'server.key'));
    const wrong = await statuswatch(['check', '--config', 'wrong.yaml'], { cwd: folder.path });
    expect(wrong.exitCode).toBe(3);
    expect(wrong.stdout).toContain('expected the private key of the certificate: this one belongs to another');
    const shown = await statuswatch(['check', '--show-config'], { cwd: folder.path });
    expect(shown.stdout).toContain('client.key');
    const secret = read('client.key').split('\n')[1] ?? '';
    expect(JSON.stringify([done, without, wrong, shown])).not.toContain(secret);
  } finally {
    const ended = once(server, 'exit');
    server.kill();
    await ended;
  }
});
