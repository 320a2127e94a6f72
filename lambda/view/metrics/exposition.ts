/** The current state of services for Prometheus, with the names of blackbox_exporter where it has them. */

import type { PresentDocument } from '../../core/documents/documents';
import type { ServiceDocument } from '../../core/documents/service-document';
import { isFailing } from '../../core/documents/state';
import { INCIDENT_KINDS, VERDICTS } from '../../core/words/codes';
import { inBatches } from '../../core/words/in-batches';

/** Source: Prometheus, "Exposition formats": "text-based-format", version 0.0.4. */
export const EXPOSITION_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** A value that is unknown or not finite is left out. */
type Value = number | boolean | null | undefined;
type Labels = Readonly<Record<string, string>>;
/** Adds a sample; `labels`, as text, are added to its service's labels. */
type Put = (value: Value, labels?: string) => void;

interface Family<Of> {
  readonly name: string;
  readonly help: string;
  /** Puts each sample individually: 10,000 services have 330,000 samples, too many for lists. */
  readonly samples: (of: Of, put: Put) => void;
}

const UNKNOWN = 'unknown';
/** A megabyte of a report, in bytes. */
const MEGABYTE = 1_000_000;

const seconds = (milliseconds: number | null | undefined) => (milliseconds == null ? null : milliseconds / 1_000);
const instant = (iso: string | null | undefined) => (iso == null ? null : Date.parse(iso) / 1_000);

const PHASES = (
  [
    ['dnsMs', 'resolve'],
    ['connectMs', 'connect'],
    ['tlsMs', 'tls'],
    ['firstByteMs', 'processing'],
    ['downloadMs', 'transfer'],
  ] as const
).map(([timing, phase]) => ({ timing, labels: textOf({ phase }) }));
const STATES = ['degraded', ...VERDICTS].map((name) => ({ name, labels: textOf({ state: name }) }));
const KINDS = INCIDENT_KINDS.map((kind) => ({ kind, labels: textOf({ kind }) }));

/** The families of each service whose last check is not stale. */
const OF_SERVICE: readonly Family<ServiceDocument>[] = [
  {
    name: 'probe_success',
    help: 'Whether the last check found the service healthy',
    samples: ({ state }, put) => put(!isFailing(state)),
  },
  {
    name: 'probe_duration_seconds',
    help: 'How long the last check took, without the time for an access token',
    samples: ({ timings }, put) => put(seconds(timings?.totalMs)),
  },
  {
    name: 'probe_http_status_code',
    help: 'The HTTP status of the last answer; 0 if none came',
    samples: ({ httpStatus }, put) => put(httpStatus ?? 0),
  },
  {
    name: 'probe_http_duration_seconds',
    help: 'How long each phase of the last check took',
    samples: ({ timings }, put) => {
      for (const { timing, labels } of PHASES) put(seconds(timings?.[timing]), labels);
    },
  },
  {
    name: 'probe_dns_lookup_time_seconds',
    help: 'How long it took to resolve the name of the service',
    samples: ({ timings }, put) => put(seconds(timings?.dnsMs)),
  },
  {
    name: 'probe_http_ssl',
    help: 'Whether the service is checked over TLS',
    samples: ({ url }, put) => put(url?.startsWith('https:')),
  },
  {
    name: 'probe_ssl_earliest_cert_expiry',
    help: 'When the first certificate of the chain expires, in seconds since 1970',
    samples: ({ certificate }, put) => put(instant(certificate?.expiresAt)),
  },
  {
    name: 'statuswatch_state',
    help: 'The state of the service: 1 for its state, 0 for the others',
    samples: ({ state }, put) => {
      for (const { name, labels } of STATES) put(name === state, labels);
    },
  },
  {
    name: 'statuswatch_failure_info',
    help: 'Why the service fails; missing if it does not',
    samples: ({ state, reason }, put) => {
      if (isFailing(state)) put(1, textOf({ verdict: state, reason: reason ?? UNKNOWN }));
    },
  },
  {
    name: 'statuswatch_condition',
    help: '1 for each condition of the service',
    samples: ({ conditions }, put) => {
      for (const { code } of conditions) put(1, textOf({ code }));
    },
  },
  {
    name: 'statuswatch_silenced',
    help: 'Whether the service is silenced or in maintenance',
    samples: ({ silence }, put) => put(silence !== null),
  },
  {
    name: 'statuswatch_objective_budget_left_ratio',
    help: 'The share of an error budget that is left; negative if the objective is missed',
    samples: ({ objective }, put) => {
      for (const { aim, target, windowSeconds, budgetLeftSeconds } of objective)
        put(budgetLeftSeconds / (windowSeconds * (1 - target)), textOf({ aim }));
    },
  },
  {
    name: 'statuswatch_objective_burn_rate',
    help: 'How fast the error budget burned in the last hour; at 1 it lasts exactly for the window',
    samples: ({ objective }, put) => {
      for (const { aim, burnRate } of objective) put(burnRate, textOf({ aim }));
    },
  },
  {
    name: 'statuswatch_service_uptime_seconds',
    help: 'The uptime that the service reports',
    samples: ({ report }, put) => put(report?.uptime),
  },
  {
    name: 'statuswatch_service_memory_used_bytes',
    help: 'The used memory that the service reports',
    samples: ({ memory }, put) => put(memory?.used == null ? null : memory.used * MEGABYTE),
  },
  {
    name: 'statuswatch_service_memory_total_bytes',
    help: 'The total memory that the service reports',
    samples: ({ memory }, put) => put(memory?.total == null ? null : memory.total * MEGABYTE),
  },
  {
    name: 'statuswatch_service_info',
    help: 'The version that the service reports',
    samples: ({ version }, put) => {
      if (version !== null) put(1, textOf({ version: version.name }));
    },
  },
];

