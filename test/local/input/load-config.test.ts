/** Reads configs from the disk. */

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import type { ConfigSource } from '../../../lambda/core/config/parse/outside';
import { loadConfig, loadDeployment } from '../../../local/input/load-config';
import { UserError } from '../../../local/input/user-error';
import { SAMPLE_IDS } from '../../../local/sample/sample-services';
import { type ClientCertificates, makeClientCertificates } from '../../support/http/certificates';

const SHIPPED = join(__dirname, '../../../statuswatch.yaml');
const folder = mkdtempSync(join(tmpdir(), 'statuswatch-'));
afterAll(() => rmSync(folder, { recursive: true }));
const ENVIRONMENT = { TOKEN: 'hunter2-from-the-environment' };

const before = { ...process.env };
beforeAll(() => {
  Object.assign(process.env, ENVIRONMENT);
  delete process.env.NOT_SET;
});
afterAll(() => {
  process.env = before;
});

/** What a user reads of a file, one line for each fault, without the file's name. */
function faultsOf(file: string, probing: ConfigSource['probing'] = 'all'): string[] {
  try {
    loadConfig(file, probing);
  } catch (error) {
    expect(error).toBeInstanceOf(UserError);
    const [headline, ...lines] = (error as UserError).message.split('\n');
    expect(headline).toBe(`${file} has ${lines.length === 1 ? '1 fault' : `${lines.length} faults`}:`);
    return lines.map((line) => line.replace(`  ${file}:`, ''));
  }
  return [];
}

describe('an invalid file', () => {
  const services = 'services: [{ id: a, baseUrl: https://a.internal }]';
  const noPem = (line: string, why: string) =>
    `${line} expected the path of a PEM file, from the folder of this config; ${why}`;

  it.each([
    ['', ['1:1  is empty; expected a map with at least the key services']],
    ['timeout: 5\nslow: 5', ['1:10  timeout is 5', '2:7  slow is 5', '1:1  services is missing; expected']],
    [`tls: { caFile: . }\n${services}`, [noPem('1:16  tls.caFile is ".";', "this one can't be read (EISDIR)")]],
    [`tls: { caFile: a }\n${services}`, [noPem('1:16  tls.caFile is "a";', 'this file has no PEM certificate')]],
    ['extends: nowhere.yaml', ['1:10  extends is "nowhere.yaml"; expected the path of another config']],
  ])('%j is reported with all its faults', (text, faults) => {
    writeFileSync(join(folder, 'a'), text);
    expect(faultsOf(join(folder, 'a'))).toEqual(faults.sort().map((fault) => expect.stringContaining(fault)));
  });
});

