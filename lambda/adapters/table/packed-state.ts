/** A state as its item has it: JSON, compressed. As text it is four to six times as large, and each kilobyte of a save is paid for. */

import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import type { ServiceState } from '../../core/state/service-state';
import { storedForm } from '../../core/state/stored-state';
import { parseText } from '../../core/words/json';

/** More than any state has, in bytes: what is larger is none of ours. */
const MOST_BYTES = 1_000_000;

export function packedState(state: ServiceState): AttributeValue {
  return { B: deflateRawSync(JSON.stringify(storedForm(state))) };
}

/** The state as `readState` takes it; `null` if it makes no sense. */
export function unpackedState(value: AttributeValue | undefined): unknown {
  if (value?.B === undefined) return null;
  try {
    return parseText(inflateRawSync(value.B, { maxOutputLength: MOST_BYTES }).toString()) ?? null;
  } catch {
    return null;
  }
}
