/** What a signature by the checker's role has to be allowed to do: for each service of AWS that can be asked so, its actions and its resource. */

import type { SigV4Auth } from './auth';

interface SignedService {
  readonly actions: readonly string[];
  /** The ARN that its resources have. */
  readonly arn: RegExp;
  /** What that ARN is of, for people. */
  readonly what: string;
  /** What the resource of a request has behind that ARN; empty if it has no more. */
  readonly below: string;
}

const arnOf = (service: string, resource: string) =>
  new RegExp(`^arn:aws[a-z-]*:${service}:[a-z0-9-]+:\\d{12}:${resource}$`);

/**
 * By the name of the service in signatures. Sources: Amazon API Gateway developer guide, "Control access for invoking an API"; AWS Lambda developer
 * guide, "Control access to Lambda function URLs"; Amazon VPC Lattice user guide, "Control access to VPC Lattice services using auth policies"; Amazon
 * OpenSearch Service developer guide, "Identity and Access Management".
 */
export const SIGNED_SERVICES: Readonly<Record<string, SignedService>> = {
  'execute-api': {
    actions: ['execute-api:Invoke'],
    arn: arnOf('execute-api', '[a-z0-9]+'),
    what: 'the API: arn:aws:execute-api:REGION:ACCOUNT:API-ID',
    below: '/*/GET/*',
  },
  lambda: {
    actions: ['lambda:InvokeFunctionUrl', 'lambda:InvokeFunction'],
    arn: arnOf('lambda', 'function:[A-Za-z0-9_-]+(:[A-Za-z0-9_-]+)?'),
    what: 'the function that has the address: arn:aws:lambda:REGION:ACCOUNT:function:NAME',
    below: '',
  },
  'vpc-lattice-svcs': {
    actions: ['vpc-lattice-svcs:Invoke'],
    arn: arnOf('vpc-lattice', 'service/svc-[a-z0-9]+'),
    what: 'the service of VPC Lattice: arn:aws:vpc-lattice:REGION:ACCOUNT:service/svc-ID',
    below: '/*',
  },
  es: {
    actions: ['es:ESHttpGet'],
    arn: arnOf('es', 'domain/[a-z0-9-]+'),
    what: 'the domain: arn:aws:es:REGION:ACCOUNT:domain/NAME',
    below: '/*',
  },
};

/** What the checker's role is allowed for a service that is asked with signatures. */
export interface SignedResource {
  readonly service: string;
  /** The whole ARN; `null` if it is an API of the deployment's own account. */
  readonly arn: string | null;
  /** The region and the id of that API. */
  readonly api: { readonly region: string; readonly id: string } | null;
  readonly below: string;
}

/** `null` if the service is not known, or if its ARN does not follow from the address and is not given. */
export function signedResource(
  { service, resource }: Pick<SigV4Auth, 'service' | 'resource'>,
  address: string,
): SignedResource | null {
  const known = Object.hasOwn(SIGNED_SERVICES, service) ? SIGNED_SERVICES[service] : undefined;
  if (!known) return null;
  const { below } = known;
  if (resource !== null) return { service, arn: resource, api: null, below };
  const api = service === 'execute-api' ? apiAt(address) : null;
  return api && { service, arn: null, api, below };
}

/**
 * The API at its default address, also by a VPC endpoint: `a1b2c3d4e5.execute-api.eu-west-1.amazonaws.com`. Source: Amazon API Gateway developer guide, "Invoke REST
 * APIs in API Gateway": "The base URL for REST APIs is in the following format: https://api-id.execute-api.region.amazonaws.com/stage/".
 */
function apiAt(address: string): SignedResource['api'] {
  const { hostname } = new URL(address);
  const [, id, region] =
    /^([a-z0-9]+)(?:-vpce-[0-9a-f]+)?\.execute-api\.([a-z0-9-]+)\.amazonaws\.com(?:\.cn)?$/.exec(hostname) ?? [];
  return id === undefined || region === undefined ? null : { id, region };
}
