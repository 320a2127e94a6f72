/** Reads a config from the disk. */

import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Config, Deployment } from '../../lambda/core/config/config';
import { formatFault } from '../../lambda/core/parse-config/fault';
import type { ConfigSource } from '../../lambda/core/parse-config/outside';
import { parseConfig } from '../../lambda/core/parse-config/parse-config';
import { UserError } from './user-error';

export const DEFAULT_CONFIG_FILE = 'statuswatch.yaml';

/** The parsed config of a file; throws a `UserError` that lists every fault. */
export function loadConfig(file: string, probing: ConfigSource['probing']): Config {
  return configFrom(file, readConfigFile(file), { probing });
}

/** The same for a text that is already read; faults call it `file`. */
export function configFrom(file: string, text: string, purpose: Pick<ConfigSource, 'probing' | 'notifying'>): Config {
  return parsed(file, text, purpose).config;
}

/** All that a file says, to show it: no variable is read, and secrets stay references. */
export function loadWhole(file: string): { config: Config; deployment: Deployment } {
  return parsed(file, readConfigFile(file), { probing: 'none' });
}

/** The deployment that a file describes: secrets stay references, and what can't be deployed is a fault. */
export function loadDeployment(
  file: string,
  probing: ConfigSource['probing'],
): { config: Config; deployment: Deployment } {
  return parsed(file, readConfigFile(file), { probing, deploying: true });
}

function parsed(file: string, text: string, purpose: Pick<ConfigSource, 'probing' | 'notifying' | 'deploying'>) {
  const warnings: string[] = [];
  const readCa = (path: string) => {
    const { certificates, others } = readPem(resolve(dirname(file), path));
    if (others.length > 0) warnings.push(leftOut(text.includes(path) ? path : 'the file of tls.caFile', others));
    return certificates;
  };
  const result = parseConfig({ file, text, environment: process.env, readCa, ...purpose });
  if (result.ok) {
    for (const warning of warnings) process.stderr.write(`statuswatch: warning: ${warning}\n`);
    return result;
  }
  const count = result.faults.length === 1 ? '1 fault' : `${result.faults.length} faults`;
  throw new UserError([`${file} has ${count}:`, ...result.faults.map((fault) => `  ${formatFault(fault)}`)].join('\n'));
}

/** The text of a config's file; throws a `UserError` if it can't be read. */
export function readConfigFile(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UserError(unreadable(file, error as NodeJS.ErrnoException));
  }
}

function unreadable(file: string, { code, message }: NodeJS.ErrnoException): string {
  if (file === '') return '--config needs the name of a file';
  if (code === 'EISDIR') return `the config can't be read: EISDIR: ${file} is a folder`;
  if (code !== 'ENOENT') return `the config can't be read: ${message}`;
  return `there is no ${file} here: name a config with --config, or see one with "statuswatch sample"`;
}

/** What OpenSSL accepts as a certificate. Source: `PEM_STRING_X509`, `_OLD` and `_TRUSTED` of its <openssl/pem.h>. */
const CERTIFICATES = /-----BEGIN ((?:X509 |TRUSTED )?CERTIFICATE)-----[^-]*-----END \1-----/g;

/** The certificates of a PEM file, and the labels of all else in it: a private key would lie open in the bundle. */
function readPem(path: string): { readonly certificates: string; readonly others: readonly string[] } {
  const pem = readText(path);
  const certificates = (pem.match(CERTIFICATES) ?? []).join('\n');
  try {
    // This reads only the first certificate.
    new X509Certificate(certificates);
  } catch {
    throw new Error('this file has no PEM certificate');
  }
  const labels = Array.from(
    pem.replace(CERTIFICATES, '').matchAll(/-----BEGIN ([A-Z0-9 ]+)-----/g),
    ([, label]) => label,
  );
  return { certificates, others: [...new Set(labels)].map(String) };
}

function leftOut(file: string, labels: readonly string[]): string {
  return `${file} holds more than certificates (${labels.join(', ')}): the rest is left out, and should not be kept in this file`;
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(code === 'ENOENT' ? 'there is no such file' : `this one can't be read (${code})`);
  }
}
