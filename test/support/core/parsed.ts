/** Configs as tests write them: a few lines of YAML, parsed with values from outside that are all there. */

import type { Service } from '../../../lambda/core/config/config';
import { formatFault } from '../../../lambda/core/config/parse/fault';
import type { ConfigSource } from '../../../lambda/core/config/parse/outside';
import { type ConfigResult, parseConfig } from '../../../lambda/core/config/parse/parse-config';

export const PEM = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n';
export const KEY_PEM = '-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----\n';

/** Values with "hunter2" are secrets: no fault and no view may show them. */
export const ENVIRONMENT = {
  TOKEN: 'hunter2-q7w8e9r0t1y2u3i4',
  PHRASE: 'hunter2 ü',
  LINES: 'hunter2\nhunter2',
  SMTP_URL: 'smtps://ana:hunter2@mail.company.com',
  PLACE: 'healthz',
  CERT: PEM,
  KEY: KEY_PEM,
};

export type Options = Partial<ConfigSource>;

/** Parses a config. One without services gets the service `a`. */
export function parse(text: string, options: Options = {}): ConfigResult {
  const services = /^(services|- )/m.test(text) ? '' : '\nservices: [{ id: a, baseUrl: https://a.internal }]';
  const readCa = () => {
    throw new Error('there is no such file');
  };
  const source = { file: 'f', environment: ENVIRONMENT, readCa, probing: 'all' } as const;
  return parseConfig({ ...source, text: `${text}${services}`, ...options });
}

/** Parses a config without faults. */
export function understood(text: string, options?: Options) {
  const result = parse(text, options);
  if (!result.ok) throw new Error(result.faults.map(formatFault).join('\n'));
  return result;
}

/** Returns the service `a` of a config with these lines at the top level and at the service. */
export function serviceOf(top: string, own = '', options?: Options): Service {
  const services = `services:\n  - id: a\n    baseUrl: https://a.internal\n    ${own}\n`;
  return understood(`${top}\n${services}`, options).config.services[0] as Service;
}

/** Returns what a user reads about a faulty config, without the name of its file. None of it is secret, or a control character. */
export function faultsOf(text: string, options?: Options): readonly string[] {
  const result = parse(text, options);
  const lines = result.ok ? [] : result.faults.map((fault) => formatFault(fault).replace(/^f:/, ''));
  expect(lines.join('')).not.toMatch(/hunter2|[\p{Cc}\p{Cf}]/u);
  return lines;
}
