/** What a person may have meant by the id of a service that the config does not have. */

import { nearMiss } from '../../lambda/core/config/parse/fault';
import { nameSome } from '../../lambda/core/words/shown-value';

const LISTED = 10;

export function serviceHint(id: string, known: readonly string[]): string {
  const meant = nearMiss(id, known);
  if (meant !== null) return `did you mean ${meant}?`;
  return `its services are ${listOf(known)}`;
}

/** The ids; of many the first ones. */
export function listOf(known: readonly string[]): string {
  return nameSome(known, LISTED);
}
