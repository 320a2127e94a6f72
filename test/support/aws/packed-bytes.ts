/** How many bytes a stored value takes in an item of the table. */

import { packedJson } from '../../../lambda/adapters/table/packed-json';

export function packedBytes(value: unknown): number {
  return (packedJson(value).B as Uint8Array).length;
}
