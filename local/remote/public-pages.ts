/** The public pages of an account, by the comments of its distributions in CloudFront. */

import { Sha256 } from '@smithy/core/checksum';
import { SignatureV4 } from '@smithy/signature-v4';
import { type PublicPage, pageOfComment } from '../../lambda/core/config/status-page';
import type { Apis } from '../doctor/facts';
import type { AwsAccess } from './open-aws';

/**
 * The endpoint of each partition that has CloudFront, and the region that requests to it are signed for. Source: AWS General Reference,
 * "Amazon CloudFront endpoints and quotas"; Amazon Web Services in China, "Amazon CloudFront".
 */
const ENDPOINTS: Readonly<Record<string, { readonly url: string; readonly region: string }>> = {
  aws: { url: 'https://cloudfront.amazonaws.com', region: 'us-east-1' },
  'aws-cn': { url: 'https://cloudfront.cn-northwest-1.amazonaws.com.cn', region: 'cn-northwest-1' },
};

/** Signs its requests itself: the client of this API would be another dependency for one call. */
export function publicPageReader({
  credentials,
  requestHandler,
}: Pick<AwsAccess, 'credentials' | 'requestHandler'>): Pick<Apis, 'listPublicPages'> {
  return {
    listPublicPages: async (partition) => {
      const endpoint = ENDPOINTS[partition];
      if (endpoint === undefined) return [];
      const { AWS_ENDPOINT_URL_CLOUDFRONT, AWS_ENDPOINT_URL } = process.env;
      const base = AWS_ENDPOINT_URL_CLOUDFRONT ?? AWS_ENDPOINT_URL ?? endpoint.url;
      const signer = new SignatureV4({ service: 'cloudfront', region: endpoint.region, credentials, sha256: Sha256 });
      const found: PublicPage[] = [];
      let marker: string | null = null;
      do {
        const xml: string = await listDistributions({ base, signer, marker, timeoutMs: requestHandler.requestTimeout });
        found.push(...textsOf(xml, 'Comment').flatMap((comment) => pageOfComment(comment) ?? []));
        marker = textsOf(xml, 'NextMarker')[0] || null;
      } while (marker !== null);
      return found;
    },
  };
}

interface ListRequest {
  readonly base: string;
  readonly signer: SignatureV4;
  /** The place at which the list continues; `null` for its beginning. */
  readonly marker: string | null;
  readonly timeoutMs: number;
}

/** Source: Amazon CloudFront API reference, "ListDistributions". */
async function listDistributions({ base, signer, marker, timeoutMs }: ListRequest): Promise<string> {
  const url = new URL('/2020-05-31/distribution', base);
  const query = marker === null ? {} : { Marker: marker };
  url.search = new URLSearchParams(query).toString();
  const { protocol, hostname, host, pathname: path } = url;
  const { headers } = await signer.sign({ method: 'GET', protocol, hostname, path, headers: { host }, query });
  const { host: _, ...sent } = headers;
  const response = await fetch(url, { headers: sent, signal: AbortSignal.timeout(timeoutMs) });
  const xml = await response.text();
  if (response.ok) return xml;
  const reason = textsOf(xml, 'Message')[0] ?? `no reason is given (HTTP ${response.status})`;
  const error = new Error(`cloudfront:ListDistributions: ${reason}`);
  error.name = textsOf(xml, 'Code')[0] ?? `Http${response.status}`;
  throw error;
}

/** The texts of all elements of a name. Names of deployments and regions have no character that XML writes in another way. */
function textsOf(xml: string, element: string): string[] {
  return Array.from(xml.matchAll(new RegExp(`<${element}>([^<]*)</${element}>`, 'g')), ([, text = '']) => text);
}
