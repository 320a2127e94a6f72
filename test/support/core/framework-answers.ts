/**
 * The answers of well-known frameworks and formats to a health check, each in the form that its own document or source gives, with what they
 * should mean. Bodies are made up in that form.
 */

import type { Figures } from '../../../lambda/core/probe/report';
import type { VerdictKind } from '../../../lambda/core/words/codes';

export interface FrameworkAnswer {
  /** The framework and what it says. */
  readonly name: string;
  /** The document or the source of the form, and of the HTTP status. */
  readonly source: string;
  readonly httpStatus: number;
  readonly contentType: string;
  readonly body: string;
  /** The keys of the service's config that fit. */
  readonly keys: Readonly<Record<string, unknown>>;
  readonly kind: VerdictKind;
  readonly reason: string;
  readonly message: string;
  /** The detail of the condition `reports_degraded`; missing if the service does not report that it is degraded. */
  readonly degraded?: string;
  /** What else is known of the service; missing if that is not looked at. */
  readonly figures?: Figures;
}

/** Stands for the time of the answer in a body. */
export const NOW_HERE = '{now}';

type Meaning = Pick<FrameworkAnswer, 'kind' | 'reason' | 'message' | 'degraded' | 'figures'>;

const NO_MEMORY = { used: null, total: null };
const HEALTHY: Meaning = { kind: 'healthy', reason: 'ok', message: 'healthy' };

function degraded(word: string, parts = ''): Meaning {
  const message = `status "${word}" (HTTP 200)${parts === '' ? '' : `: ${parts}`}`;
  return { ...HEALTHY, message, degraded: message };
}

function unhealthy(httpStatus: number, word: string, parts = ''): Meaning {
  const shown = parts === '' ? '' : `: ${parts}`;
  return {
    kind: 'unhealthy',
    reason: 'reported_unhealthy',
    message: `reports itself unhealthy ("${word}", HTTP ${httpStatus})${shown}`,
  };
}

interface Format {
  readonly name: string;
  readonly source: string;
  readonly contentType: string;
  readonly keys: Readonly<Record<string, unknown>>;
}

function answered(format: Format, what: string, httpStatus: number, body: unknown, meaning: Meaning): FrameworkAnswer {
  return {
    ...format,
    name: `${format.name}: ${what}`,
    httpStatus,
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...meaning,
  };
}

const SPRING: Format = {
  name: 'Spring Boot',
  source:
    'https://docs.spring.io/spring-boot/reference/actuator/endpoints.html#actuator.endpoints.health: "By default, OUT_OF_SERVICE and DOWN map to 503. Any unmapped health statuses, including UP, map to 200. … Configuring a custom mapping disables the defaults mappings for DOWN and OUT_OF_SERVICE."',
  contentType: 'application/json',
  keys: { path: '/actuator/health', contract: 'common' },
};
const SPRING_READINESS: Format = { ...SPRING, keys: { path: '/actuator/health/readiness', contract: 'common' } };
const DB_DOWN = {
  status: 'DOWN',
  components: {
    db: { status: 'DOWN', details: { error: 'java.sql.SQLException: connection refused' } },
    diskSpace: { status: 'UP', details: { total: 500, free: 250, threshold: 10, exists: true } },
    ping: { status: 'UP' },
  },
};
const DB_SAID = 'db (java.sql.SQLException: connection refused)';

