/** Signs the requests of services and receivers with `auth.sigv4`. Source: IAM user guide, "AWS Signature Version 4 for API requests". */

import { Sha256 } from '@smithy/core/checksum';
import { SignatureV4 } from '@smithy/signature-v4';
import type { AwsCredentialIdentity } from '@smithy/types';
import type { SigV4Auth } from '../../core/config/auth';
import type { AskedWithAuth, Credentials, OneAuthorizer } from '../../core/probe/authorization';
import type { Clock } from '../../core/words/clock';
import { awsClientConfig, type Environment } from './aws-client';

/**
 * VPC Lattice takes no signature of the body. Source: VPC Lattice user guide, "SIGv4 authenticated requests": "You must send an
 * x-amz-content-sha256 header with the value set to "UNSIGNED-PAYLOAD"".
 */
const UNSIGNED_BODY: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'vpc-lattice-svcs': { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' },
};

/** Signs with the credentials that `credentials` gives for each request; rejects if it does. */
export function createSigner(
  credentials: () => Promise<AwsCredentialIdentity>,
  clock: Pick<Clock, 'now'>,
): OneAuthorizer {
  return {
    authorize: async (asked) => {
      const identity = await credentials();
      return sign(asked, identity, new Date(clock.now()));
    },
  };
}

/** The credentials of the Lambda's role. */
export function roleCredentials(environment: Environment): () => Promise<AwsCredentialIdentity> {
  const { credentials } = awsClientConfig(environment);
  return async () => {
    if (credentials.accessKeyId === '') throw new Error('the environment has no AWS credentials to sign it with');
    return credentials;
  };
}

/**
 * Only the host, what signing adds, and `signedHeaders` are signed: a proxy may change other headers. The query is sent as it is signed: in an address as people
 * write it, a `+` may mean a blank.
 */
async function sign(
  { statusUrl, auth, post, method = 'POST', signedHeaders }: AskedWithAuth,
  identity: AwsCredentialIdentity,
  at: Date,
): Promise<Credentials> {
  const url = new URL(statusUrl);
  const { service, region } = auth as SigV4Auth;
  const signer = new SignatureV4({
    service,
    region,
    credentials: identity,
    sha256: Sha256,
    // S3 alone signs paths as they are sent, all other services escape them once more.
    uriEscapePath: service !== 's3',
  });
  const pairs = [...url.searchParams];
  const request = {
    method: post === undefined ? 'GET' : method,
    protocol: url.protocol,
    hostname: url.hostname,
    path: url.pathname,
    query: valuesByName(pairs),
    headers: { host: url.host, ...UNSIGNED_BODY[service], ...signedHeaders },
    ...(post !== undefined && { body: post }),
  };
  const { headers } = await signer.sign(request, { signingDate: at });
  const { host: _, ...added } = headers;
  const { sessionToken, secretAccessKey } = identity;
  return {
    kind: 'credentials',
    headers: added,
    url: `${url.origin}${url.pathname}${queryText(pairs)}`,
    // AWS repeats the signed request, with this token in it, if the signature is wrong. Anyone who has both can send the request again for minutes.
    secrets: [secretAccessKey, ...(sessionToken === undefined ? [] : [sessionToken]), ...signaturesIn(added)],
  };
}

function signaturesIn({ authorization = '' }: Readonly<Record<string, string>>): string[] {
  const signature = /Signature=([\da-f]+)/.exec(authorization)?.[1];
  return signature === undefined ? [] : [signature];
}

type Pairs = readonly (readonly [name: string, value: string])[];

function valuesByName(pairs: Pairs): Record<string, string[]> {
  const names = [...new Set(pairs.map(([name]) => name))];
  return Object.fromEntries(
    names.map((name) => [name, pairs.flatMap(([other, value]) => (other === name ? [value] : []))]),
  );
}

function queryText(pairs: Pairs): string {
  const text = pairs.map(([name, value]) => `${escaped(name)}=${escaped(value)}`).join('&');
  return text === '' ? '' : `?${text}`;
}

/** Source: IAM user guide, "Create a signed AWS API request": all but the unreserved characters `A-Z a-z 0-9 - . _ ~` are escaped. */
function escaped(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}
