/** How services are now, as Prometheus reads it: by the names of blackbox_exporter, and by our own what that can't say. */

import type { PresentDocument } from '../../core/documents/documents';
import type { ServiceDocument } from '../../core/documents/service-document';
import { isFailing } from '../../core/documents/state';
import { INCIDENT_KINDS, VERDICTS } from '../../core/words/codes';

/** Source: Prometheus, "Exposition formats": "text-based-format", version 0.0.4. */
export const EXPOSITION_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** A value that is not known, or not finite, costs its own line alone. */
type Value = number | boolean | null | undefined;
type Labels = Readonly<Record<string, string>>;
/** The labels as text. */
type Sample = readonly [labels: string, value: Value];

interface Family<Of> {
  readonly name: string;
  readonly help: string;
  readonly samplesOf: (of: Of) => readonly Sample[];
}

const UNKNOWN = 'unknown';
/** A megabyte of a report, in bytes. */
const MEGABYTE = 1_000_000;

const seconds = (milliseconds: number | null | undefined) => (milliseconds == null ? null : milliseconds / 1_000);
const instant = (iso: string | null | undefined) => (iso == null ? null : Date.parse(iso) / 1_000);
const single = (value: Value): readonly Sample[] => [['', value]];

const PHASES = {
  resolve: textOf({ phase: 'resolve' }),
  connect: textOf({ phase: 'connect' }),
  tls: textOf({ phase: 'tls' }),
  processing: textOf({ phase: 'processing' }),
  transfer: textOf({ phase: 'transfer' }),
};
const STATES = ['degraded', ...VERDICTS].map((name) => ({ name, labels: textOf({ state: name }) }));
const KINDS = INCIDENT_KINDS.map((kind) => ({ kind, labels: textOf({ kind }) }));

/** All of a service; the labels are added to those that name it. */
const OF_SERVICE: readonly Family<ServiceDocument>[] = [
  {
    name: 'probe_success',
    help: 'Whether the last check found the service healthy',
    samplesOf: ({ state }) => single(!isFailing(state)),
  },
  {
    name: 'probe_duration_seconds',
    help: 'How long the last check took, without the time for an access token',
    samplesOf: ({ timings }) => single(seconds(timings?.totalMs)),
  },
  {
    name: 'probe_http_status_code',
    help: 'The HTTP status of the last answer; 0 if none came',
    samplesOf: ({ httpStatus }) => single(httpStatus ?? 0),
  },
  {
    name: 'probe_http_duration_seconds',
    help: 'How long each phase of the last check took',
    samplesOf: ({ timings }) => [
      [PHASES.resolve, seconds(timings?.dnsMs)],
      [PHASES.connect, seconds(timings?.connectMs)],
      [PHASES.tls, seconds(timings?.tlsMs)],
      [PHASES.processing, seconds(timings?.firstByteMs)],
      [PHASES.transfer, seconds(timings?.downloadMs)],
    ],
  },
  {
    name: 'probe_dns_lookup_time_seconds',
    help: 'How long it took to resolve the name of the service',
    samplesOf: ({ timings }) => single(seconds(timings?.dnsMs)),
  },
  {
    name: 'probe_http_ssl',
    help: 'Whether the service is asked by TLS',
    samplesOf: ({ url }) => single(url?.startsWith('https:')),
  },
  {
    name: 'probe_ssl_earliest_cert_expiry',
    help: 'When the first certificate of the chain expires, in seconds since 1970',
    samplesOf: ({ certificate }) => single(instant(certificate?.expiresAt)),
  },
  {
    name: 'statuswatch_state',
    help: 'How the service is: 1 for its state, 0 for each other',
    samplesOf: ({ state }) => STATES.map(({ name, labels }): Sample => [labels, name === state]),
  },
  {
    name: 'statuswatch_failure_info',
    help: 'Why the service fails; missing if it does not',
    samplesOf: ({ state, reason }) =>
      isFailing(state) ? [[textOf({ verdict: state, reason: reason ?? UNKNOWN }), 1]] : [],
  },
  {
    name: 'statuswatch_condition',
    help: 'Each condition that holds of the service, although it is healthy',
    samplesOf: ({ conditions }) => conditions.map(({ code }): Sample => [textOf({ code }), 1]),
  },
  {
    name: 'statuswatch_silenced',
    help: 'Whether nobody is notified of the service: it is silenced, or in maintenance',
    samplesOf: ({ silence }) => single(silence !== null),
  },
  {
    name: 'statuswatch_objective_budget_left_ratio',
    help: 'The share of the budget of an objective that is left; negative if it is missed',
    samplesOf: ({ objective }) =>
      objective.map(
        ({ aim, target, windowSeconds, budgetLeftSeconds }): Sample => [
          textOf({ aim }),
          budgetLeftSeconds / (windowSeconds * (1 - target)),
        ],
      ),
  },
  {
    name: 'statuswatch_objective_burn_rate',
    help: 'How many times as fast as the objective allows its budget was used in the last hour',
    samplesOf: ({ objective }) => objective.map(({ aim, burnRate }): Sample => [textOf({ aim }), burnRate]),
  },
  {
    name: 'statuswatch_service_uptime_seconds',
    help: 'For how long the service has run, as it reports',
    samplesOf: ({ report }) => single(report?.uptime),
  },
  {
    name: 'statuswatch_service_memory_used_bytes',
    help: 'The memory that the service uses, as it reports',
    samplesOf: ({ memory }) => single(memory?.used == null ? null : memory.used * MEGABYTE),
  },
  {
    name: 'statuswatch_service_memory_total_bytes',
    help: 'The memory that the service has, as it reports',
    samplesOf: ({ memory }) => single(memory?.total == null ? null : memory.total * MEGABYTE),
  },
  {
    name: 'statuswatch_service_info',
    help: 'The version that the service reports',
    samplesOf: ({ version }) => (version === null ? [] : [[textOf({ version: version.name }), 1]]),
  },
];

