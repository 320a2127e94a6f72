/** The files of the public page in an S3 bucket, as S3 has them then, and what is said if it does not take them. */

import { Sha256 } from '@smithy/core/checksum';
import { SignatureV4 } from '@smithy/signature-v4';
import { createPageBucket, type PageBucket } from '../../../../lambda/status-page/aws/page-bucket';
import { ACCOUNT, awsEnvironment, describeOnAws } from '../../../support/aws/moto';
import { startHttp, stopAfterEach } from '../../../support/http/servers';

const FILES = [
  { path: 'api/v2/status.json', type: 'application/json; charset=utf-8', text: '{"a":"ü"}\n' },
  { path: 'index.html', type: 'text/html; charset=utf-8', text: '<!doctype html>' },
];
const REGION = 'eu-west-1';
const placeOf = (name: string): PageBucket => ({ name, region: REGION, urlSuffix: 'amazonaws.com', owner: ACCOUNT });

describeOnAws('the bucket of the page', (aws) => {
  const open = (name: string) => createPageBucket(placeOf(name), awsEnvironment(aws().url));

  it('has the files, each with its type, and how long it may be shown', async () => {
    await fetch(`${aws().url}/pages`, { method: 'PUT' });
    const write = open('pages');
    await write(FILES);
    await write([{ ...FILES[1], text: 'newer' } as (typeof FILES)[number]]);
    const read = await Promise.all(FILES.map(({ path }) => get(aws().url, `/pages/${path}`)));
    expect(read.map(({ headers }) => [headers.get('content-type'), headers.get('cache-control')])).toEqual([
      ['application/json; charset=utf-8', 'max-age=15, stale-if-error=86400'],
      ['text/html; charset=utf-8', 'max-age=15, stale-if-error=86400'],
    ]);
    expect(await Promise.all(read.map((one) => one.text()))).toEqual(['{"a":"ü"}\n', 'newer']);
  });

  it('says which file was refused, and why', async () => {
    await expect(open('nowhere')(FILES)).rejects.toThrow('api/v2/status.json: S3 answered 404 NoSuchBucket');
  });
});

/** Nobody but the account may read the bucket. */
async function get(url: string, path: string): Promise<Response> {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = awsEnvironment(url);
  const credentials = { accessKeyId, secretAccessKey };
  const signer = new SignatureV4({ service: 's3', region: REGION, credentials, sha256: Sha256, uriEscapePath: false });
  const { protocol, hostname, host } = new URL(url);
  const { headers } = await signer.sign({ method: 'GET', protocol, hostname, path, headers: { host } });
  return fetch(`${url}${path}`, { headers });
}

const stopLater = stopAfterEach();

/** A server in the place of S3: what it was asked, in this order. */
async function inPlaceOfS3(status: number) {
  const asked: {
    readonly path: string;
    readonly authorization: string;
    readonly caching: string | undefined;
    readonly owner: unknown;
  }[] = [];
  const server = await stopLater(
    startHttp((request, response) => {
      const { authorization = '', 'cache-control': caching } = request.headers;
      const owner = request.headers['x-amz-expected-bucket-owner'];
      asked.push({ path: request.url ?? '', authorization, caching, owner });
      request.resume().on('end', () => {
        response.writeHead(status).end('<Error><Code>SlowDown</Code><Message>of somebody</Message></Error>');
      });
    }),
  );
  const write = createPageBucket(placeOf('pages'), awsEnvironment(server.url()));
  return { asked, write };
}

it('writes the page itself last, each file by a request that is signed for S3 in the region of the bucket', async () => {
  const { asked, write } = await inPlaceOfS3(200);
  await write(FILES.toReversed());
  expect(asked.map(({ path }) => path)).toEqual(['/pages/api/v2/status.json', '/pages/index.html']);
  for (const { authorization, caching } of asked) {
    expect(authorization).toMatch(/\/eu-west-1\/s3\/aws4_request, SignedHeaders=.*x-amz-content-sha256/);
    expect(caching).toBe('max-age=15, stale-if-error=86400');
  }
});

// Amazon S3 user guide, "Deleting a general purpose bucket": "When you delete a global general purpose bucket, the bucket name becomes
// available again … for anyone to re-create"; "Verifying bucket ownership with bucket owner condition": "Bucket owner condition enables
// you to verify that the target bucket is owned by the expected AWS account".
it('says whose bucket it has to be, in what is signed', async () => {
  const { asked, write } = await inPlaceOfS3(200);
  await write(FILES);
  for (const { authorization, owner } of asked) {
    expect(owner).toBe(ACCOUNT);
    expect(authorization).toMatch(/SignedHeaders=[^,]*;x-amz-expected-bucket-owner[;,]/);
  }
});

it('does not write the page if S3 has not taken what it links to', async () => {
  const { asked, write } = await inPlaceOfS3(503);
  await expect(write(FILES)).rejects.toThrow(/^api\/v2\/status.json: S3 answered 503 SlowDown$/);
  expect(asked.map(({ path }) => path)).toEqual(['/pages/api/v2/status.json']);
});
