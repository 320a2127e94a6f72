/** Secrets: read by name and by ARN, cached for some minutes, and still used if they can't be read again. */

import {
  CreateSecretCommand,
  DeleteSecretCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { createSecretReader } from '../../../../lambda/adapters/aws/secrets';
import { revealSecrets } from '../../../../lambda/core/config/secrets';
import { type FaultProxy, startFaultProxy } from '../../../support/aws/fault-proxy';
import { describeOnAws, pointAwsTo } from '../../../support/aws/moto';
import { configOf } from '../../../support/core/runs';

const KEPT_MS = 5 * 60_000;

describeOnAws('secrets', (aws) => {
  let client: SecretsManagerClient;
  let proxy: FaultProxy;
  /** What the reader's clock adds to the real time. */
  let later = 0;

  beforeAll(async () => {
    pointAwsTo(aws().url);
    client = new SecretsManagerClient({ endpoint: aws().url });
    proxy = await startFaultProxy(aws().url);
    const realNow = performance.now.bind(performance);
    jest.spyOn(performance, 'now').mockImplementation(() => realNow() + later);
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    await proxy.stop();
  });
  beforeEach(() => {
    later = 0;
    proxy.arm(null);
    pointAwsTo(proxy.url);
  });

  let secrets = 0;
  const create = async (SecretString: string) => {
    const name = `statuswatch/secret-${++secrets}`;
    const { ARN = '' } = await client.send(new CreateSecretCommand({ Name: name, SecretString }));
    return { name, arn: ARN };
  };
  const change = (name: string, SecretString: string) =>
    client.send(new PutSecretValueCommand({ SecretId: name, SecretString }));
  const remove = (name: string) =>
    client.send(new DeleteSecretCommand({ SecretId: name, ForceDeleteWithoutRecovery: true }));

  it('are read by their name and by their ARN', async () => {
    const { name, arn } = await create('Bearer t0k3n');
    const read = createSecretReader(process.env);
    expect([await read(name), await read(arn)]).toEqual(['Bearer t0k3n', 'Bearer t0k3n']);
  });

  it('are put into headers, as a whole or by key, with one call per secret', async () => {
    const whole = await create('whole text');
    const json = await create('{"token":"t0k3n","user":"u5er"}');
    const plain = configOf({ 'user-service': 'https://user.internal', 'payment-service': 'https://pay.internal' });
    const headers = {
      'X-Whole': { kind: 'secret', secret: whole.name, key: null },
      'X-Token': { kind: 'secret', secret: json.arn, key: 'token' },
      'X-User': { kind: 'secret', secret: json.arn, key: 'user' },
    } as const;
    const config = { ...plain, services: plain.services.map((service) => ({ ...service, headers })) };
    const revealed = await revealSecrets(config, createSecretReader(process.env));
    expect(revealed.failures).toEqual([]);
    for (const { headers } of revealed.config.services) {
      const values = Object.entries(headers).map(([name, header]) => [name, 'value' in header && header.value]);
      expect(Object.fromEntries(values)).toEqual({ 'X-Whole': 'whole text', 'X-Token': 't0k3n', 'X-User': 'u5er' });
    }
    expect(proxy.calls).toHaveLength(2);
  });

  it('are cached for five minutes, and then read again', async () => {
    const { name } = await create('old');
    const read = createSecretReader(process.env);
    await read(name);
    await change(name, 'new');
    later += KEPT_MS - 5_000;
    expect(await read(name)).toBe('old');
    expect(proxy.calls).toHaveLength(1);
    later += 5_001;
    expect(await read(name)).toBe('new');
    expect(await read(name)).toBe('new');
    expect(proxy.calls).toHaveLength(2);
  });

  // "If you don't specify either a VersionStage or VersionId, then Secrets Manager returns the AWSCURRENT version."
  // Source: AWS Secrets Manager, API reference, GetSecretValue.
  it('are read earlier on request, in their current version', async () => {
    const { name } = await create('old');
    const read = createSecretReader(process.env);
    await read(name);
    await change(name, 'new');
    expect([await read(name, true), await read(name)]).toEqual(['new', 'new']);
    expect(proxy.calls).toHaveLength(2);
    proxy.arm({ action: 'GetSecretValue', call: 1, fault: 'throttle' });
    await expect(read(name, true)).rejects.toThrow();
    expect(await read(name)).toBe('new');
  });

  it.each(['throttle', 'fail', 'cut-before'] as const)(
    'outlive a %s, and are read once that is over',
    async (fault) => {
      const { name } = await create('old');
      const read = createSecretReader(process.env);
      await read(name);
      await change(name, 'new');
      later += KEPT_MS + 1;
      proxy.arm({ action: 'GetSecretValue', call: 1, fault });
      expect(await read(name)).toBe('old');
      const { length } = proxy.calls;
      // What can't be read is not asked for again in every run.
      expect(await read(name)).toBe('old');
      expect(proxy.calls).toHaveLength(length);
      proxy.arm(null);
      later += KEPT_MS + 1;
      expect(await read(name)).toBe('new');
    },
  );

  it('that were deleted still count while the process that read them lives', async () => {
    const { name } = await create('old');
    const read = createSecretReader(process.env);
    await read(name);
    await remove(name);
    later += KEPT_MS + 1;
    expect(await read(name)).toBe('old');
    await expect(createSecretReader(process.env)(name)).rejects.toThrow(/find|exist/i);
  });

  it('without a text are refused, and one that fails does not affect the others', async () => {
    const { name } = await create('good');
    const SecretBinary = new Uint8Array([1, 2, 3]);
    await client.send(new CreateSecretCommand({ Name: 'binary', SecretBinary }));
    const read = createSecretReader(process.env);
    const outcomes = await Promise.allSettled([read('no-such-secret'), read(name), read('binary')]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected']);
    expect(outcomes[2]).toMatchObject({ reason: new Error('it holds no text') });
  });
});