const SPRING_ANSWERS = [
  answered(SPRING, 'UP', 200, { status: 'UP' }, HEALTHY),
  answered(SPRING, 'UP with groups', 200, { status: 'UP', groups: ['liveness', 'readiness'] }, HEALTHY),
  answered(
    SPRING,
    'UP with components',
    200,
    { status: 'UP', components: { ping: { status: 'UP' }, db: { status: 'UP', details: { database: 'H2' } } } },
    HEALTHY,
  ),
  answered(SPRING, 'DOWN without details', 503, { status: 'DOWN' }, unhealthy(503, 'DOWN')),
  answered(SPRING, 'DOWN', 503, DB_DOWN, unhealthy(503, 'DOWN', DB_SAID)),
  answered(SPRING, 'DOWN with a mapping of its own', 200, DB_DOWN, unhealthy(200, 'DOWN', DB_SAID)),
  answered(
    SPRING,
    'DOWN of a component within another',
    503,
    {
      status: 'DOWN',
      components: {
        db: {
          status: 'DOWN',
          components: {
            primary: { status: 'UP', details: { database: 'PostgreSQL' } },
            replica: { status: 'DOWN', details: { error: 'timeout' } },
          },
        },
      },
    },
    unhealthy(503, 'DOWN', 'db.replica (timeout)'),
  ),
  answered(
    SPRING_READINESS,
    'a group that is UP',
    200,
    { status: 'UP', components: { db: { status: 'UP' } } },
    HEALTHY,
  ),
  answered(
    SPRING_READINESS,
    'a group that is OUT_OF_SERVICE',
    503,
    { status: 'OUT_OF_SERVICE', components: { readinessState: { status: 'OUT_OF_SERVICE' }, ping: { status: 'UP' } } },
    unhealthy(503, 'OUT_OF_SERVICE', 'readinessState'),
  ),
  answered(
    SPRING,
    'UNKNOWN',
    200,
    { status: 'UNKNOWN', components: { mail: { status: 'UNKNOWN' }, ping: { status: 'UP' } } },
    degraded('UNKNOWN', 'mail'),
  ),
  answered(
    SPRING,
    'a status of its own',
    200,
    { status: 'FATAL' },
    {
      kind: 'invalid',
      reason: 'unknown_status',
      message: 'HTTP 200 with the status "FATAL", which is unknown: if it is right, add it to "words" in the config',
    },
  ),
  answered(
    { ...SPRING, keys: { ...SPRING.keys, words: { unhealthy: ['fatal'] } } },
    'a status of its own, in `words`',
    503,
    { status: 'FATAL' },
    unhealthy(503, 'FATAL'),
  ),
];

const HEALTH_JSON: Format = {
  name: 'application/health+json',
  source:
    'https://datatracker.ietf.org/doc/html/draft-inadarei-api-health-check-06#section-3.1: "The value of the status field is case-insensitive … For "fail" status, HTTP response code in the 4xx-5xx range MUST be used. In case of the "warn" status, endpoints MUST return HTTP status in the 2xx-3xx range"',
  contentType: 'application/health+json',
  keys: { path: '/health', contract: 'common' },
};
const CONNECTIONS_WARN = {
  'cassandra:responseTime': [{ componentType: 'datastore', observedValue: 250, observedUnit: 'ms', status: 'pass' }],
  'cassandra:connections': [
    { componentType: 'datastore', observedValue: 75, status: 'warn', output: 'pool is filling' },
  ],
  uptime: [{ componentType: 'system', observedValue: 1209600.245, observedUnit: 's', status: 'pass' }],
};

const HEALTH_JSON_ANSWERS = [
  answered(
    HEALTH_JSON,
    'pass',
    200,
    { status: 'pass', version: '1', releaseId: '1.2.2', notes: [''], output: '', serviceId: 'f03e522f' },
    { ...HEALTHY, figures: { version: '1.2.2', uptime: null, memory: NO_MEMORY } },
  ),
  answered(HEALTH_JSON, 'Pass', 200, { status: 'Pass' }, HEALTHY),
  answered(HEALTH_JSON, 'the alias ok', 200, { status: 'ok' }, HEALTHY),
  answered(HEALTH_JSON, 'the alias up', 200, { status: 'up' }, HEALTHY),
  answered(
    HEALTH_JSON,
    'warn',
    200,
    { status: 'warn', checks: CONNECTIONS_WARN },
    {
      ...degraded('warn', 'cassandra:connections (pool is filling)'),
      figures: { version: null, uptime: 1_209_600.245, memory: NO_MEMORY },
    },
  ),
  answered(
    HEALTH_JSON,
    'fail',
    503,
    {
      status: 'fail',
      output: '',
      checks: { 'cassandra:connections': [{ status: 'fail', output: 'connection refused' }] },
    },
    unhealthy(503, 'fail', 'cassandra:connections (connection refused)'),
  ),
  answered(HEALTH_JSON, 'fail with 4xx', 424, { status: 'fail' }, unhealthy(424, 'fail')),
  answered(HEALTH_JSON, 'the alias error', 500, { status: 'error' }, unhealthy(500, 'error')),
  answered(HEALTH_JSON, 'the alias down', 503, { status: 'down' }, unhealthy(503, 'down')),
];

