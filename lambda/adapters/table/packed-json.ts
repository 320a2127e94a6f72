/** The JSON in items, compressed. As text it is four to ten times as large, and each kilobyte of a write costs money. */

import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { parseText } from '../../core/words/json';

/** More than any item has, in bytes: a larger value was not written here. */
const MOST_BYTES = 10_000_000;

export function packedJson(value: unknown): AttributeValue {
  return { B: deflateRawSync(JSON.stringify(value)) };
}

/** Returns `null` if the value is no packed JSON. */
export function unpackedJson(value: AttributeValue | undefined): unknown {
  if (value?.B === undefined) return null;
  try {
    return parseText(inflateRawSync(value.B, { maxOutputLength: MOST_BYTES }).toString()) ?? null;
  } catch {
    return null;
  }
}
