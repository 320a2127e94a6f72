/** Text of `statuswatch.yaml` → a `Config`, or all its faults at once. */

import type { z } from 'zod';
import { type Config, type HeaderValue, type Service, worstCaseMs } from './config';
import { type ConfigDocument, type ConfigPath, readConfigDocument } from './config-document';
import { type ConfigFault, nearMiss } from './config-fault';
import { type ConfigInput, configSchema, DEFAULTS, type ServiceInput } from './config-schema';
import { formatDuration, parseDuration } from './duration';

export interface ConfigSource {
  /** The file's name as faults give it. */
  readonly file: string;
  readonly text: string;
  /** Where `${NAME}` takes its values from. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Reads the PEM file of `tls.caFile`; what it throws is told as a fault. */
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
  if (document.value === undefined) return { ok: false, faults };

  const parsed = configSchema.safeParse(document.value);
  if (!parsed.success) faults.push(...parsed.error.issues.flatMap((issue) => schemaFaults(issue, document)));
  faults.push(
    ...duplicateIds(document),
    ...overlongTimeouts(document),
    ...placeholderAddresses(document, source.probing),
  );

  const authorities = readAuthorities(document, source, faults);
  if (faults.length > 0 || !parsed.success) return { ok: false, faults: inFileOrder(faults) };
  return { ok: true, config: buildConfig(parsed.data, document, authorities) };
}

/** By line and column; of the faults of one value the first, since an empty variable would break its value's form too. */
function inFileOrder(faults: readonly ConfigFault[]): ConfigFault[] {
  const keyOf = ({ line, column, key, expected }: ConfigFault) => `${line}:${column}:${key}:${expected}`;
  const unset = new Set(faults.filter(({ holds }) => holds?.startsWith('${')).map(({ key }) => key));
  const kept = faults.filter(({ key, holds }) => !unset.has(key) || holds?.startsWith('${'));
  return [...new Map(kept.map((fault) => [keyOf(fault), fault])).values()].sort(
    (left, right) => left.line - right.line || left.column - right.column,
  );
}

function schemaFaults(issue: z.core.$ZodIssue, document: ConfigDocument): ConfigFault[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => unknownKey([...issue.path, key], document));
  }
  if (issue.code === 'invalid_key') {
    return [
      document.keyFault(issue.path, `is no header that can be sent: ${issue.issues[0]?.message ?? issue.message}`),
    ];
  }
  return [document.fault(issue.path, issue.message)];
}

function unknownKey(path: ConfigPath, document: ConfigDocument): ConfigFault {
  const known = knownKeys(path.slice(0, -1));
  const meant = nearMiss(String(path.at(-1)), known);
  return document.keyFault(
    path,
    meant ? `is not known; did you mean "${meant}"?` : `is not known; expected ${known.join(', ')}`,
  );
}

function knownKeys(path: ConfigPath): string[] {
  const { services, ...top } = configSchema.shape;
  if (path.length === 0) return [...Object.keys(top), 'services'];
  if (path.at(-1) === 'retry') return Object.keys(top.retry.unwrap().shape);
  if (path.at(-1) === 'tls') return Object.keys(top.tls.unwrap().shape);
  return Object.keys(services.element.shape);
}

// What follows looks at more than one key, so it reads the raw content and steps around what the schema has refused:
// a typing error in one key must not hide a fault in another.

type Raw = Readonly<Record<string, unknown>>;

function isRaw(value: unknown): value is Raw {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function rawServices(document: ConfigDocument): readonly Raw[] {
  const services = isRaw(document.value) ? document.value.services : undefined;
  return Array.isArray(services) ? services.map((entry) => (isRaw(entry) ? entry : {})) : [];
}

function duplicateIds(document: ConfigDocument): ConfigFault[] {
  const ids = rawServices(document).map(({ id }) => id);
  return ids.flatMap((id, index) => {
    const first = ids.indexOf(id);
    if (typeof id !== 'string' || first === index) return [];
    return [document.fault(['services', index, 'id'], `expected an id of its own: services[${first}] has this one`)];
  });
}

function overlongTimeouts(document: ConfigDocument): ConfigFault[] {
  const top = isRaw(document.value) ? document.value : {};
  const interval = readDuration(top.interval, DEFAULTS.interval);
  if (interval === null) return [];
  return rawServices(document).flatMap((service, index) => {
    const timeout = readDuration(service.timeout ?? top.timeout, DEFAULTS.timeout);
    const retry = { ...(isRaw(top.retry) ? top.retry : {}), ...(isRaw(service.retry) ? service.retry : {}) };
    const backoff = readDuration(retry.backoff, DEFAULTS.backoff);
    const attempts = retry.attempts ?? DEFAULTS.attempts;
    if (timeout === null || backoff === null || typeof attempts !== 'number') return [];
    const worst = worstCaseMs(timeout, { attempts, backoffMs: backoff });
    if (worst <= interval) return [];
    const path =
      service.timeout === undefined && top.timeout !== undefined ? ['timeout'] : ['services', index, 'timeout'];
    const expected = `expected less: with ${attempts} attempts and their pauses one run could take ${formatDuration(worst)}, longer than the interval of ${formatDuration(interval)}`;
    return [document.fault(path, expected)];
  });
}

function readDuration(value: unknown, fallback: string): number | null {
  const text = value ?? fallback;
  return typeof text === 'string' ? parseDuration(text) : null;
}

function placeholderAddresses(document: ConfigDocument, probing: ConfigSource['probing']): ConfigFault[] {
  if (probing === 'none') return [];
  return rawServices(document).flatMap(({ id, baseUrl }, index) => {
    const isProbed = probing === 'all' || probing.includes(String(id));
    if (!isProbed || typeof baseUrl !== 'string' || !URL.canParse(baseUrl)) return [];
    if (!/(^|\.)example\.com\.?$/.test(new URL(baseUrl).hostname)) return [];
    return [
      document.fault(['services', index, 'baseUrl'], "expected your service's own address in place of the example"),
    ];
  });
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
      faults.push(document.fault(path, `expected a file with PEM certificates: ${(error as Error).message}`));
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
    origin: entry.origin ?? top.origin ?? null,
    headers: mergeHeaders(
      headerValues(top.headers, ['headers'], document),
      headerValues(entry.headers, ['services', index, 'headers'], document),
    ),
    maxBodyBytes: entry.maxBodyBytes ?? top.maxBodyBytes ?? DEFAULTS.maxBodyBytes,
    tls: caFile === undefined ? null : { caFile, ca: authorities.get(caFile) ?? '' },
    runbook: entry.runbook ?? null,
    severity: entry.severity ?? DEFAULTS.severity,
  };
}

/** `/status` under a base URL with or without a path or trailing slashes. */
export function statusUrl(baseUrl: string): string {
  const url = new URL(baseUrl);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/status`;
  return url.href;
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
