/** Puts the files of the public page into its bucket with plain requests: the SDK's client of S3 would be a third of the bundle. */

import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { Sha256 } from '@smithy/core/checksum';
import { SignatureV4 } from '@smithy/signature-v4';
import { awsClientConfig, type BoundedCall, boundedCalls, type Environment } from '../../adapters/aws/aws-client';
import { errorMessage } from '../../core/words/run-failure';

export interface PageBucket {
  readonly name: string;
  readonly region: string;
  /** The end of the names of AWS's servers in its partition, such as `amazonaws.com`. */
  readonly urlSuffix: string;
  /**
   * The id of the account that owns the bucket. S3 refuses to write to a bucket of somebody else who took its name after it was
   * deleted. Source: Amazon S3 user guide, "Verifying bucket ownership with bucket owner condition".
   */
  readonly owner: string;
}

interface BucketFile {
  readonly path: string;
  /** The media type of the file. */
  readonly type: string;
  readonly text: string;
}

/**
 * How long CloudFront and browsers take a file for current, in seconds, and for how long they show it if S3 can't be reached. Source: RFC
 * 5861, section 4.
 */
const CACHE_CONTROL = 'max-age=15, stale-if-error=86400';

/** How long one request may take, in milliseconds. A page that was not written is written by the next run. */
const REQUEST_MS = 4_000;

/** Rejects unless S3 accepted all files. Files are written in their order, a few at a time. */
export function createPageBucket(
  { name, region, urlSuffix, owner }: PageBucket,
  environment: Environment,
): (files: readonly BucketFile[]) => Promise<void> {
  const { credentials } = awsClientConfig(environment);
  const bounded = boundedCalls('s3:PutObject', REQUEST_MS);
  const signer = new SignatureV4({ service: 's3', region, credentials, sha256: Sha256, uriEscapePath: false });
  // An emulated S3 understands addresses in path style.
  const emulated = environment.AWS_ENDPOINT_URL;
  const base = new URL(emulated ? `${emulated}/${name}/` : `https://${name}.s3.${region}.${urlSuffix}/`);
  return async (files) => {
    const last = files.filter(({ path }) => path === 'index.html');
    const others = files.filter((file) => !last.includes(file));
    for (const batch of [others, last])
      await Promise.all(batch.map((file) => put(file, { base, owner, signer, bounded })));
  };
}

interface Connection {
  readonly base: URL;
  readonly owner: string;
  readonly signer: SignatureV4;
  readonly bounded: BoundedCall;
}

async function put({ path, type, text }: BucketFile, { base, owner, signer, bounded }: Connection): Promise<void> {
  const url = new URL(path, base);
  const { headers } = await signer.sign({
    method: 'PUT',
    protocol: url.protocol,
    hostname: url.hostname,
    path: url.pathname,
    body: text,
    headers: {
      host: url.host,
      'content-type': type,
      'content-length': String(Buffer.byteLength(text)),
      'cache-control': CACHE_CONTROL,
      'x-amz-expected-bucket-owner': owner,
    },
  });
  await bounded((signal) => send(url, headers, text, signal)).catch((error) => {
    throw new Error(`${path}: ${errorMessage(error)}`);
  });
}

function send(url: URL, headers: Record<string, string>, body: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const onResponse = (answer: IncomingMessage) => {
      answer.setEncoding('utf8');
      let errorText = '';
      answer.on('data', (chunk: string) => {
        if (errorText.length < ERROR_TEXT_LIMIT) errorText += chunk;
      });
      answer.once('error', reject).once('end', () => {
        if (answer.statusCode === 200) return resolve();
        const [, code = ''] = /<Code>([A-Za-z]{1,60})<\/Code>/.exec(errorText) ?? [];
        reject(new Error(`S3 answered ${answer.statusCode} ${code}`.trim()));
      });
    };
    request(url, { method: 'PUT', headers, signal }, onResponse).once('error', reject).end(body);
  });
}

/** The limit of an error's text, in characters. */
const ERROR_TEXT_LIMIT = 2_000;
