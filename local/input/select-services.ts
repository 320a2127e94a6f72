/** Reads `--only`: the services that a command is about, if not all. */

import type { Config } from '../../lambda/core/config/config';
import { nearMiss } from '../../lambda/core/keys/near-miss';
import { nameSome } from '../../lambda/core/words/shown-value';
import { UserError } from './user-error';

/** The ids that the option names, separated by commas; `null` if it is missing. Throws a `UserError` if it names none. */
export function readIds(only: string | undefined): readonly string[] | null {
  if (only === undefined) return null;
  const ids = only
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '');
  if (ids.length === 0) throw new UserError('--only needs at least one id, such as --only user-service');
  return ids;
}

/** The config with only these services. Throws a `UserError` if it lacks one of them; `file` is its name. */
export function onlyThese(config: Config, ids: readonly string[], file: string): Config {
  const known = config.services.map(({ id }) => id);
  const unknown = ids.filter((id) => !known.includes(id));
  if (unknown.length > 0) {
    const meant = unknown.filter((id) => nearMiss(id, known) !== null);
    const complaints = [
      ...meant.map((id) => `"${id}" (${serviceHint(id, known)})`),
      ...unknown.filter((id) => !meant.includes(id)).map((id) => `"${id}"`),
    ];
    const list = meant.length === unknown.length ? '' : `; its services are ${listOf(known)}`;
    throw new UserError(`--only names services that ${file} does not have: ${complaints.join(', ')}${list}`);
  }
  return { ...config, services: config.services.filter(({ id }) => ids.includes(id)) };
}

const LISTED = 10;

export function serviceHint(id: string, known: readonly string[]): string {
  const meant = nearMiss(id, known);
  if (meant !== null) return `did you mean ${meant}?`;
  return `its services are ${listOf(known)}`;
}

/** The ids, at most so many as can be listed. */
function listOf(known: readonly string[]): string {
  return nameSome(known, LISTED);
}
