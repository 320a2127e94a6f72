/** The settings of a new deployment besides its addresses: each has a key in the config. */

import { stringify } from 'yaml';
import { parseConfig } from '../../lambda/core/config/parse/parse-config';

/** The place of each setting in the config. */
const PLACES = {
  name: ['name'],
  region: ['deploy', 'region'],
  email: ['alerts', 'subscriptions', 0, 'email'],
} as const;

export type Setting = keyof typeof PLACES;
export type Settings = Readonly<Partial<Record<Setting, string>>>;

export const SETTINGS = Object.keys(PLACES) as readonly Setting[];

/** The part of a config that contains one setting, and nothing else. */
export function configWith(setting: Setting, value: string): object {
  const places: readonly (string | number)[] = PLACES[setting];
  return places.reduceRight<unknown>((held, key) => (key === 0 ? [held] : { [key]: held }), value) as object;
}

/** The fault of a value, in the words of the config's faults; `null` if it is right. */
export function settingFault(setting: Setting, value: string): string | null {
  const services = [{ id: 'a', baseUrl: 'https://a.internal' }];
  const text = stringify({ ...configWith(setting, value), services }, { lineWidth: 0 });
  const result = parseConfig({ file: '', text, environment: {}, readCa: () => '', probing: 'none' });
  return result.ok ? null : result.faults.map(({ holds, expected }) => `is ${holds}; ${expected}`).join('; ');
}
