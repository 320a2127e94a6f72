/** Signed requests match another implementation by AWS, whatever is in their address. */

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { createSigner, roleCredentials } from '../../../../lambda/adapters/aws/sign-request';
import type { Service } from '../../../../lambda/core/config/config';
import type { Credentials } from '../../../../lambda/core/probe/authorization';
import { describeOnAws } from '../../../support/aws/moto';
import { configOf } from '../../../support/core/runs';

const NOW = Date.parse('2026-03-01T12:00:00.000Z');
const KEYS = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' };
const SESSION = { ...KEYS, sessionToken: 'FwoGZXIvYXdzEXAMPLE//session+token==' };
const [SERVICE] = configOf({ a: 'https://a.internal' }).services as [Service];

function signed(
  statusUrl: string,
  service = 'execute-api',
  keys: typeof KEYS = KEYS,
  post?: string,
): Promise<Credentials> {
  const signer = createSigner(async () => keys, { now: () => NOW });
  const auth = { kind: 'sigv4', service, region: 'eu-west-1', resource: null } as const;
  return signer.authorize({ ...SERVICE, statusUrl, auth, ...(post !== undefined && { post }) }) as Promise<Credentials>;
}

interface Signed {
  readonly url: string;
  readonly service: string;
  readonly keys: typeof KEYS;
  readonly credentials: Credentials;
  readonly post?: string;
}

/** The signatures that botocore makes of what was sent, and those that were sent. */
function compared(requests: readonly Signed[]): readonly (readonly [botocore: string, ours: string])[] {
  const sent = requests.map(({ service, keys, credentials, post }) => {
    const { Authorization: _, authorization, ...headers } = credentials.headers;
    const url = String(credentials.url);
    return { ...keys, service, region: 'eu-west-1', url, headers: { ...headers, host: new URL(url).host }, post };
  });
  const output = execFileSync('python3', [join(__dirname, 'verify-signature.py')], { input: JSON.stringify(sent) });
  const theirs = JSON.parse(String(output)) as string[];
  return requests.map(({ credentials }, index) => [
    String(theirs[index]),
    /Signature=([0-9a-f]{64})$/.exec(credentials.headers.authorization ?? '')?.[1] ?? 'none',
  ]);
}

const ADDRESSES = [
  'https://a1b2c3d4e5.execute-api.eu-west-1.amazonaws.com/prod/status',
  'https://a.internal/status',
  'https://a.internal:8443/status',
  'http://127.0.0.1:8080/status/',
  'https://a.internal/',
  'https://a.internal/a%20b/%C3%BC/status',
  "https://a.internal/a+b/(c)!*'/$&,;=:@~/status",
  'https://a.internal/a%2Fb/%25/status',
  'https://a.internal//a//status',
  'https://a.internal/status?fresh=1',
  'https://a.internal/status?b=2&a=1&b=1&A=3',
  'https://a.internal/status?q=a+b%20c%2Bd&x=',
  'https://a.internal/status?flag',
  "https://a.internal/status?a=!'()*,;:@/$~-_.",
  'https://a.internal/status?%C3%BC=%E2%82%AC&a%26b=c%3Dd',
];

describeOnAws('the signature of botocore', () => {
  it('matches ours for each address, service and kind of credentials', async () => {
    const cases = ADDRESSES.flatMap((url) =>
      ['execute-api', 'lambda', 'vpc-lattice-svcs', 's3'].flatMap((service) =>
        [KEYS, SESSION].map((keys) => ({ url, service, keys })),
      ),
    );
    const requests = await Promise.all(
      cases.map(async (one) => ({ ...one, credentials: await signed(one.url, one.service, one.keys) })),
    );
    for (const [theirs, ours] of compared(requests)) expect(ours).toBe(theirs);
  });

  it('matches ours for a POST too, with the hash of its body', async () => {
    const url = 'https://aps-workspaces.eu-west-1.amazonaws.com/workspaces/ws-1a2b/alertmanager/api/v2/alerts';
    const post = JSON.stringify([{ labels: { service: 'größe' } }]);
    const credentials = await signed(url, 'aps', SESSION, post);
    expect(credentials.headers['x-amz-content-sha256']).toBe(createHash('sha256').update(post).digest('hex'));
    const [[theirs, ours] = ['', '']] = compared([{ url, service: 'aps', keys: SESSION, credentials, post }]);
    expect(ours).toBe(theirs);
  });

  it('differs for another request', async () => {
    const credentials = await signed('https://a.internal/status');
    const other = { ...credentials, url: 'https://a.internal/status?x=1' };
    const [[theirs, ours] = ['', '']] = compared([{ url: '', service: 'execute-api', keys: KEYS, credentials: other }]);
    expect(ours).not.toBe(theirs);
  });
});

describe('a signed request', () => {
  it('has a session token and a signature, which are hidden like the secret key', async () => {
    const { headers, secrets } = await signed('https://a.internal/status', 'lambda', SESSION);
    expect(headers['x-amz-security-token']).toBe(SESSION.sessionToken);
    const signature = headers.authorization?.replace(/^.*Signature=/, '');
    expect(signature).toMatch(/^[\da-f]{64}$/);
    expect(secrets).toEqual([SESSION.secretAccessKey, SESSION.sessionToken, signature]);
  });

  it('does not sign what a proxy may change', async () => {
    const { headers } = await signed('https://a.internal/status', 'lambda', SESSION);
    expect(headers.authorization).toContain('SignedHeaders=host;x-amz-content-sha256;x-amz-date;x-amz-security-token,');
    expect(headers).not.toHaveProperty('host');
  });

  // VPC Lattice user guide, "SIGv4 authenticated requests for Amazon VPC Lattice": "VPC Lattice does not support payload signing. You must send an
  // x-amz-content-sha256 header with the value set to "UNSIGNED-PAYLOAD"."
  it('has no signature of its body for VPC Lattice', async () => {
    const { headers } = await signed('https://a.internal/status', 'vpc-lattice-svcs');
    expect(headers['x-amz-content-sha256']).toBe('UNSIGNED-PAYLOAD');
  });

  it('is sent to the signed address, in which a blank is not a plus', async () => {
    const { url } = await signed('https://a.internal/a+b?b=x+y&a=1&b');
    expect(url).toBe('https://a.internal/a+b?b=x%20y&a=1&b=');
  });
});

it('the credentials of the role come from the environment, and it is an error if they are missing', async () => {
  const environment = { AWS_ACCESS_KEY_ID: 'A', AWS_SECRET_ACCESS_KEY: 'S', AWS_SESSION_TOKEN: 'T' };
  expect(await roleCredentials(environment)()).toEqual({ accessKeyId: 'A', secretAccessKey: 'S', sessionToken: 'T' });
  await expect(roleCredentials({})()).rejects.toThrow('the environment has no AWS credentials to sign it with');
});
