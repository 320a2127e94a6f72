/** The answer of a deployed checker that says its config. */

import { isJsonObject } from '../../lambda/core/words/json';
import type { DeployedConfig } from '../doctor/facts';

/** The function answers with the config that was parsed at the deployment, so its keys are not checked again. */
export function isConfigAnswer(document: unknown): document is DeployedConfig {
  return (
    isJsonObject(document) &&
    document.kind === 'config' &&
    isJsonObject(document.config) &&
    isJsonObject(document.deployment)
  );
}