const DOTNET_TEXT: Format = {
  name: '.NET',
  source:
    'https://learn.microsoft.com/en-us/aspnet/core/host-and-deploy/health-checks: "The default response writer writes the HealthStatus as a plaintext response"; Healthy and Degraded are 200, Unhealthy 503',
  contentType: 'text/plain',
  keys: { path: '/healthz', contract: 'text' },
};
const DOTNET_UI: Format = {
  name: '.NET with the writer of HealthChecks.UI.Client',
  source:
    'https://github.com/Xabaril/AspNetCore.Diagnostics.HealthChecks/blob/3b6abbd3/src/HealthChecks.UI.Client/UIResponseWriter.cs',
  contentType: 'application/json',
  keys: { path: '/healthz', contract: 'common' },
};
const DOTNET_OWN: Format = {
  name: '.NET with the writer of its docs',
  source: 'https://learn.microsoft.com/en-us/aspnet/core/host-and-deploy/health-checks#customize-output',
  contentType: 'application/json; charset=utf-8',
  keys: { path: '/healthz', contract: 'common' },
};
const DURATION = { duration: '00:00:00.0412373', tags: ['db'] };

const DOTNET_ANSWERS = [
  answered(DOTNET_TEXT, 'Healthy', 200, 'Healthy', HEALTHY),
  answered(DOTNET_TEXT, 'Degraded', 200, 'Degraded', degraded('Degraded')),
  answered(DOTNET_TEXT, 'Unhealthy', 503, 'Unhealthy', unhealthy(503, 'Unhealthy')),
  answered(
    DOTNET_UI,
    'Healthy',
    200,
    { status: 'Healthy', totalDuration: '00:00:00.05', entries: { sql: { data: {}, ...DURATION, status: 'Healthy' } } },
    HEALTHY,
  ),
  answered(
    DOTNET_UI,
    'Degraded',
    200,
    {
      status: 'Degraded',
      totalDuration: '00:00:00.05',
      entries: {
        sql: { data: {}, ...DURATION, status: 'Healthy' },
        disk: { data: {}, description: 'less than 1 GB is free', ...DURATION, status: 'Degraded' },
      },
    },
    degraded('Degraded', 'disk (less than 1 GB is free)'),
  ),
  answered(
    DOTNET_UI,
    'Unhealthy',
    503,
    {
      status: 'Unhealthy',
      totalDuration: '00:00:00.05',
      entries: {
        sql: {
          data: {},
          description: 'Login failed',
          ...DURATION,
          exception: 'Login failed',
          status: 'Unhealthy',
        },
        disk: { data: {}, ...DURATION, status: 'Healthy' },
      },
    },
    unhealthy(503, 'Unhealthy', 'sql (Login failed)'),
  ),
  answered(
    DOTNET_OWN,
    'Unhealthy',
    503,
    {
      status: 'Unhealthy',
      results: {
        dbcheck: { status: 'Unhealthy', description: 'no answer from the server', data: {} },
        memory: { status: 'Healthy', description: null, data: { Gen0Collections: 1 } },
      },
    },
    unhealthy(503, 'Unhealthy', 'dbcheck (no answer from the server)'),
  ),
];

const TERMINUS: Format = {
  name: 'NestJS Terminus',
  source:
    'https://docs.nestjs.com/recipes/terminus; https://github.com/nestjs/terminus/blob/5b5eed84/lib/health-check/health-check.service.ts: what is not ok is thrown as a ServiceUnavailableException',
  contentType: 'application/json; charset=utf-8',
  keys: { path: '/health', contract: 'common' },
};
const REDIS_DOWN = { redis: { status: 'down', message: 'connect ECONNREFUSED' } };
const DATABASE_UP = { database: { status: 'up' } };

