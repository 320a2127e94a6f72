/** The command that starts this statuswatch again, by the way in which it was started: from the registry, a tarball, a folder, or a clone. */

import { readFileSync, realpathSync } from 'node:fs';
import { basename, delimiter, dirname, join, resolve } from 'node:path';
import { shellCommand } from './shell-command';

const NAME = 'statuswatch';
const BY_NAME = ['npx', NAME];

/** The start of a process. */
export interface Start {
  /** The file that runs, which may have been reached through links. */
  readonly script: string;
  /** The `PATH` of its environment. */
  readonly path: string;
}

/** The start of this process. */
export function ownStart(): Start {
  return { script: process.argv[1] ?? '', path: process.env.PATH ?? '' };
}

/** The words that start it again from the folder `from`; with `null`, from any other folder. */
export function ownCommand(from: string | null = process.cwd(), start = ownStart()): readonly string[] {
  const script = realPath(start.script);
  if (basename(script ?? '') !== `${NAME}.js` || script === null) return BY_NAME;
  const holder = holderOf(script);
  // npx installs what it runs into a folder of its cache.
  if (holder !== null && basename(dirname(holder)) === '_npx') {
    const spec = installedFrom(holder);
    return spec === null ? BY_NAME : ['npx', '--yes', '--package', spec, NAME];
  }
  if (from !== null && realPath(commandFrom(from)) === script) return BY_NAME;
  const isOnPath = start.path
    .split(delimiter)
    .some((folder) => basename(folder) !== '.bin' && realPath(join(folder, NAME)) === script);
  return isOnPath ? [NAME] : ['node', script];
}

/** The value in a `package.json` that installs the same package; `null` if that is a version of the registry. */
export function ownSpec({ script } = ownStart()): string | null {
  const holder = holderOf(realPath(script) ?? '');
  const spec = holder === null ? null : installedFrom(holder);
  return spec?.startsWith('/') ? `file:${spec}` : spec;
}

/** The command that installs the dependency. A clone has to be packed first, since no registry may have its version. */
export function installCommand({ script } = ownStart()): string {
  const real = realPath(script);
  if (real === null || basename(real) !== `${NAME}.js` || holderOf(real) !== null) return 'npm install';
  return `npm install "$(${shellCommand(['npm', 'pack', '--silent', dirname(dirname(real))])})"`;
}

/** The folder in whose `node_modules` the package of a script is; `null` for a clone. */
function holderOf(script: string): string | null {
  const modules = dirname(dirname(dirname(script)));
  return basename(modules) === 'node_modules' ? dirname(modules) : null;
}

/** The path or address that a folder installs the package from; `null` for the registry, or if it is unknown. */
function installedFrom(folder: string): string | null {
  let spec: unknown;
  try {
    spec = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).dependencies?.[NAME];
  } catch {
    return null;
  }
  if (typeof spec !== 'string' || !spec.includes(':')) return null;
  return spec.startsWith('file:') ? resolve(folder, spec.slice('file:'.length)) : spec;
}

/** The command that npx finds first from a folder: in it, or in the nearest folder above. */
function commandFrom(folder: string): string {
  const command = join(folder, 'node_modules/.bin', NAME);
  const above = dirname(folder);
  return realPath(command) !== null || above === folder ? command : commandFrom(above);
}

/** `null` if nothing exists at the path. */
function realPath(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}
