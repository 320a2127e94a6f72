/** Text of `statuswatch.yaml` → a `Config`, or all its faults at once. */

import type { z } from 'zod';
import type { Config, HeaderValue, Service } from './config';
import { crossKeyFaults, isRaw, rawServices } from './config-cross-checks';
import { type ConfigDocument, type ConfigPath, formatPath, readConfigDocument } from './config-document';
import { type ConfigFault, nearMiss } from './config-fault';
import { type ConfigInput, configSchema, DEFAULTS, type ServiceInput } from './config-schema';
import { parseDuration } from './duration';
import type { AlertPolicy } from './incident';

export interface ConfigSource {
  /** The file's name as faults give it. */
  readonly file: string;
  readonly text: string;
  /** Where `${NAME}` takes its values from. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Reads the PEM file of `tls.caFile`; the message of what it throws is told, so it must not repeat the path. */
  readonly readCa: (path: string) => string;
  /** The services that are about to be probed: a placeholder address is a fault of those alone. */
  readonly probing: 'all' | 'none' | readonly string[];
}

export type ConfigResult =
  | { readonly ok: true; readonly config: Config }
  | { readonly ok: false; readonly faults: readonly ConfigFault[] };

/** Parses and checks a config. Pure but for `readCa`; never throws for what stands in the file. */
export function parseConfig(source: ConfigSource): ConfigResult {
  const document = readConfigDocument(source.text, source.file, source.environment);
  const faults = [...document.faults];
  if (document.value === undefined) return { ok: false, faults: inFileOrder(faults) };

  const parsed = configSchema.safeParse(document.value);
  if (!parsed.success) faults.push(...schemaFaults(parsed.error.issues, document));
  faults.push(...crossKeyFaults(document, faults, source.probing));

  const authorities = readAuthorities(document, source, faults);
  if (faults.length > 0 || !parsed.success) return { ok: false, faults: inFileOrder(faults) };
  return { ok: true, config: buildConfig(parsed.data, document, authorities) };
}

/** By line and column, each once; where a variable is not set, what that makes of its value's form is left out. */
function inFileOrder(faults: readonly ConfigFault[]): ConfigFault[] {
  const keyOf = ({ line, column, key, expected }: ConfigFault) => `${line}:${column}:${key}:${expected}`;
  const unset = new Set(faults.filter(({ holds }) => holds?.startsWith('${')).map(({ key }) => key));
  const kept = faults.filter(({ key, holds }) => !unset.has(key) || holds?.startsWith('${'));
  return [...new Map(kept.map((fault) => [keyOf(fault), fault])).values()].sort(
    (left, right) => left.line - right.line || left.column - right.column,
  );
}

/** A misspelt key is one fault, not also the lack of the key that was meant. */
function schemaFaults(issues: readonly z.core.$ZodIssue[], document: ConfigDocument): ConfigFault[] {
  const misspelt = new Set(
    issues.flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => formatPath([...issue.path, nearMiss(key, knownKeys(issue.path)) ?? key]))
        : [],
    ),
  );
  return issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownKey([...issue.path, key], document));
    if (issue.code === 'invalid_key') return [document.keyFault(issue.path, issue.issues[0]?.message ?? issue.message)];
    return misspelt.has(formatPath(issue.path)) ? [] : [document.fault(issue.path, issue.message)];
  });
}

function unknownKey(path: ConfigPath, document: ConfigDocument): ConfigFault {
  const key = String(path.at(-1));
  const known = knownKeys(path.slice(0, -1));
  const meant = nearMiss(key, known);
  if (meant) return document.keyFault(path, `is not known; did you mean "${meant}"?`);
  if (knownKeys([]).includes(key)) return document.keyFault(path, 'is not known here; it stands at the top level');
  if (knownKeys(['services', 0]).includes(key)) {
    return document.keyFault(path, 'is not known here; it stands at a service');
  }
  return document.keyFault(path, `is not known; expected ${known.join(', ')}`);
}

function knownKeys(path: ConfigPath): string[] {
  const { services, ...top } = configSchema.shape;
  if (path.length === 0) return [...Object.keys(top), 'services'];
  if (path.at(-1) === 'retry') return Object.keys(top.retry.unwrap().shape);
  if (path.at(-1) === 'alerts') return Object.keys(top.alerts.unwrap().shape);
  if (path.at(-1) === 'tls') return Object.keys(top.tls.unwrap().shape);
  return Object.keys(services.element.shape);
}

