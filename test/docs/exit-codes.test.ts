/** The table of exit codes in the reference: each row has a command that ends with its code. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CUT_OFF, hasOwnNetworks } from '../bin/own-network';
import { reportText } from '../support/http/asking';
import { startHttp, stopAfterEach } from '../support/http/servers';
import { endAfterEach, inOwnProcess, start, temporaryFolder } from '../support/laptop/command-line';

const folder = temporaryFolder();
const later = endAfterEach();
const stopLater = stopAfterEach();

const page = readFileSync(join(__dirname, '../../docs/reference/cli.md'), 'utf8');
const table = page.slice(page.indexOf('## Exit codes'));

async function check(status: number, body: string): Promise<number | null> {
  const server = await stopLater(startHttp((_, response) => response.writeHead(status).end(body)));
  const config = folder.write('check.yaml', `services: [{ id: user-service, baseUrl: "${server.url()}" }]\n`);
  return (await inOwnProcess(['check', '--config', config])).exitCode;
}

const ROWS: Readonly<Record<string, () => Promise<number | null>>> = {
  0: () => check(200, reportText()),
  1: () => check(500, ''),
  2: async () => (await inOwnProcess(['check', '--config', folder.write('faulty.yaml', 'services: 1\n')])).exitCode,
  3: async () => {
    const ids = ['a', 'b'].map((id) => `{ id: ${id}, baseUrl: "http://${id}.invalid" }`);
    const config = folder.write('away.yaml', `retry: { attempts: 1 }\nservices: [${ids.join()}]\n`);
    return (await inOwnProcess(['check', '--config', config], { through: CUT_OFF })).exitCode;
  },
  70: async () => {
    const fault = folder.file('fault.js');
    writeFileSync(fault, "Object.defineProperty(process.stdout, 'columns', { get() { throw new Error('a bug'); } });");
    const env = { NODE_OPTIONS: `--require ${fault}` };
    return (await inOwnProcess(['check', '--help'], { env })).exitCode;
  },
  75: async () => {
    const { port } = await stopLater(startHttp((_, response) => response.end()));
    return (await inOwnProcess(['demo', '--port', String(port)])).exitCode;
  },
  130: async () => {
    let asked = () => {};
    const hasAsked = new Promise<void>((resolve) => {
      asked = resolve;
    });
    const server = await stopLater(startHttp(() => asked()));
    const config = folder.write('slow.yaml', `services: [{ id: user-service, baseUrl: "${server.url()}" }]\n`);
    const started = later(start(['check', '--config', config]));
    await hasAsked;
    started.child.kill('SIGINT');
    return (await started.ended).exitCode;
  },
};

const codes = Array.from(table.matchAll(/^\| (\d+) \|/gm), ([, code]) => String(code));

it('lists each code once, in order', () => {
  expect(codes).toEqual(Object.keys(ROWS));
});

const tried = codes.filter((code) => code !== '3' || hasOwnNetworks());

it.each(tried)('a command ends with %s', async (code) => {
  expect(await ROWS[code]?.()).toBe(Number(code));
});
