/**
 * The keys of `statuswatch.yaml`, each with the text that a fault gives as "what would be right".
 * `statuswatch.schema.json` is generated from it (`npm run schema`).
 */

import * as z from 'zod';
import { statusPage } from '../../../status-page/config/status-page-keys';
import { compared, type Sound, soundPart } from '../../keys/compared';
import { keysOf, noted, schemaAt } from '../../keys/notes';
import {
  address,
  choice,
  duration,
  isHttp,
  map,
  orNever,
  orNull,
  type Parsed,
  someText,
  text,
  url,
  wholeNumber,
  withUnits,
  yesOrNo,
} from '../../keys/values';
import { CONTRACTS, METRICS_LEVELS } from '../../words/codes';
import { ID_LIMIT, SERVICE_ID } from '../../words/ids';
import { at, path, words } from './answer-keys';
import { confirmFrom } from './confirm-keys';
import { auth, client, headers, tls } from './credential-keys';
import { alertPolicy, alerts, commonPolicy, place, severity, shape } from './deployment-keys';
import { conditions, objective } from './expectation-keys';
import { maintenance } from './maintenance-keys';
import { pulse } from './pulse-keys';
import { checkServices } from './service-checks';

const baseUrl = address('expected an address such as https://user.internal:8443').superRefine((value, context) => {
  for (const message of baseUrlFaults(value)) context.addIssue({ code: 'custom', message });
});

function baseUrlFaults(value: string): string[] {
  if (!URL.canParse(value) || !isHttp(new URL(value))) {
    return ['expected an http:// or https:// address such as https://user.internal:8443'];
  }
  const { username, password } = new URL(value);
  return [
    ...(username || password ? ['expected no user name or password in the address: set them in "auth"'] : []),
    ...(value.includes('?') ? ['expected an address without a query (?…), which belongs in "path"'] : []),
    ...(value.includes('#') ? ['expected an address without a fragment (#…)'] : []),
  ];
}

