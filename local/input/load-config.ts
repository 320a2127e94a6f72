/** Reads a config from the disk. */

import { X509Certificate } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { Config, Deployment } from '../../lambda/core/config/config';
import type { BaseConfig } from '../../lambda/core/config/parse/extends';
import { formatFault } from '../../lambda/core/config/parse/fault';
import type { Purpose } from '../../lambda/core/config/parse/outside';
import { type DeploymentTarget, parseConfig } from '../../lambda/core/config/parse/parse-config';
import { utf8Text } from '../../lambda/core/config/utf8-text';
import { lookupEnvironment } from '../../lambda/core/invoke/lookup-environment';
import { UserError } from './user-error';

export const DEFAULT_CONFIG_FILE = 'statuswatch.yaml';

/** A config that can't be used as it is. The message lists every fault. */
export class FaultyConfig extends UserError {
  /** The deployment that the config describes; `null` if a fault leaves it open. */
  readonly target: DeploymentTarget | null;

  constructor(message: string, target: DeploymentTarget | null) {
    super(message);
    this.target = target;
  }
}

/** The parsed config of a file; throws a `UserError` that lists every fault. */
export function loadConfig(file: string, probing: Purpose['probing'], notifying = false): Config {
  return loaded(file, readConfigFile(file), { probing, notifying }).config;
}

/** Like `loadConfig`, for a text that is already read; faults call it `file`. `variables` override those of the environment. */
export function configFrom(file: string, text: string, purpose: Purpose, variables: Variables = {}): Config {
  return loaded(file, text, purpose, () => undefined, variables).config;
}

type Variables = Readonly<Record<string, string>>;

/** Everything in a file, to show it: secrets stay references. */
export function loadWhole(file: string): { config: Config; deployment: Deployment } {
  return loaded(file, readConfigFile(file), { probing: 'none' });
}

/** The deployment that a file describes: secrets stay references, and what can't be deployed is a fault. Throws a `FaultyConfig`. */
export function loadDeployment(file: string, probing: Purpose['probing']): { config: Config; deployment: Deployment } {
  return loaded(file, readConfigFile(file), { probing, deploying: true });
}

/** Like `loadDeployment`. Throws a `UserError` if the file describes another deployment than the named one. */
export function loadNamedDeployment({
  config: file,
  deployed,
}: {
  readonly config: string;
  readonly deployed: string;
}): ReturnType<typeof loadDeployment> {
  const loaded = loadDeployment(file, 'all');
  checkName(loaded.config, file, deployed);
  return loaded;
}

/** Throws a `UserError` unless a config is that of a deployment. */
export function checkName({ name }: Pick<Config, 'name'>, file: string, deployed: string): void {
  if (name === deployed) return;
  throw new UserError(`${file} is the config of "${name}", not of "${deployed}": name the right file with --config`);
}

/** The files that a config was read from, each with a mark that changes with it (`markOf`). */
export type ReadFiles = ReadonlyMap<string, string>;

/** Reads a config, and returns the files it was read from, even if it can't be used. */
export function readConfig(
  file: string,
  purpose: Purpose,
): { readonly found: Config | UserError; readonly files: ReadFiles } {
  const files = new Map<string, string>();
  const noting = (path: string) => void files.set(path, markOf(path));
  try {
    noting(file);
    return { found: loaded(file, readConfigFile(file), purpose, noting).config, files };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { found: error, files };
  }
}

/** A text that changes as soon as a file is written, replaced or removed. */
export function markOf(path: string): string {
  try {
    const { ino, size, mtimeMs } = statSync(path);
    return [ino, size, mtimeMs].join();
  } catch {
    return '';
  }
}

/** `noting` is called with the path of each other file before it is read. */
function loaded(
  file: string,
  text: string,
  purpose: Purpose,
  noting: (path: string) => void = () => undefined,
  variables: Variables = {},
) {
  const readNoted = (path: string) => {
    noting(path);
    return readText(path);
  };
  const result = parseConfig({
    file,
    text,
    environment: { ...process.env, ...variables },
    ...purpose,
    readBase: (path, from) => readBase(file, isAbsolute(path) ? path : join(dirname(from), path), readNoted),
    readPem: (path) => readNoted(resolve(dirname(file), path)),
    readImage: (path) => {
      const image = resolve(dirname(file), path);
      noting(image);
      return reading(image, () => boundedBytes(image, 'this one'));
    },
    readCa: (path) => certificatesIn(readNoted(resolve(dirname(file), path))),
  });
  if (result.ok) {
    if (!purpose.deploying) makeRoomForLookups(result.config);
    return result;
  }
  const count = result.faults.length === 1 ? '1 fault' : `${result.faults.length} faults`;
  const lines = [`${file} has ${count}:`, ...result.faults.map((fault) => `  ${formatFault(fault)}`)];
  throw new FaultyConfig(lines.join('\n'), result.target);
}

