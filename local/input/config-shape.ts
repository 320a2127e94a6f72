/** A config as data that can be compared key by key: for the doctor, and for the template, so that `cdk diff` shows the changes. */

import { parse } from 'yaml';
import type { Config, Deployment } from '../../lambda/core/config/config';
import { isJsonObject } from '../../lambda/core/words/json';
import { describeConfig } from './describe-config';

/**
 * Returns the config with the keys of its file, without the values that `describeConfig` hides. Services are named by their ids,
 * maintenance by its name, addresses by themselves.
 */
export function configShape(config: Config, deployment: Deployment): unknown {
  return byName(parse(describeConfig(config, deployment)));
}

/** Turns lists of named elements into maps, so that a new service does not make all others after it differ. */
function byName(value: unknown): unknown {
  if (Array.isArray(value)) {
    const names = value.map((each) => (isJsonObject(each) ? (each.id ?? each.email ?? each.name) : undefined));
    if (names.length === 0 || names.includes(undefined)) return value;
    return Object.fromEntries(value.map((each, index) => [String(names[index]), byName(each)]));
  }
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, held]) => [key, byName(held)]));
}
