/** Files that a person names are refused if they are not UTF-8, with the place. */

import { statuswatch, temporaryFolder } from '../support/laptop/command-line';

const folder = temporaryFolder();
const SERVICES = 'services: [{ id: a, baseUrl: "http://127.0.0.1:9" }]\n';

/** A file whose third line begins with a byte that is not UTF-8. */
function broken(name: string, text: string): string {
  return folder.write(name, Buffer.concat([Buffer.from(`${text}\n#\n`), Buffer.from([0xff])]) as never);
}

it.each<[string, () => readonly string[]]>([
  ['a config', () => ['check', '--config', broken('config.yaml', 'services: []')]],
  [
    'a config that another extends',
    () => {
      broken('base.yaml', 'services: []');
      return ['check', '--config', folder.write('extends.yaml', 'extends: base.yaml\n')];
    },
  ],
  [
    'the file of an authority',
    () => {
      broken('ca.pem', 'PEM');
      return ['check', '--config', folder.write('ca.yaml', `tls: { caFile: ca.pem }\n${SERVICES}`)];
    },
  ],
  ...['cert', 'key'].map((name): [string, () => readonly string[]] => [
    `the file of a client's ${name}`,
    () => {
      broken('client.pem', 'PEM');
      const client = `{ cert: { secret: c }, key: { secret: k }, ${name}File: client.pem }`.replace(
        new RegExp(` ${name}: [^}]+},`),
        '',
      );
      return ['check', '--config', folder.write('client.yaml', `tls: { client: ${client} }\n${SERVICES}`)];
    },
  ]),
  [
    'the file of a token',
    () => {
      const config = folder.write('token.yaml', SERVICES);
      return ['watch', '--once', '--config', config, '--token-file', broken('token', 'abc')];
    },
  ],
])('%s', async (_, args) => {
  const { stderr, exitCode } = await statuswatch(args());
  expect(stderr).toContain('line 3, column 1 is not UTF-8: save it as UTF-8');
  expect(exitCode).toBe(2);
});

it('a config that can not be deployed yet has a price', async () => {
  const alerts = 'alerts: { receivers: [{ id: ntfy, ntfy: { topic: statuswatch-abcdefghjkmnpqrstuvw } }] }\n';
  const { stdout, exitCode } = await statuswatch(['cost', '--config', folder.write('ntfy.yaml', alerts + SERVICES)]);
  expect(stdout).toMatch(/\$\d+\.\d\d a month/);
  expect(exitCode).toBe(0);
});
