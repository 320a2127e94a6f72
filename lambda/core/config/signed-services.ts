/** The permissions that the checker's role needs for signed requests: the actions and the resource for each service of AWS. */

import type { Auth, SigV4Auth } from './auth';
import type { Config } from './config';
import { EVENTS_SERVICE, type EventBus } from './receivers';

interface SignedService {
  readonly actions: readonly string[];
  /** The ARN that its resources have. */
  readonly arn: RegExp;
  /** The thing that has this ARN, for people. */
  readonly what: string;
  /** Added to the ARN for the resource of a request; may be empty. */
  readonly below: string;
}

const arnOf = (service: string, resource: string) =>
  new RegExp(`^arn:aws[a-z-]*:${service}:[a-z0-9-]+:\\d{12}:${resource}$`);

type SignedServices = Readonly<Record<string, SignedService>>;

/**
 * The services that take any request, by their names in signatures. Sources: Amazon API Gateway developer guide, "Control access for invoking an API"; AWS Lambda developer
 * guide, "Control access to Lambda function URLs"; Amazon VPC Lattice user guide, "Control access to VPC Lattice services using auth policies"; Amazon
 * OpenSearch Service developer guide, "Identity and Access Management".
 */
const CALLED = {
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
} satisfies SignedServices;

/** The services that can be checked. */
export const SIGNED_SERVICES: SignedServices = {
  ...CALLED,
  es: {
    actions: ['es:ESHttpGet'],
    arn: arnOf('es', 'domain/[a-z0-9-]+'),
    what: 'the domain: arn:aws:es:REGION:ACCOUNT:domain/NAME',
    below: '/*',
  },
};

/** The services that can be webhooks. The methods of a webhook are POST, PUT and PATCH. */
export const SIGNED_WEBHOOKS: SignedServices = {
  ...CALLED,
  'execute-api': { ...CALLED['execute-api'], below: '/*/P*/*' },
};

/**
 * The services that can be an Alertmanager, by their names in signatures. Source: Service Authorization Reference, "Actions, resources, and condition keys for Amazon Managed
 * Service for Prometheus".
 */
export const SIGNED_RECEIVERS: SignedServices = {
  aps: {
    actions: ['aps:CreateAlertManagerAlerts'],
    arn: arnOf('aps', 'workspace/ws-[0-9a-f-]+'),
    what: 'the workspace: arn:aws:aps:REGION:ACCOUNT:workspace/ws-ID',
    below: '',
  },
};

/** The actions for putting events on an event bus. Source: Service Authorization Reference, "Actions, resources, and condition keys for Amazon EventBridge". */
export const PUT_EVENTS = ['events:PutEvents'] as const;

/** A resource that the checker's role may use with signed requests. */
export interface SignedResource {
  readonly service: string;
  /** The whole ARN; `null` if it is of the deployment's own account. */
  readonly arn: string | null;
  /** The ARN without the account; a region of `null` is that of the deployment. */
  readonly own: { readonly region: string | null; readonly resource: string } | null;
  readonly below: string;
}

/** `null` if the service is not in `known`, or if its ARN does not follow from the address and is not given. */
export function signedResource(
  { service, resource }: Pick<SigV4Auth, 'service' | 'resource'>,
  address: string,
  known: SignedServices,
): SignedResource | null {
  const signed = Object.hasOwn(known, service) ? known[service] : undefined;
  if (!signed) return null;
  const { below } = signed;
  if (resource !== null) return { service, arn: resource, own: null, below };
  const own = ownAt(service, address);
  return own && { service, arn: null, own, below };
}

/** Returns the resources of all signed requests of a deployment, as often as the config has them. */
export function signedResources({ services, receivers }: Pick<Config, 'services' | 'receivers'>): SignedResource[] {
  const resourceOf = (auth: Auth | null, address: string, known: SignedServices) =>
    auth?.kind === 'sigv4' ? (signedResource(auth, address, known) ?? []) : [];
  return [
    ...services.flatMap(({ auth, statusUrl }) => resourceOf(auth, statusUrl, SIGNED_SERVICES)),
    ...receivers.flatMap(({ kind, settings, access }) =>
      Object.values(settings).flatMap((value) => {
        const known = kind === 'webhook' ? SIGNED_WEBHOOKS : SIGNED_RECEIVERS;
        return resourceOf(access?.auth ?? null, value.kind === 'literal' ? value.value : '', known);
      }),
    ),
    ...receivers.flatMap(({ bus }) => (bus === undefined ? [] : [busResource(bus)])),
  ];
}

function busResource({ bus, region }: EventBus): SignedResource {
  const service = EVENTS_SERVICE;
  if (bus.startsWith('arn:')) return { service, arn: bus, own: null, below: '' };
  return { service, arn: null, own: { region, resource: `event-bus/${bus}` }, below: '' };
}

function ownAt(service: string, address: string): SignedResource['own'] {
  const found = URL.canParse(address) ? addressOfAws(address) : null;
  if (found === null || found.resource === null || found.service !== service) return null;
  return { region: found.region, resource: found.resource };
}

/** What the address of a service of AWS says about the requests to it. */
interface AddressOfAws {
  /** The name in signatures. */
  readonly service: string;
  readonly region: string;
  /** The part of the ARN that names the resource; `null` if the address does not tell it. */
  readonly resource: string | null;
}

/** The names that services have in the addresses of their hosts, each with its name in signatures. */
const IN_ADDRESSES: Readonly<Record<string, string>> = {
  'execute-api': 'execute-api',
  'lambda-url': 'lambda',
  'vpc-lattice-svcs': 'vpc-lattice-svcs',
};
const HOST = /^(.+)\.(execute-api|lambda-url|vpc-lattice-svcs)\.([a-z0-9-]+)\.(?:amazonaws\.com(?:\.cn)?|on\.aws)$/;
/**
 * An API at its default address, also by a VPC endpoint: `a1b2c3d4e5.execute-api.eu-west-1.amazonaws.com`. Source: Amazon API Gateway developer guide, "Invoke REST
 * APIs in API Gateway": "The base URL for REST APIs is in the following format: https://api-id.execute-api.region.amazonaws.com/stage/".
 */
const API_ID = /^([a-z0-9]+)(?:-vpce-[0-9a-f]+)?$/;
/**
 * Source: Amazon Managed Service for Prometheus user guide, "CreateAlertManagerAlerts":
 * `/workspaces/workspaceId/alertmanager/api/v2/alerts`, at `aps-workspaces.REGION.amazonaws.com`.
 */
const WORKSPACE_HOST = /^aps-workspaces(?:-fips)?\.([a-z0-9-]+)\.(?:amazonaws\.com(?:\.cn)?|api\.aws)$/;
const WORKSPACE_PATH = /^\/workspaces\/(ws-[0-9a-f-]+)\/alertmanager\/*$/;

/** Returns the service, the region and the resource that an address is signed for; `null` for other addresses. */
export function addressOfAws(address: string): AddressOfAws | null {
  const { hostname, pathname } = new URL(address);
  const [, host = '', name = '', region] = HOST.exec(hostname) ?? [];
  const service = IN_ADDRESSES[name];
  if (region !== undefined && service !== undefined) {
    const [, id] = (name === 'execute-api' && API_ID.exec(host)) || [];
    return { service, region, resource: id ?? null };
  }
  const [, workspaceRegion] = WORKSPACE_HOST.exec(hostname) ?? [];
  if (workspaceRegion === undefined) return null;
  const [, id] = WORKSPACE_PATH.exec(pathname) ?? [];
  return { service: 'aps', region: workspaceRegion, resource: id === undefined ? null : `workspace/${id}` };
}