/** All of a service, whether its last check is stale or not. */
const OF_EACH: readonly Family<ServiceDocument>[] = [
  {
    name: 'statuswatch_up',
    help: 'Whether the service is checked: 0 if its last check is stale, and then nothing else is said of it',
    samplesOf: ({ state }) => single(state !== UNKNOWN),
  },
];

const OF_ALL: readonly Family<PresentDocument>[] = [
  {
    name: 'statuswatch_incident_open',
    help: 'How many incidents of a kind are open',
    samplesOf: ({ services, incidents }) => {
      const counts = new Map<string, number>();
      for (const { service, kind } of incidents) {
        const key = `${kind} ${service}`;
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
      return services.flatMap(({ service }) =>
        KINDS.map(
          ({ kind, labels }): Sample => [`${textOf({ service })},${labels}`, counts.get(`${kind} ${service}`) ?? 0],
        ),
      );
    },
  },
  {
    name: 'statuswatch_run_timestamp_seconds',
    help: 'When a service was last checked, in seconds since 1970',
    samplesOf: ({ deployment }) => single(instant(deployment.checkedAt)),
  },
  {
    name: 'statuswatch_run_interval_seconds',
    help: 'The time from one run to the next',
    samplesOf: ({ deployment }) => single(deployment.intervalSeconds),
  },
  {
    name: 'statuswatch_problems',
    help: 'How many faults on the side of the checker are known',
    samplesOf: ({ deployment }) => single(deployment.problems.length),
  },
];

/** The text format of Prometheus. Services whose last check is stale are left out but for `statuswatch_up`. */
export function renderExposition(present: PresentDocument): string {
  const { deployment, services } = present;
  const all = services.map((service) => ({ service, labels: textOf(labelsOf(service)) }));
  const fresh = all.filter(({ service }) => service.state !== UNKNOWN);
  const own = textOf({ deployment: deployment.deployment });
  const ofServices = (family: Family<ServiceDocument>, listed: typeof all) =>
    familyText(
      family,
      listed.map(({ service, labels }) => linesOf(family.name, labels, family.samplesOf(service))).join(''),
    );
  return [
    ...OF_SERVICE.map((family) => ofServices(family, fresh)),
    ...OF_EACH.map((family) => ofServices(family, all)),
    ...OF_ALL.map((family) => familyText(family, linesOf(family.name, own, family.samplesOf(present)))),
  ].join('');
}

/** `instance` is what blackbox_exporter has there: the address that is asked. */
function labelsOf({ service, url, group, environment }: ServiceDocument): Labels {
  return {
    instance: url ?? '',
    service,
    ...(group !== null && { group }),
    ...(environment !== null && { environment }),
  };
}

/** A family without a line has no head either. */
function familyText({ name, help }: Pick<Family<never>, 'name' | 'help'>, lines: string): string {
  return lines === '' ? '' : `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${lines}`;
}

function linesOf(name: string, labels: string, samples: readonly Sample[]): string {
  let lines = '';
  for (const [own, value] of samples) {
    const number = numberOf(value);
    if (number !== null) lines += `${name}{${labels}${own === '' ? '' : ','}${own}} ${number}\n`;
  }
  return lines;
}

function numberOf(value: Value): number | null {
  if (value === null || value === undefined) return null;
  return Number.isFinite(Number(value)) ? Number(value) : null;
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
