/** The services and receivers of a config as the file has them. */

import { type JsonObject, jsonObjectOf } from '../../words/json';
import type { ConfigDocument } from './document';
import type { ConfigPath } from './fault';

/** The entries of `services` as the file has them; an invalid entry is an empty map. */
export function rawServices(document: ConfigDocument): readonly JsonObject[] {
  const services = jsonObjectOf(document.value).services;
  return Array.isArray(services) ? services.map(jsonObjectOf) : [];
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