/** Works only before anything has used the thread pool or resolved a name. A variable that the user has set stays. */
function makeRoomForLookups(config: Config): void {
  for (const [name, value] of Object.entries(lookupEnvironment(config, 1))) process.env[name] ??= value;
}

/** A config that the config in `first` extends. */
function readBase(first: string, file: string, read: (path: string) => string): BaseConfig {
  const folder = relative(dirname(first), dirname(file));
  return { file, text: read(file), folder: folder === '' ? '' : `${folder}/` };
}

/** The largest file that is read: a config of ten thousand services has one or two megabytes. */
const MOST_BYTES = 10_000_000;

/** The reason why a file is not read, since it may have no end, such as a device or a pipe, or would take minutes; `null` if it may be read. Throws if it does not exist. */
function sizeFault(path: string): string | null {
  const found = statSync(path);
  if (found.isFile()) return found.size > MOST_BYTES ? `is larger than ${MOST_BYTES / 1_000_000} MB` : null;
  return found.isDirectory() ? null : 'is no regular file';
}

/** A file's bytes. Throws a `UserError`, which begins with `subject`, if the file may not be read, and otherwise the error of the file system. */
function boundedBytes(path: string, subject: string): Buffer {
  const fault = sizeFault(path);
  if (fault !== null) throw new UserError(`${subject} ${fault}`);
  return readFileSync(path);
}

/** A file's text; throws as `boundedBytes` does. */
function boundedText(path: string, subject: string): string {
  const bytes = boundedBytes(path, subject);
  try {
    return utf8Text(bytes);
  } catch (error) {
    throw new UserError(`${subject}: ${(error as Error).message}`);
  }
}

/** The text of a config's file; throws a `UserError` if it can't be read. */
function readConfigFile(file: string): string {
  try {
    return boundedText(file, `the config can't be read: ${file}`);
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(unreadable(file, error as NodeJS.ErrnoException));
  }
}

function unreadable(file: string, { code, message }: NodeJS.ErrnoException): string {
  if (file === '') return '--config needs the name of a file';
  if (code === 'EISDIR') return `the config can't be read: EISDIR: ${file} is a folder`;
  if (code !== 'ENOENT') return `the config can't be read: ${message}`;
  return `there is no ${file} here: name a config with --config, or write one with "statuswatch init"`;
}

/** The forms of a certificate that OpenSSL accepts. Source: `PEM_STRING_X509`, `_OLD` and `_TRUSTED` of its <openssl/pem.h>. */
const CERTIFICATES = /-----BEGIN ((?:X509 |TRUSTED )?CERTIFICATE)-----[^-]*-----END \1-----/g;

/** Returns the certificates of a PEM file. A private key beside them is refused: it should be nowhere that others can read. */
function certificatesIn(pem: string): string {
  if (pem.includes('PRIVATE KEY-----')) throw new Error('a private key must not be in this file');
  const certificates = (pem.match(CERTIFICATES) ?? []).join('\n');
  try {
    // This reads only the first certificate.
    new X509Certificate(certificates);
  } catch {
    throw new Error('this file has no PEM certificate');
  }
  return certificates;
}

function readText(path: string): string {
  return reading(path, () => boundedText(path, 'this one'));
}

/** Calls `read`. Throws an error that does not repeat the path. */
function reading<Content>(path: string, read: () => Content): Content {
  try {
    return read();
  } catch (error) {
    if (error instanceof UserError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT') throw new Error(`this one can't be read (${code})`);
    const hint = sep === '/' && path.includes('\\') ? '; write "/" between folders, not "\\"' : '';
    throw new Error(`there is no such file${hint}`);
  }
}

/**
 * Like `loadDeployment`, for the content of a file, as an app has it. Paths in it are relative to the working directory; faults name the
 * keys, which have no place in a file.
 */
export function deploymentFrom(content: object): { config: Config; deployment: Deployment } {
  try {
    return loaded('config', JSON.stringify(content, null, 2), { probing: 'all', deploying: true });
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw new UserError(error.message.replace(/^ {2}config:\d+:\d+ {2}/gm, '  '));
  }
}