const TERMINUS_ANSWERS = [
  answered(TERMINUS, 'ok', 200, { status: 'ok', info: DATABASE_UP, error: {}, details: DATABASE_UP }, HEALTHY),
  answered(
    TERMINUS,
    'error',
    503,
    { status: 'error', info: DATABASE_UP, error: REDIS_DOWN, details: { ...DATABASE_UP, ...REDIS_DOWN } },
    unhealthy(503, 'error', 'redis (connect ECONNREFUSED)'),
  ),
  answered(
    TERMINUS,
    'shutting_down',
    503,
    { status: 'shutting_down', info: DATABASE_UP, error: {}, details: DATABASE_UP },
    unhealthy(503, 'shutting_down'),
  ),
];

const MICROPROFILE: Format = {
  name: 'MicroProfile Health',
  source:
    'https://github.com/eclipse/microprofile-health/blob/72caa198/spec/src/main/asciidoc/protocol-wireformat.asciidoc, Appendix B',
  contentType: 'application/json',
  keys: { path: '/health', contract: 'common' },
};

const MICROPROFILE_ANSWERS = [
  answered(
    MICROPROFILE,
    'UP',
    200,
    { status: 'UP', checks: [{ name: 'myCheck', status: 'UP', data: { key: 'value' } }] },
    HEALTHY,
  ),
  answered(MICROPROFILE, 'UP without checks', 200, { status: 'UP', checks: [] }, HEALTHY),
  answered(
    MICROPROFILE,
    'DOWN',
    503,
    {
      status: 'DOWN',
      checks: [
        { name: 'firstCheck', status: 'DOWN', data: { rootCause: 'timed out' } },
        { name: 'secondCheck', status: 'UP' },
      ],
    },
    unhealthy(503, 'DOWN', 'firstCheck (timed out)'),
  ),
  answered(MICROPROFILE, 'not ready yet', 503, { status: 'DOWN', checks: [] }, unhealthy(503, 'DOWN')),
  answered(
    MICROPROFILE,
    'an error in a check',
    500,
    { status: 'DOWN', checks: [{ name: 'example.FirstCheck', status: 'DOWN' }] },
    unhealthy(500, 'DOWN', 'example.FirstCheck'),
  ),
];

const RAILS: Format = {
  name: 'Rails',
  source:
    'https://github.com/rails/rails/blob/2a2db1e8/railties/lib/rails/health_controller.rb: "This endpoint will return a 200 status code if the app has booted with no exceptions, and a 500 status code otherwise."',
  contentType: 'text/html; charset=utf-8',
  keys: { path: '/up', contract: 'http' },
};
const RAILS_JSON: Format = {
  ...RAILS,
  contentType: 'application/json; charset=utf-8',
  keys: { path: '/up', contract: 'common' },
};
const railsPage = (color: string) => `<!DOCTYPE html><html><body style="background-color: ${color}"></body></html>`;
const SERVER_ERROR: Meaning = { kind: 'error', reason: 'http_500', message: 'HTTP 500' };

const RAILS_ANSWERS = [
  answered(RAILS, 'up as a page', 200, railsPage('green'), HEALTHY),
  answered(RAILS, 'down as a page', 500, railsPage('red'), SERVER_ERROR),
  answered(RAILS_JSON, 'up as JSON', 200, { status: 'up', timestamp: NOW_HERE }, HEALTHY),
  answered(RAILS_JSON, 'down as JSON', 500, { status: 'down', timestamp: NOW_HERE }, unhealthy(500, 'down')),
];

const LARAVEL: Format = {
  name: 'Laravel',
  source:
    'https://github.com/laravel/framework/blob/bd71b45f/src/Illuminate/Foundation/Configuration/ApplicationBuilder.php: JSON if the request expects it',
  contentType: 'text/html; charset=UTF-8',
  keys: { path: '/up', contract: 'http' },
};
const LARAVEL_JSON: Format = {
  ...LARAVEL,
  contentType: 'application/json',
  keys: { path: '/up', contract: 'common' },
};
const laravelPage = (says: string) =>
  `<!DOCTYPE html>\n<html lang="en">\n<head><title>Laravel</title></head>\n<body><h2>Application ${says}</h2></body></html>`;

