/** Detects changes of the files of a config, and describes them. */

import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { rootCertificates } from 'node:tls';
import type { Config } from '../../../lambda/core/config/config';
import { describeChange, watchConfig } from '../../../local/input/config-changes';
import { configFrom, readConfig } from '../../../local/input/load-config';
import { UserError } from '../../../local/input/user-error';
import { makeClientCertificates } from '../../support/http/certificates';
import { temporaryFolder } from '../../support/laptop/command-line';

const folder = temporaryFolder();
const SERVICES = 'services: [{ id: one, baseUrl: https://one.internal }]\n';
const purpose = { probing: 'all' } as const;

function watched(files: Readonly<Record<string, string>>) {
  for (const [name, text] of Object.entries(files)) folder.write(name, text);
  const file = folder.file(Object.keys(files)[0] ?? '');
  const { found, files: read } = readConfig(file, purpose);
  if (found instanceof Error) throw found;
  return watchConfig(file, purpose, read);
}

describe('a change', () => {
  it('counts once a file has a new text that stays the same', () => {
    const changes = watched({ 'a.yaml': SERVICES });
    expect([changes.next(), changes.next()]).toEqual([null, null]);
    folder.write('a.yaml', `${SERVICES}interval: 2m\n`);
    expect(changes.next()).toBeNull();
    folder.write('a.yaml', `${SERVICES}interval: 30m\n`);
    expect(changes.next()).toBeNull();
    expect(changes.next()).toMatchObject({ intervalMs: 1_800_000 });
    expect([changes.next(), changes.next()]).toEqual([null, null]);
  });

  it('is found if a new file replaces the old one, as editors do', () => {
    const changes = watched({ 'b.yaml': SERVICES });
    writeFileSync(folder.file('b.new'), SERVICES.replace('one', 'two'));
    renameSync(folder.file('b.new'), folder.file('b.yaml'));
    expect([changes.next(), changes.next()]).toEqual([null, expect.objectContaining({ name: 'statuswatch' })]);
  });

  it('is found in an extended config, and in an authority', () => {
    const [authority = '', other = ''] = rootCertificates;
    const changes = watched({
      'c.yaml': 'extends: c-base.yaml\ntls: { caFile: c.pem }\n',
      'c-base.yaml': SERVICES,
      'c.pem': authority,
    });
    folder.write('c-base.yaml', `${SERVICES}interval: 2m\n`);
    expect([changes.next(), changes.next()]).toEqual([null, expect.objectContaining({ intervalMs: 120_000 })]);
    folder.write('c.pem', other);
    expect([changes.next(), changes.next()]).toEqual([
      null,
      expect.objectContaining({
        services: [expect.objectContaining({ tls: { caFile: 'c.pem', ca: other, client: null } })],
      }),
    ]);
  });

  it('is found in a client certificate in files', async () => {
    const { valid, renewed } = await makeClientCertificates();
    const changes = watched({
      'e.yaml': `tls: { client: { certFile: e.pem, keyFile: e.key } }\n${SERVICES}`,
      'e.pem': valid.cert,
      'e.key': valid.key,
    });
    folder.write('e.pem', renewed.cert);
    folder.write('e.key', renewed.key);
    expect([changes.next(), changes.next()]).toEqual([null, expect.objectContaining({ name: 'statuswatch' })]);
  });

  it('with faults is reported once until they are fixed', () => {
    const changes = watched({ 'd.yaml': 'extends: d-base.yaml\n', 'd-base.yaml': SERVICES });
    rmSync(folder.file('d-base.yaml'));
    expect([changes.next(), changes.next(), changes.next()]).toEqual([null, expect.any(UserError), null]);
    folder.write('d-base.yaml', SERVICES);
    expect([changes.next(), changes.next()]).toEqual([null, expect.objectContaining({ name: 'statuswatch' })]);
    rmSync(folder.file('d.yaml'));
    expect([changes.next(), changes.next()]).toEqual([null, expect.any(UserError)]);
  });
});

describe('a difference', () => {
  const config = (text: string): Config => configFrom('a.yaml', text, purpose);
  const services = (...ids: readonly string[]) =>
    `services: [${ids.map((id) => `{ id: ${id}, baseUrl: "https://${id}.internal" }`).join(', ')}]\n`;

  it.each([
    ['nothing', services('a'), services('a'), null],
    ['a comment', services('a'), `# why\n${services('a')}`, null],
    ['a service more, and one less', services('a', 'b'), services('a', 'c', 'd'), 'c, d added; b removed'],
    ['the interval', services('a'), `interval: 2m\n${services('a')}`, 'interval changed'],
    [
      'what services have in common',
      services('a', 'b'),
      `timeout: 2s\nmaintenance: [{ name: x, cron: "0 3 * * *", for: 1h }]\n${services('a', 'b')}`,
      'a, b, maintenance changed',
    ],
    [
      'who is notified',
      services('a'),
      `alerts: { receivers: [{ id: x, webhook: { url: http://localhost:1 } }] }\n${services('a')}`,
      'receivers changed',
    ],
  ])('of %s', (_what, before, after, said) => {
    expect(describeChange(config(before), config(after))).toBe(said);
  });
});
