/** What a person may have meant by the id of a service that the config does not have. */

import { nearMiss } from '../../lambda/core/parse-config/fault';

const LISTED = 10;

export function serviceHint(id: string, known: readonly string[]): string {
  const meant = nearMiss(id, known);
  if (meant !== null) return `did you mean ${meant}?`;
  const others = known.length > LISTED ? ` and ${known.length - LISTED} more` : '';
  return `its services are ${known.slice(0, LISTED).join(', ')}${others}`;
}