const LARAVEL_ANSWERS = [
  answered(LARAVEL, 'up as a page', 200, laravelPage('up'), HEALTHY),
  answered(LARAVEL, 'down as a page', 500, laravelPage('experiencing problems'), SERVER_ERROR),
  answered(LARAVEL_JSON, 'up as JSON', 200, { status: 'up' }, HEALTHY),
  answered(LARAVEL_JSON, 'down as JSON', 500, { status: 'down' }, unhealthy(500, 'down')),
];

const SPATIE: Format = {
  name: 'Spatie laravel-health',
  source:
    'https://spatie.be/docs/laravel-health/v1/viewing-results/as-json: "By default, a 200 response will be returned regardless of the results. You can change the status code that will be returned if a check fails using the health.json_results_failure_status config value."',
  contentType: 'application/json',
  keys: { path: '/health?fresh', contract: 'http' },
};
const SPATIE_SIMPLE: Format = {
  ...SPATIE,
  name: 'Spatie laravel-health, the simple check',
  source:
    'https://spatie.be/docs/laravel-health/v1/basic-usage/endpoints: "either a status of 200 for a healthy application or 503 for a unhealthy one"',
};
const spatieResults = (status: string) => ({
  finishedAt: 1_772_366_400,
  checkResults: [
    {
      name: 'UsedDiskSpace',
      label: 'Used disk space',
      notificationMessage: 'The disk is almost full (91% used).',
      shortSummary: '91%',
      status,
      meta: { disk_space_used_percentage: 91 },
    },
  ],
});

const SPATIE_ANSWERS = [
  answered(SPATIE, 'all ok', 200, spatieResults('ok'), HEALTHY),
  // Nobody notices that: the guide says which setting of Spatie's changes it.
  answered(SPATIE, 'a failed check by default', 200, spatieResults('failed'), HEALTHY),
  answered(SPATIE, 'a failed check with json_results_failure_status', 503, spatieResults('failed'), {
    kind: 'unhealthy',
    reason: 'http_503',
    message: 'HTTP 503: UsedDiskSpace (The disk is almost full (91% used).)',
  }),
  answered(SPATIE_SIMPLE, 'healthy', 200, { healthy: true }, HEALTHY),
  answered(
    SPATIE_SIMPLE,
    'not healthy',
    503,
    { message: 'Application not healthy' },
    {
      kind: 'unhealthy',
      reason: 'http_503',
      message: 'HTTP 503: message: Application not healthy',
    },
  ),
];

const DJANGO: Format = {
  name: 'django-health-check',
  source:
    'https://codingjoe.dev/django-health-check/usage/: "an HTTP 200 if all checks passed and with an HTTP 500 if any of the tests failed"',
  contentType: 'application/json',
  keys: { path: '/health/', contract: 'http' },
};

const DJANGO_ANSWERS = [
  answered(DJANGO, 'working', 200, { CacheBackend: 'working', DatabaseBackend: 'working' }, HEALTHY),
  answered(DJANGO, 'OK, of version 4', 200, { 'Cache()': 'OK', 'Database()': 'OK' }, HEALTHY),
  answered(DJANGO, 'an error', 500, { 'Cache()': 'OK', 'Database()': 'Unavailable: no connection' }, SERVER_ERROR),
  answered(
    { ...DJANGO, contentType: 'text/html; charset=utf-8' },
    'a page',
    200,
    '<!DOCTYPE html><html><head><title>System status</title></head><body></body></html>',
    HEALTHY,
  ),
];