describe('a file', () => {
  it('that is missing is reported with what to do', () => {
    const file = join(tmpdir(), 'nowhere.yaml');
    expect(() => loadConfig(file, 'none')).toThrow(
      new UserError(`there is no ${file} here: name a config with --config, or write one with "statuswatch init"`),
    );
  });

  it('that is a folder is reported', () => {
    expect(() => loadConfig(tmpdir(), 'none')).toThrow(/^the config can't be read: EISDIR/);
  });

  describe('that may have no end, or is far too large,', () => {
    const large = join(folder, 'large.yaml');
    const pipe = join(folder, 'pipe.yaml');
    beforeAll(() => {
      writeFileSync(large, '');
      truncateSync(large, 11_000_000);
      execFileSync('mkfifo', [pipe]);
    });
    const NO_FILE = 'is no regular file';
    const LARGE = 'is larger than 10 MB';

    it.each([
      ['/dev/zero', NO_FILE],
      [pipe, NO_FILE],
      [large, LARGE],
    ])('is not read: %s', (file, why) => {
      expect(() => loadConfig(file, 'none')).toThrow(new UserError(`the config can't be read: ${file} ${why}`));
      const [first, second] = ['extends', 'caFile'].map((key) => join(folder, `${key}.yaml`)) as [string, string];
      writeFileSync(first, `extends: ${file}\n`);
      expect(faultsOf(first)).toEqual([expect.stringMatching(new RegExp(`; this one ${why}$`))]);
      writeFileSync(second, `tls: { caFile: ${file} }\nservices: [{ id: a, baseUrl: https://a.internal }]\n`);
      expect(faultsOf(second)).toEqual([expect.stringMatching(new RegExp(`; this one ${why}$`))]);
    });
  });

  // Windows PowerShell writes UTF-16 with ">".
  it('that is not UTF-8 is named, with what to do', () => {
    const [file, first] = ['saved.yaml', 'first.yaml'].map((name) => join(folder, name)) as [string, string];
    writeFileSync(file, Buffer.from('\ufeffservices: [{ id: a, baseUrl: https://a.internal }]\n', 'utf16le'));
    writeFileSync(first, `extends: ${file}\n`);
    const why = 'line 1, column 1 is not UTF-8: save it as UTF-8';
    expect(() => loadConfig(file, 'none')).toThrow(new UserError(`the config can't be read: ${file}: ${why}`));
    expect(faultsOf(first)).toEqual([expect.stringMatching(new RegExp(`; this one: ${why}$`))]);
  });

  it('with a path that has backslashes is told to write slashes', () => {
    const file = join(folder, 'statuswatch.yaml');
    const end = expect.stringMatching(/; there is no such file; write "\/" between folders, not "\\"$/);
    writeFileSync(file, 'extends: sub\\base.yaml\n');
    expect(faultsOf(file)).toEqual([end]);
    const services = 'services: [{ id: a, baseUrl: https://a.internal }]\n';
    writeFileSync(file, `tls: { caFile: sub\\ca.pem }\n${services}`);
    expect(faultsOf(file)).toEqual([end]);
  });

  it('saved as UTF-8 with a byte order mark is read', () => {
    const file = join(folder, 'marked.yaml');
    writeFileSync(file, '\ufeffservices: [{ id: a, baseUrl: https://a.internal }]\n');
    expect(loadConfig(file, 'none').services).toHaveLength(1);
  });

  it('takes its values from the environment of the process', () => {
    const file = join(folder, 'statuswatch.yaml');
    writeFileSync(
      file,
      'headers: { Authorization: "Bearer ${TOKEN}" }\nservices: [{ id: a, baseUrl: https://a.internal }]\n',
    );
    const value = `Bearer ${ENVIRONMENT.TOKEN}`;
    expect(loadConfig(file, 'all').services[0]?.headers.Authorization).toMatchObject({ value });
  });

  it('names its PEM file from its own folder, wherever the command runs', () => {
    const pem = rootCertificates.slice(0, 2).join('\n');
    const file = join(folder, 'statuswatch.yaml');
    writeFileSync(join(folder, 'authority.pem'), pem);
    writeFileSync(file, 'tls: { caFile: ./authority.pem }\nservices: [{ id: a, baseUrl: https://a.internal }]\n');
    expect(loadConfig(file, 'all').services[0]?.tls).toEqual({ caFile: './authority.pem', ca: pem, client: null });
    writeFileSync(
      file,
      `services: [{ id: a, baseUrl: https://a.internal, tls: { caFile: ${join(folder, 'authority.pem')} } }]\n`,
    );
    expect(loadConfig(file, 'all').services[0]?.tls?.ca).toBe(pem);
  });
});

describe('a PEM file', () => {
  const [first = ''] = rootCertificates;
  const labelled = (label: string) => first.replaceAll('CERTIFICATE', label);
  function loaded(pem: string): string | undefined {
    writeFileSync(join(folder, 'ca.pem'), pem);
    const file = join(folder, 'statuswatch.yaml');
    writeFileSync(file, 'tls: { caFile: ca.pem }\nservices: [{ id: a, baseUrl: https://a.internal }]\n');
    return loadConfig(file, 'all').services[0]?.tls?.ca ?? undefined;
  }

  it('may name its certificates, in any of their forms, and have more that is no secret', () => {
    const old = labelled('X509 CERTIFICATE');
    const pem = `# The first\nsubject=CN = first\n${first}\r\n\n${labelled('DH PARAMETERS')}\n# The second\n${old}\n`;
    expect(loaded(pem)).toBe(`${first}\n${old}`);
  });

  it('with a private key is refused', () => {
    for (const pem of [labelled('PRIVATE KEY'), `${first}\n${labelled('RSA PRIVATE KEY')}`])
      expect(() => loaded(pem)).toThrow(/; a private key must not be in this file$/);
  });
});

describe('a client certificate in files', () => {
  const file = join(folder, 'statuswatch.yaml');
  let pair: ClientCertificates['valid'];
  beforeAll(async () => {
    pair = (await makeClientCertificates()).valid;
    mkdirSync(join(folder, 'shared'));
    writeFileSync(join(folder, 'shared/client.pem'), pair.cert);
    writeFileSync(join(folder, 'shared/client.key'), pair.key);
    writeFileSync(join(folder, 'both.pem'), `${pair.cert}\n${pair.key}`);
    writeFileSync(join(folder, 'latin1.pem'), Buffer.from('-----BEGIN CERTIFICATE-----\n\xe9\n', 'latin1'));
    writeFileSync(join(folder, 'text.pem'), 'hunter2');
  });
  const write = (client: string, name = file) =>
    writeFileSync(name, `tls: { client: ${client} }\nservices: [{ id: a, baseUrl: https://a.internal }]\n`);

  it('is read from the folder of the config that names them', () => {
    write('{ certFile: client.pem, keyFile: client.key }', join(folder, 'shared/base.yaml'));
    writeFileSync(file, 'extends: shared/base.yaml\n');
    expect(loadConfig(file, 'all').services[0]?.tls?.client).toEqual({
      cert: { kind: 'literal', value: pair.cert },
      key: { kind: 'hidden', value: pair.key, text: 'client.key', secrets: [pair.key] },
      passphrase: null,
    });
  });

  it('replaces the values of the config that it extends', () => {
    write('{ cert: { secret: x }, keyFile: gone.key }', join(folder, 'base.yaml'));
    writeFileSync(file, 'extends: base.yaml\ntls: { client: { certFile: shared/client.pem, key: { secret: y } } }\n');
    expect(loadDeployment(file, 'all').config.services[0]?.tls?.client).toMatchObject({
      cert: { value: pair.cert },
      key: { kind: 'secret', secret: 'y' },
    });
  });

  it.each([
    ['{ certFile: gone.pem, keyFile: shared/client.key }', [/certFile .*"gone.pem"; .* PEM file.*; there is no such/]],
    ['{ certFile: text.pem, keyFile: text.pem }', [/certFile .*"text.pem"; .* PEM form/, /keyFile .* PEM form/]],
    ['{ certFile: latin1.pem, keyFile: shared/client.key }', [/certFile .*"latin1.pem"; .*line 2, column 1/]],
    ['{ certFile: both.pem, keyFile: both.pem }', [/certFile .*"both.pem"; expected only certificates/]],
    ['{ certFile: [a], keyFile: 7 }', [/certFile .*a list; .*PEM file/, /keyFile .*a number; .*PEM file/]],
    ['{ certFile: "${NOT_SET}", keyFile: shared/client.key }', [/certFile .*NOT_SET to be set$/]],
    ['{ certFile: shared/client.pem }', [/client.key is missing; .*, or keyFile with its path$/]],
    [
      '{ cert: "${TOKEN}", certFile: shared/client.pem, keyFile: shared/client.key }',
      [/certFile can't be combined with cert; use only one of them$/],
    ],
    [
      '{ certFile: shared/client.key, keyFile: shared/client.key }',
      [/certFile .*"shared\/client.key"; .*PEM form/, /expected only certificates/],
    ],
  ])('%s is refused with its faults', (client, faults) => {
    write(client);
    expect(faultsOf(file)).toEqual(faults.map((fault) => expect.stringMatching(fault)));
  });

  it('is not read by a command that checks nothing', () => {
    write('{ certFile: gone.pem, keyFile: gone.key }');
    expect(loadConfig(file, 'none').services[0]?.tls?.client?.key).toMatchObject({ value: '', text: 'gone.key' });
  });

  it('is deployed without its key', () => {
    write('{ certFile: shared/client.pem, key: { secret: client } }');
    const { config } = loadDeployment(file, 'all');
    expect(config.services[0]?.tls?.client?.cert).toEqual({ kind: 'literal', value: pair.cert });
    write('{ certFile: shared/client.pem, keyFile: shared/client.key }');
    expect(() => loadDeployment(file, 'all')).toThrow(
      /keyFile .*"shared\/client.key"; expected \{ secret: NAME-OR-ARN, key: KEY \}/,
    );
  });
});

describe('the statuswatch.yaml in this repository', () => {
  it('is valid and has the six services', () => {
    const { services } = loadConfig(SHIPPED, 'none');
    expect(services.map(({ id }) => id)).toEqual(SAMPLE_IDS);
    expect(services[1]?.origin).toBe('https://shop.example.com');
  });

  it('is not probed before its addresses are replaced', () => {
    const faults = faultsOf(SHIPPED);
    expect(faults).toHaveLength(6);
    for (const fault of faults) expect(fault).toContain("expected your service's own address in place of the example");
    expect(faultsOf(SHIPPED, ['invoice-service'])).toHaveLength(1);
  });
});
