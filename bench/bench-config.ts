/** The config of a measured run. */

import type { Config, Deployment } from '../lambda/core/config/config';
import { parseConfig } from '../lambda/core/config/parse/parse-config';
import { SAMPLE_IDS } from '../local/sample/sample-services';

export interface BenchServices {
  readonly origins: readonly string[];
  /** The number of services; they are spread over the origins. */
  readonly count: number;
  /** The PEM text to trust. */
  readonly ca: string | null;
  readonly timeout?: string;
}

/** A config file that watches the given services; it names `caFile`, if any. */
export function configText({ origins, count, timeout = '5s' }: BenchServices, caFile: string | null): string {
  const services = Array.from({ length: count }, (_, index) => {
    const id = SAMPLE_IDS[index] ?? `service-${index + 1}`;
    return { id, baseUrl: `${origins[index % origins.length]}/${id}` };
  });
  const tls = caFile === null ? {} : { tls: { caFile } };
  return JSON.stringify({ name: 'bench', environment: 'bench', timeout, retry: { attempts: 1 }, ...tls, services });
}

/** The same config, parsed. */
export function configOf(watched: BenchServices): Config {
  const { ca } = watched;
  return configFrom(configText(watched, ca === null ? null : 'ca.pem'), ca);
}

/** The same config with more keys. All addresses are on this machine. */
export function configWith(watched: BenchServices, more: object): Config {
  return configFrom(JSON.stringify({ ...JSON.parse(configText(watched, null)), ...more }));
}

/** The config of a file with this text, and with this PEM text to trust. */
export function configFrom(text: string, ca: string | null = null): Config {
  return deployableFrom(text, ca).config;
}

/** The same config with its deployment. */
export function deployableFrom(
  text: string,
  ca: string | null = null,
): { readonly config: Config; readonly deployment: Deployment } {
  const source = { file: 'bench.yaml', text, environment: {}, readCa: () => ca ?? '', probing: 'all' as const };
  const result = parseConfig(source);
  if (!result.ok) throw new Error(JSON.stringify(result.faults));
  return result;
}

/** A deployment that checks all services in one invocation, with the memory for their number. */
export const ONE_INVOCATION = { servicesPerInvocation: 1_000, memoryMb: null } as const;
