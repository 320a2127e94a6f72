/** The difference of two configs, by the keys of a config file. */

import { isJsonObject } from '../../lambda/core/words/json';
import { configShape } from '../input/describe-config';
import type { DeployedConfig } from './facts';

/** The most characters of a value that are shown. */
const SHOWN_LENGTH = 60;
/** If values differ only further on: how many characters of their common text are shown before that. */
const SHOWN_BEFORE = 20;

/**
 * A line for each key that differs: its path, the local value, and the deployed value. Services are named by their ids,
 * maintenance by its name, addresses by themselves. Values that `describeConfig` hides are not compared. Empty if no other value differs.
 */
export function configDifference(here: DeployedConfig, deployed: DeployedConfig): readonly string[] {
  return differences(configShape(here.config, here.deployment), configShape(deployed.config, deployed.deployment), []);
}

function differences(here: unknown, deployed: unknown, path: readonly string[]): string[] {
  if (isJsonObject(here) && isJsonObject(deployed)) {
    const keys = [...new Set([...Object.keys(here), ...Object.keys(deployed)])];
    return keys.flatMap((key) => differences(here[key], deployed[key], [...path, key]));
  }
  if (JSON.stringify(here) === JSON.stringify(deployed)) return [];
  const left = textOf(here);
  const right = textOf(deployed);
  let same = 0;
  while (same < left.length && left[same] === right[same]) same++;
  // Both texts begin at the same place, so that the difference is visible.
  const start = same < SHOWN_LENGTH - SHOWN_BEFORE ? 0 : same - SHOWN_BEFORE;
  return [`${path.join('.')}: ${shown(left, start)} → ${shown(right, start)}`];
}

function textOf(value: unknown): string {
  if (value === undefined) return '(nothing)';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function shown(text: string, start: number): string {
  const rest = start === 0 ? text : `…${text.slice(start + 1)}`;
  return rest.length > SHOWN_LENGTH ? `${rest.slice(0, SHOWN_LENGTH - 1)}…` : rest;
}