const timeout = duration(10, 60_000, '3s').describe('The time limit of one attempt, from DNS to the last byte.');
const environment = someText('expected the name of an environment, such as production').describe(
  'The environment that reports should name; another is the condition wrong_environment.',
);
const origin = url(
  'expected an origin such as https://shop.example.com, without a path',
  (value) => isHttp(value) && value.pathname === '/' && /^[^?#@]*$/.test(value.href),
)
  // With a trailing slash or its default port, a URL would be no proper `Origin` header.
  .transform((value) => new URL(value).origin)
  .describe('Sent as the Origin header.');
/** To read such a body takes at worst 30 ms of CPU, in which no other service is read; this grows with the size. */
const MOST_BODY_BYTES = 262_144;
const maxBodyBytes = wholeNumber(1_024, MOST_BODY_BYTES).describe('The largest body, also after decompression.');
const requireService = yesOrNo.describe('Whether a report without a service name is invalid, instead of a warning.');
const attempts = wholeNumber(1, 10).describe('Attempts within one run, including the first.');
const backoff = duration(0, 60_000, '1s').describe(
  'The pause before the second attempt; it doubles for each further one.',
);
const retryOf = <Keys extends z.core.$ZodShape>(keys: Keys) =>
  map(keys, 'expected a map with the keys attempts and backoff').describe(
    'Retries within one run, so that a single lost packet notifies nobody.',
  );
const slow = duration(1, 60_000, '800ms').describe('Response times over this are slow.');
const maxReportAge = duration(1_000, 86_400_000, '2m').describe(
  'An older report is invalid, and so is one that has not moved for this long (3m by default).',
);

const contract = choice(CONTRACTS).describe(
  'How an answer is read: own (our status report), common (a status word in JSON), text (a status word), http (the HTTP status alone).',
);

/** The keys of a service that the top level has too, for all services. */
const own = {
  path: noted(path, { address: 'path' }).optional(),
  contract: contract.optional(),
  words: words.optional(),
  at: at.optional(),
  timeout: timeout.optional(),
  retry: retryOf({ attempts: attempts.optional(), backoff: backoff.optional() }).optional(),
  environment: environment.optional(),
  origin: origin.optional(),
  headers: headers.optional(),
  maxBodyBytes: maxBodyBytes.optional(),
  requireService: requireService.optional(),
  auth: auth.optional(),
  tls: tls.optional(),
  objective: objective.optional(),
  conditions: conditions.optional(),
  slow: slow.optional(),
  maxReportAge: maxReportAge.optional(),
};

/** These keys at the top level, with their defaults. `null` accepts any environment and any age; with `slow: null` the limit follows from the last day. */
const common = {
  ...own,
  path: noted(path, { address: 'path' }).default('/status'),
  contract: contract.default('own'),
  words: orNull(words),
  at: at.default('status'),
  timeout: timeout.prefault('3s'),
  retry: retryOf({ attempts: attempts.default(3), backoff: backoff.prefault('1s') }).prefault({}),
  environment: orNull(environment),
  origin: orNull(origin),
  maxBodyBytes: maxBodyBytes.default(65_536),
  requireService: requireService.default(false),
  slow: orNever(slow),
  maxReportAge: orNever(maxReportAge),
};

const service = compared(
  map(
    {
      id: text(
        SERVICE_ID,
        `expected an id such as user-service: lower-case letters, digits, dots, dashes, underscores, up to ${ID_LIMIT}`,
      ).describe('The name of the service in tables, metrics and alerts.'),
      baseUrl: noted(baseUrl, { address: 'whole' }).describe('The address of the service; the path is added to it.'),
      ...own,
      expectService: someText('expected the name that the service gives itself in its report')
        .optional()
        .describe("The name in the service's reports. Default: the id."),
      runbook: orNull(url('expected the http:// or https:// address of a page', isHttp)).describe(
        'Your own page, linked in its alerts.',
      ),
      severity: severity.default('critical').describe('How much a failure matters.'),
      group: orNull(
        text(
          /^[A-Za-z0-9][A-Za-z0-9 ._-]{0,39}$/,
          'expected a name such as checkout: letters, digits, blanks, dots, dashes, up to 40',
        ),
      ).describe('The group of the service, on the page and in alerts whose services share it.'),
      needs: z
        .array(z.string(), { error: 'expected a list of the ids of services' })
        .default([])
        .describe('The ids of services that it needs to work. While one fails, alerts about this one are held back.'),
      alerts: alertPolicy.optional(),
      confirmFrom: orNull(choice(['none'])).describe('none: other regions never check it.'),
    },
    'expected a map with at least id and baseUrl',
  ),
  ({ baseUrl, tls }, report) => {
    // Without TLS nothing is shown. A client certificate at the top level is for the services that have TLS.
    if (tls?.client !== undefined && baseUrl !== undefined && /^http:/i.test(baseUrl)) {
      report(['tls', 'client'], 'needs a baseUrl with https://', 'key');
    }
  },
);

const name = text(
  /^[a-z][a-z0-9-]{0,39}$/,
  'expected a name such as statuswatch: lower-case letters, digits and dashes, up to 40',
)
  .default('statuswatch')
  .describe('The name of this deployment.');

const SERVICES_EXPECTED = 'expected a list of services, each with id and baseUrl';
/** The fault of a config whose services are all comments. */
const NO_SERVICE = 'add at least one, with id and baseUrl: lines behind a "#" do not count';

export const configSchema = map(
  {
    name,
    interval: duration(1_000, 86_400_000, '1m')
      .prefault('1m')
      .describe('The time from the start of one run to the next.'),
    concurrency: wholeNumber(1, 1_000).default(200).describe('How many requests may run at the same time.'),
    ...common,
    alerts: alerts.prefault({}),
    metrics: choice(METRICS_LEVELS).default('standard').describe('Which metrics go to CloudWatch. Each has a price.'),
    ...shape,
    runbook: orNull(url('expected the http:// or https:// address of docs/reference/runbook.md', isHttp)).describe(
      'The address of docs/reference/runbook.md, or of your copy, linked in alerts and alarms.',
    ),
    ...place,
    confirmFrom: orNull(confirmFrom),
    maintenance: maintenance.optional(),
    pulse: pulse.optional(),
    extends: z.string().optional().describe('The config that this one extends, relative to it.'),
    statusPage: statusPage.optional(),
    services: compared(
      z
        .array(service, { error: ({ input }) => (input === null ? NO_SERVICE : SERVICES_EXPECTED) })
        .min(1, { error: 'add at least one' }),
      checkServices,
    ).describe('The services to check.'),
  },
  'expected a map with at least the key services',
).describe('statuswatch.yaml: what is watched, and how.');

/** The content of a file, with its defaults. `Config` is built from it. */
export type ConfigInput = Parsed<typeof configSchema>;
export type ServiceInput = ConfigInput['services'][number];

/** The content of a file as far as it is right, with its defaults. */
export type SoundConfig = Sound<z.output<typeof configSchema>>;

interface ReadKeys {
  /** `null` if there are issues. */
  readonly input: ConfigInput | null;
  readonly sound: SoundConfig;
  readonly issues: readonly z.core.$ZodIssue[];
}

/** zod returns either a value or issues, so the last issue carries the value. */
const reading = configSchema.superRefine(
  (value, { issues, addIssue }) => {
    if (issues.length > 0) addIssue({ code: 'custom', params: { sound: soundPart(value, issues) ?? {} } });
  },
  { when: () => true },
);

/** Reads the keys of a config from the content of a file. */
export function readKeys(content: unknown): ReadKeys {
  const { success, data, error } = reading.safeParse(content);
  if (success) return { input: withUnits(data), sound: data, issues: [] };
  const last = error.issues.at(-1);
  const sound: SoundConfig | undefined = last?.code === 'custom' ? last.params?.sound : undefined;
  return { input: null, sound: sound ?? {}, issues: sound === undefined ? error.issues : error.issues.slice(0, -1) };
}

/** The settings of the top level for all services; its other keys are left out. */
export const commonSettings = z.object({ ...common, alerts: commonPolicy }).transform(withUnits);
export type CommonSettings = Parsed<typeof commonSettings>;

/** The settings of the top level for the deployment alone; its other keys are left out. */
export const deploymentSettings = z.object({ ...shape, ...place }).transform(withUnits);
export type DeploymentSettings = Parsed<typeof deploymentSettings>;

/** The settings by which the deployment is found in AWS; the other keys are left out. */
export const targetSettings = z.object({ name, deploy: place.deploy });

/** The content of a file that has only its services. */
export const DEFAULTS = withUnits(z.object(configSchema.shape).omit({ services: true }).parse({}));

/** Returns the keys of the map at a path; none if there is no map. */
export function keysAt(path: readonly PropertyKey[]): string[] {
  return keysOf(schemaAt(configSchema, path));
}

/** The JSON Schema (draft 2020-12) of the content of a whole config. */
export function contentJsonSchema(): object {
  return z.toJSONSchema(configSchema, { io: 'input', override: withoutPairs });
}

/** A client certificate and its key may each be in a file of their own instead. */
function withoutPairs({ zodSchema, jsonSchema }: Parameters<NonNullable<z.core.ToJSONSchemaParams['override']>>[0]) {
  if (Object.is(zodSchema, client)) delete jsonSchema.required;
}

/**
 * The JSON Schema (draft 2020-12) of a file, for editors. A file may have what another lacks that it extends, so of the required keys
 * it asks for the ids of services alone. Keys that begin with `x-` are for anchors.
 */
export function configJsonSchema(): object {
  const schema = z.toJSONSchema(configSchema, {
    io: 'input',
    override: (context) => {
      const { zodSchema, jsonSchema } = context;
      withoutPairs(context);
      if (zodSchema === configSchema) delete jsonSchema.required;
      if (zodSchema === service) jsonSchema.required = ['id'];
    },
  });
  return { ...schema, patternProperties: { '^x-': {} }, title: 'statuswatch.yaml' };
}