/** The families of each service, even if its last check is stale. */
const OF_EACH: readonly Family<ServiceDocument>[] = [
  {
    name: 'statuswatch_up',
    help: 'Whether the service is checked; 0 if its last check is stale',
    samples: ({ state }, put) => put(state !== UNKNOWN),
  },
];

const OF_ALL: readonly Family<PresentDocument>[] = [
  {
    name: 'statuswatch_incident_open',
    help: 'The number of open incidents by kind',
    samples: ({ services, incidents }, put) => {
      const counts = new Map<string, number>();
      for (const { service, kind } of incidents) {
        const key = `${kind} ${service}`;
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
      for (const { service } of services) {
        const own = textOf({ service });
        for (const { kind, labels } of KINDS) put(counts.get(`${kind} ${service}`) ?? 0, `${own},${labels}`);
      }
    },
  },
  {
    name: 'statuswatch_run_timestamp_seconds',
    help: 'When a service was last checked, in seconds since 1970',
    samples: ({ deployment }, put) => put(instant(deployment.checkedAt)),
  },
  {
    name: 'statuswatch_run_interval_seconds',
    help: 'The time from one run to the next',
    samples: ({ deployment }, put) => put(deployment.intervalSeconds),
  },
  {
    name: 'statuswatch_problems',
    help: 'The number of problems of the checker itself',
    samples: ({ deployment }, put) => put(deployment.problems.length),
  },
];

/** The most services in a piece of the text: it takes a few milliseconds. */
const PIECE = 500;

/**
 * Yields Prometheus's text format in pieces: 10,000 services need 36 MB, and other work can run between two pieces. Services whose last
 * check is stale are left out except for `statuswatch_up`.
 */
export function* expositionPieces(present: PresentDocument): Generator<string> {
  const { deployment, services } = present;
  const all = services.map((service): Labelled<ServiceDocument> => ({ of: service, labels: labelsOf(service) }));
  const fresh = all.filter(({ of }) => of.state !== UNKNOWN);
  for (const family of OF_SERVICE) yield* familyPieces(family, fresh);
  for (const family of OF_EACH) yield* familyPieces(family, all);
  const whole = [{ of: present, labels: textOf({ deployment: deployment.deployment }) }];
  for (const family of OF_ALL) yield* familyPieces(family, whole);
}

interface Labelled<Of> {
  readonly of: Of;
  /** The labels that identify it, as text. */
  readonly labels: string;
}

/** Returns the labels of a service. `instance` is the checked address, as in blackbox_exporter. */
function labelsOf({ service, url, group, environment }: ServiceDocument): string {
  return textOf({
    instance: url ?? '',
    service,
    ...(group !== null && { group }),
    ...(environment !== null && { environment }),
  });
}

/** Yields a family in pieces. Without a sample it has no head either. */
function* familyPieces<Of>({ name, help, samples }: Family<Of>, all: readonly Labelled<Of>[]): Generator<string> {
  let head = `# HELP ${name} ${help}\n# TYPE ${name} gauge\n`;
  for (const some of inBatches(all, PIECE)) {
    let text = '';
    for (const { of, labels } of some) {
      const begun = `${name}{${labels}`;
      samples(of, (value, more) => {
        const number = numberOf(value);
        if (number !== null) text += more === undefined ? `${begun}} ${number}\n` : `${begun},${more}} ${number}\n`;
      });
    }
    if (text === '') continue;
    yield head + text;
    head = '';
  }
}

/** Rounds to 13 digits: enough for milliseconds since 1970, and no digits of a binary fraction (`999.9999999999991`). */
function numberOf(value: Value): number | null {
  const number = typeof value === 'boolean' ? Number(value) : (value ?? Number.NaN);
  return Number.isFinite(number) ? Number(number.toPrecision(13)) : null;
}

function textOf(labels: Labels): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${escaped(value)}"`)
    .join(',');
}

/** Source: Prometheus, "Exposition formats": "the backslash (\\), double-quote ("), and line feed (\n) characters have to be escaped". */
function escaped(value: string): string {
  return value.replace(/[\\"\n]/g, (character) => (character === '\n' ? '\\n' : `\\${character}`));
}