/** The PEM text of every `tls.caFile` in the file, by its path. */
function readAuthorities(document: ConfigDocument, source: ConfigSource, faults: ConfigFault[]): Map<string, string> {
  const authorities = new Map<string, string>();
  const places: [ConfigPath, unknown][] = [
    [['tls', 'caFile'], isRaw(document.value) ? document.value.tls : undefined],
    ...rawServices(document).map(({ tls }, index): [ConfigPath, unknown] => [
      ['services', index, 'tls', 'caFile'],
      tls,
    ]),
  ];
  for (const [path, tls] of places) {
    const file = isRaw(tls) ? tls.caFile : undefined;
    if (typeof file !== 'string' || authorities.has(file)) continue;
    try {
      authorities.set(file, source.readCa(file));
    } catch (error) {
      const why = (error as Error).message;
      faults.push(document.fault(path, `expected the path of a PEM file, from the folder of this config; ${why}`));
    }
  }
  return authorities;
}

function buildConfig(input: ConfigInput, document: ConfigDocument, authorities: ReadonlyMap<string, string>): Config {
  return {
    name: input.name ?? DEFAULTS.name,
    intervalMs: milliseconds(input.interval ?? DEFAULTS.interval),
    concurrency: input.concurrency ?? DEFAULTS.concurrency,
    services: input.services.map((entry, index) => buildService(entry, index, input, document, authorities)),
  };
}

function buildService(
  entry: ServiceInput,
  index: number,
  top: ConfigInput,
  document: ConfigDocument,
  authorities: ReadonlyMap<string, string>,
): Service {
  const caFile = (entry.tls ?? top.tls)?.caFile;
  return {
    id: entry.id,
    baseUrl: entry.baseUrl,
    statusUrl: statusUrl(entry.baseUrl),
    timeoutMs: milliseconds(entry.timeout ?? top.timeout ?? DEFAULTS.timeout),
    retry: {
      attempts: entry.retry?.attempts ?? top.retry?.attempts ?? DEFAULTS.attempts,
      backoffMs: milliseconds(entry.retry?.backoff ?? top.retry?.backoff ?? DEFAULTS.backoff),
    },
    environment: entry.environment ?? top.environment ?? null,
    expectService: entry.expectService ?? entry.id,
    origin: originOf(entry.origin ?? top.origin),
    headers: mergeHeaders(
      headerValues(top.headers, ['headers'], document),
      headerValues(entry.headers, ['services', index, 'headers'], document),
    ),
    maxBodyBytes: entry.maxBodyBytes ?? top.maxBodyBytes ?? DEFAULTS.maxBodyBytes,
    tls: caFile === undefined ? null : { caFile, ca: authorities.get(caFile) ?? '' },
    runbook: entry.runbook ?? null,
    severity: entry.severity ?? DEFAULTS.severity,
    alerts: alertPolicy({ ...top.alerts, ...entry.alerts }),
  };
}

function alertPolicy({
  failureThreshold,
  successThreshold,
  remindEvery,
}: NonNullable<ConfigInput['alerts']>): AlertPolicy {
  const remind = remindEvery ?? DEFAULTS.remindEvery;
  return {
    failureThreshold: failureThreshold ?? DEFAULTS.failureThreshold,
    successThreshold: successThreshold ?? DEFAULTS.successThreshold,
    remindEveryMs: remind === 'never' ? null : milliseconds(remind),
  };
}

/** `/status` under a base URL with or without a path or trailing slashes. */
export function statusUrl(baseUrl: string): string {
  const url = new URL(baseUrl);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/status`;
  return url.href;
}

/** Written with a trailing slash or its default port it would be no proper `Origin` header. */
function originOf(text: string | undefined): string | null {
  return text === undefined ? null : new URL(text).origin;
}

function milliseconds(text: string): number {
  const value = parseDuration(text);
  if (value === null) throw new Error(`not a duration: ${text}`);
  return value;
}

type Headers = Record<string, HeaderValue>;

function headerValues(headers: ConfigInput['headers'], path: ConfigPath, document: ConfigDocument): Headers {
  const entries = Object.entries(headers ?? {}).map(([name, value]): [string, HeaderValue] => {
    const substitution = document.substitution([...path, name]);
    if (substitution === null) return [name, { kind: 'literal', value }];
    return [name, { kind: 'environment', value, text: substitution.text, secrets: substitution.values }];
  });
  return Object.fromEntries(entries);
}

/** A service's own headers win over the common ones, whatever the case of their names. */
function mergeHeaders(common: Headers, own: Headers): Headers {
  const ownNames = new Set(Object.keys(own).map((name) => name.toLowerCase()));
  const kept = Object.entries(common).filter(([name]) => !ownNames.has(name.toLowerCase()));
  return { ...Object.fromEntries(kept), ...own };
}