const HEALTH_GO: Format = {
  name: 'hellofresh/health-go',
  source: 'https://github.com/hellofresh/health-go/blob/b15d5892/README.md and health.go',
  contentType: 'application/json',
  keys: { path: '/status', contract: 'common' },
};
const GO_PROCESS = {
  timestamp: NOW_HERE,
  system: {
    version: 'go1.8',
    goroutines_count: 4,
    total_alloc_bytes: 21321,
    heap_objects_count: 21323,
    alloc_bytes: 234523,
  },
  component: { name: 'myservice', version: 'v1.0' },
};

const HEALTH_GO_ANSWERS = [
  answered(
    HEALTH_GO,
    'OK',
    200,
    { status: 'OK', ...GO_PROCESS },
    {
      ...HEALTHY,
      figures: { version: 'v1.0', uptime: null, memory: { used: 0.22, total: null } },
    },
  ),
  answered(
    HEALTH_GO,
    'Partially Available',
    200,
    { status: 'Partially Available', failures: { rabbitmq: 'failed during the health check' }, ...GO_PROCESS },
    degraded('Partially Available', 'rabbitmq (failed during the health check)'),
  ),
  answered(
    HEALTH_GO,
    'Unavailable',
    503,
    { status: 'Unavailable', failures: { mongodb: 'Timeout during health check' }, ...GO_PROCESS },
    unhealthy(503, 'Unavailable', 'mongodb (Timeout during health check)'),
  ),
];

const LIESENFELD: Format = {
  name: 'alexliesenfeld/health',
  source:
    'https://github.com/alexliesenfeld/health/blob/87f825d3/README.md and handler.go: down and unknown are 503, all else 200',
  contentType: 'application/json; charset=utf-8',
  keys: { path: '/health', contract: 'common' },
};

const LIESENFELD_ANSWERS = [
  answered(LIESENFELD, 'up', 200, { status: 'up', details: { database: { status: 'up' } } }, HEALTHY),
  answered(
    LIESENFELD,
    'down',
    503,
    {
      status: 'down',
      details: {
        database: { status: 'up', timestamp: '2021-07-01T08:05:14.603364Z' },
        search: { status: 'down', timestamp: '2021-07-01T08:05:08.522685Z', error: 'no route' },
      },
    },
    unhealthy(503, 'down', 'search (no route)'),
  ),
  // A word that is no failure makes no failing status well: the framework answers 503 to have no more requests.
  answered(
    LIESENFELD,
    'unknown, before its checks have run',
    503,
    { status: 'unknown' },
    {
      kind: 'unhealthy',
      reason: 'http_503',
      message: 'HTTP 503, with the status "unknown"',
    },
  ),
];

const EXPRESS: Format = {
  name: 'a handler of its own',
  source: 'https://expressjs.com/en/advanced/healthcheck-graceful-shutdown.html',
  contentType: 'application/json; charset=utf-8',
  keys: { path: '/healthz', contract: 'common' },
};

const OWN_ANSWERS = [
  answered(EXPRESS, 'ok', 200, { status: 'ok' }, HEALTHY),
  answered(
    { ...EXPRESS, keys: { path: '/healthz', contract: 'common', at: 'data.health' } },
    'a word elsewhere',
    200,
    { data: { health: 'degraded' } },
    degraded('degraded'),
  ),
  answered(
    { ...EXPRESS, contentType: 'text/plain; charset=utf-8', keys: { path: '/healthz', contract: 'text' } },
    'OK as text',
    200,
    'OK\n',
    HEALTHY,
  ),
  answered({ ...EXPRESS, keys: { path: '/livez', contract: 'http' } }, 'nothing', 204, '', HEALTHY),
];

export const FRAMEWORK_ANSWERS: readonly FrameworkAnswer[] = [
  SPRING_ANSWERS,
  HEALTH_JSON_ANSWERS,
  DOTNET_ANSWERS,
  TERMINUS_ANSWERS,
  MICROPROFILE_ANSWERS,
  RAILS_ANSWERS,
  LARAVEL_ANSWERS,
  SPATIE_ANSWERS,
  DJANGO_ANSWERS,
  HEALTH_GO_ANSWERS,
  LIESENFELD_ANSWERS,
  OWN_ANSWERS,
].flat();
