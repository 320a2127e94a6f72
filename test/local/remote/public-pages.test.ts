/** The pages for the public that an account has, from an API that a server on loopback plays. */

import { publicPageReader } from '../../../local/remote/public-pages';
import { pointAwsTo } from '../../support/aws/moto';
import { startHttp, stopAfterEach } from '../../support/http/servers';

const stopLater = stopAfterEach();

const comment = (name: string, region: string) =>
  `<DistributionSummary><Id>E1</Id><Origins><Items><Origin><Id>files</Id></Origin></Items></Origins><Comment>Public page of ${name} in eu-west-1, files in ${region}</Comment></DistributionSummary>`;

/**
 * Amazon CloudFront API reference, "DistributionList", NextMarker: "If IsTruncated is true, this element is present and contains the value
 * you can use for the Marker request parameter to continue listing your distributions where they left off."
 */
const PAGES: Readonly<Record<string, string>> = {
  '': `<DistributionList><NextMarker>E1</NextMarker><IsTruncated>true</IsTruncated><Items>${comment('shop', 'eu-west-2')}</Items></DistributionList>`,
  '?Marker=E1': `<DistributionList><NextMarker></NextMarker><IsTruncated>false</IsTruncated><Items><DistributionSummary><Comment>Somebody else&apos;s</Comment></DistributionSummary>${comment('pay', 'eu-west-1')}</Items></DistributionList>`,
};

async function readerOn(answer: (search: string) => { readonly status: number; readonly xml: string }) {
  const asked: string[] = [];
  const server = await stopLater(
    startHttp((request, response) => {
      const { pathname, search } = new URL(request.url ?? '', 'http://a');
      asked.push(
        `${request.method} ${pathname}${search} ${/\/[a-z0-9-]+\/cloudfront\//.exec(String(request.headers.authorization))?.[0]}`,
      );
      const { status, xml } = answer(search);
      response.writeHead(status).end(xml);
    }),
  );
  pointAwsTo(server.url());
  const reader = publicPageReader({
    credentials: async () => ({ accessKeyId: 'AKIATEST', secretAccessKey: 'test' }),
    requestHandler: { connectionTimeout: 5_000, requestTimeout: 5_000, throwOnRequestTimeout: true },
  });
  return { asked, ...reader };
}

it('are read page by page, and told from other distributions', async () => {
  const { asked, listPublicPages } = await readerOn((search) => ({ status: 200, xml: PAGES[search] ?? '' }));
  expect(await listPublicPages('aws')).toEqual([
    { name: 'shop', checkerRegion: 'eu-west-1', region: 'eu-west-2' },
    { name: 'pay', checkerRegion: 'eu-west-1', region: 'eu-west-1' },
  ]);
  expect(asked).toEqual([
    'GET /2020-05-31/distribution /us-east-1/cloudfront/',
    'GET /2020-05-31/distribution?Marker=E1 /us-east-1/cloudfront/',
  ]);
});

it('are none where there is no CloudFront, which is not asked then', async () => {
  const { asked, listPublicPages } = await readerOn(() => ({ status: 500, xml: '' }));
  expect([await listPublicPages('aws-us-gov'), asked]).toEqual([[], []]);
});

it('are not known without the permission, as the API says it', async () => {
  const xml =
    '<ErrorResponse><Error><Type>Sender</Type><Code>AccessDenied</Code><Message>not authorized</Message></Error></ErrorResponse>';
  const { listPublicPages } = await readerOn(() => ({ status: 403, xml }));
  await expect(listPublicPages('aws')).rejects.toMatchObject({
    name: 'AccessDenied',
    message: 'cloudfront:ListDistributions: not authorized',
  });
});
