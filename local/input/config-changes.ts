/** Notices changes of a config's files, and describes them. */

import type { Config } from '../../lambda/core/config/config';
import type { Purpose } from '../../lambda/core/config/parse/outside';
import { nameSome } from '../../lambda/core/words/shown-value';
import { markOf, type ReadFiles, readConfig } from './load-config';
import type { UserError } from './user-error';

export interface ConfigChanges {
  /**
   * The new config, or the error in it; `null` if its files are unchanged. A file that is being written is left until it stays the same from
   * one call to the next.
   */
  next(): Config | UserError | null;
}

/** Watches the config, the configs that it extends, and the files of authorities. `read` are the files as they were read. */
export function watchConfig(file: string, purpose: Purpose, read: ReadFiles): ConfigChanges {
  let known = read;
  let before = read;
  return {
    next: () => {
      const now = new Map([...known.keys()].map((path) => [path, markOf(path)]));
      const isChanged = !isSame(now, known);
      const isSettled = isSame(now, before);
      before = now;
      if (!isChanged || !isSettled) return null;
      const { found, files } = readConfig(file, purpose);
      // The reading of a faulty config may have stopped before some of its files.
      known = found instanceof Error ? new Map([...now, ...files]) : files;
      before = known;
      return found;
    },
  };
}

function isSame(left: ReadFiles, right: ReadFiles): boolean {
  return left.size === right.size && [...left].every(([path, mark]) => right.get(path) === mark);
}

/** Describes the changes of a config in one line; `null` if there are none. */
export function describeChange(before: Config, after: Config): string | null {
  const old = servicesById(before);
  const current = servicesById(after);
  const ids = { old: [...old.keys()], current: [...current.keys()] };
  const isChanged = (id: string) => old.has(id) && old.get(id) !== current.get(id);
  const keys = Object.keys(after).filter((key) => key !== 'services' && isOther(key as keyof Config, before, after));
  const parts: readonly (readonly [word: string, names: readonly string[]])[] = [
    ['added', ids.current.filter((id) => !old.has(id))],
    ['removed', ids.old.filter((id) => !current.has(id))],
    ['changed', [...ids.current.filter((id) => isChanged(id)), ...keys.map((key) => key.replace(/Ms$/, ''))]],
  ];
  const found = parts.filter(([, names]) => names.length > 0).map(([word, names]) => `${nameSome(names)} ${word}`);
  return found.length === 0 ? null : found.join('; ');
}

function servicesById({ services }: Config): ReadonlyMap<string, string> {
  return new Map(services.map((service) => [service.id, JSON.stringify(service)]));
}

function isOther(key: keyof Config, before: Config, after: Config): boolean {
  return JSON.stringify(before[key]) !== JSON.stringify(after[key]);
}
