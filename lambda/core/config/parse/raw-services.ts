/** The services and receivers of a config as the file has them, and the values of services and Alertmanagers that may be secrets. */

import { isJsonObject, type JsonObject, jsonObjectOf } from '../../words/json';
import type { ConfigDocument } from './document';
import type { ConfigPath } from './fault';
import { SERVICE_PLACES, type ServicePlace } from './service-places';

/** The entries of `services` as the file has them; an invalid entry is an empty map. */
export function rawServices(document: ConfigDocument): readonly JsonObject[] {
  const services = jsonObjectOf(document.value).services;
  return Array.isArray(services) ? services.map(jsonObjectOf) : [];
}

/** The maps that may have the keys of a service: the top level, and each service, with their places. */
export function rawEntries(document: ConfigDocument): readonly (readonly [path: ConfigPath, entry: JsonObject])[] {
  const ofServices = rawServices(document).map((service, index) => [['services', index], service] as const);
  return [[[], jsonObjectOf(document.value)], ...ofServices];
}

/** A value as the file has it. */
export interface RawValue {
  readonly path: ConfigPath;
  readonly value: unknown;
}

/** All such values that are there. */
export function rawValues(document: ConfigDocument): readonly RawValue[] {
  return valuesIn(rawEntries(document), SERVICE_PLACES);
}

/** The same of the requests to Alertmanagers. */
export function rawAlertmanagerValues(document: ConfigDocument): readonly RawValue[] {
  return valuesIn(rawAlertmanagers(document), SERVICE_PLACES);
}

/** The values that must not stand in the file. */
export function rawSecrets(document: ConfigDocument): readonly RawValue[] {
  return valuesIn(
    [...rawEntries(document), ...rawAlertmanagers(document)],
    SERVICE_PLACES.filter(({ isSecret }) => isSecret),
  );
}

function valuesIn(entries: ReturnType<typeof rawEntries>, places: readonly ServicePlace[]): RawValue[] {
  return entries.flatMap(([path, entry]) => places.flatMap(({ keys }) => valuesBelow({ path, value: entry }, keys)));
}

function valuesBelow({ path, value }: RawValue, [key, ...rest]: readonly string[]): RawValue[] {
  if (key === undefined) return [{ path, value }];
  if (!isJsonObject(value)) return [];
  const names = key === '*' ? Object.keys(value) : [key].filter((name) => Object.hasOwn(value, name));
  return names.flatMap((name) => valuesBelow({ path: [...path, name], value: value[name] }, rest));
}

/** The entries of `alerts.receivers` as the file has them; an invalid entry is an empty map. */
export function rawReceivers({ value }: ConfigDocument): readonly JsonObject[] {
  const { receivers } = jsonObjectOf(jsonObjectOf(value).alerts);
  return Array.isArray(receivers) ? receivers.map(jsonObjectOf) : [];
}

export function receiverPath(index: number, ...keys: ConfigPath): ConfigPath {
  return ['alerts', 'receivers', index, ...keys];
}

/** The maps that have `urls`, `auth` and `headers` of Alertmanagers, with their places. */
export function rawAlertmanagers(
  document: ConfigDocument,
): readonly (readonly [path: ConfigPath, entry: JsonObject])[] {
  return rawReceivers(document).flatMap(({ alertmanager }, index) =>
    alertmanager === undefined ? [] : [[receiverPath(index, 'alertmanager'), jsonObjectOf(alertmanager)] as const],
  );
}

/** The addresses of an Alertmanager as the file has them. */
export function rawUrls({ urls }: JsonObject): readonly unknown[] {
  return Array.isArray(urls) ? urls : [];
}
