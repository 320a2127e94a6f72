/** A short name for all that a config says: the stack leaves it in the function's environment, and `doctor` compares it. */

import { sortedText } from '../fields/join';
import { shortDigest } from '../words/short-digest';
import type { Config, Deployment } from './config';

/** Returns sixteen hex digits, which do not depend on the order of keys, but on that of services and addresses. */
export function configHash(config: Config, deployment: Deployment): string {
  return shortDigest(sortedText({ config, deployment }));
}
