/**
 * The expectations of a service, put together from the settings of the top level and of the service: `objective` and `conditions`. At a
 * service each of their keys replaces that of the top.
 */

import type { ConditionCode, ConditionSettings } from '../../conditions/conditions';
import type { Objective } from '../config';
import type { SoundConfig } from '../schema/config-schema';
import type { ObjectiveKeys } from '../schema/expectation-keys';
import type { ConfigDocument } from './document';
import type { ConfigFault, ConfigPath } from './fault';

const DEFAULT_WINDOW_MS = 30 * 86_400_000;

/** The objective of a service, its own keys before the common; `null` if no share is set. */
export function buildObjective(common: ObjectiveKeys = {}, own: ObjectiveKeys = {}): Objective | null {
  const { availability = null, windowMs = DEFAULT_WINDOW_MS } = { ...common, ...own };
  const { underMs, share = null } = { ...common.responseTime, ...own.responseTime };
  const responseTime = share === null || underMs === undefined ? null : { underMs, share };
  return availability === null && responseTime === null ? null : { availability, responseTime, windowMs };
}

/** Finds response times with a share but no limit, or with a limit but no share. */
export function halfResponseTimes(
  { objective, services = [] }: SoundConfig,
  document: ConfigDocument,
  refused: ReadonlySet<string>,
): ConfigFault[] {
  if ([...refused].some((key) => key.includes('objective'))) return [];
  return services.flatMap((service, index) => {
    const own = service?.objective?.responseTime;
    const { share, under } = { ...objective?.responseTime, ...own };
    if (share === null || (under === undefined) === (share === undefined)) return [];
    const path: ConfigPath = own === undefined ? [] : ['services', index];
    const expected = under === undefined ? 'under too, such as 800ms' : 'share too, such as 99%';
    return [document.fault([...path, 'objective', 'responseTime'], `expected ${expected}`)];
  });
}

/** The condition settings of a service; each figure of its own replaces the common figure. */
export function buildConditions(common: ConditionSettings = {}, own: ConditionSettings = {}): ConditionSettings {
  const codes = [...new Set([...Object.keys(common), ...Object.keys(own)])] as ConditionCode[];
  return Object.fromEntries(codes.map((code) => [code, { ...common[code], ...own[code] }]));
}
