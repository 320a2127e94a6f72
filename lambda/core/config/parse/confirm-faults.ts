/** The faults of `confirmFrom` in a deployment: the regions that confirm reach public addresses alone, and get no client certificate. */

import { reachOf } from '../addresses';
import { REGIONS } from '../regions';
import type { SoundConfig } from '../schema/config-schema';
import type { ConfigDocument } from './document';
import type { ConfigFault } from './fault';
import { isHttpAddress } from './outside';

export function confirmFaults({ confirmFrom, services = [] }: SoundConfig, document: ConfigDocument): ConfigFault[] {
  if (!confirmFrom) return [];
  const home = document.get(['deploy', 'region']);
  const atKey = (expected: string) => document.keyFault(['confirmFrom'], expected);
  return [
    ...(typeof home === 'string' ? [] : [atKey('needs deploy.region: the regions that confirm are other ones')]),
    ...(typeof home === 'string' && !REGIONS.includes(home)
      ? [atKey(`can't be used in ${home}: expected a deploy.region in the same partition of AWS`)]
      : []),
    ...confirmFrom.flatMap((region, index) =>
      region === home ? [document.fault(['confirmFrom', index], 'expected another region than deploy.region')] : [],
    ),
    ...(document.get(['network']) === undefined
      ? []
      : [atKey("can't be used with network: other regions can't reach the addresses in it")]),
    ...services.flatMap((service, index) => (service?.confirmFrom === 'none' ? [] : serviceFaults(index, document))),
  ];
}

function serviceFaults(index: number, document: ConfigDocument): ConfigFault[] {
  const path = ['services', index];
  const baseUrl = document.get([...path, 'baseUrl']);
  const isPrivate = isHttpAddress(baseUrl) && reachOf(baseUrl) === 'private';
  const client = document.get([...path, 'tls', 'client']) ?? document.get(['tls', 'client']);
  // It is shown only with TLS.
  const hasClient = client !== undefined && isHttpAddress(baseUrl) && new URL(baseUrl).protocol === 'https:';
  const remedy = 'expected "confirmFrom: none" in this service';
  return [
    ...(isPrivate ? [document.fault([...path, 'baseUrl'], `${remedy}: other regions can't reach it`)] : []),
    ...(hasClient ? [document.keyFault(path, `has a client certificate, which stays here; ${remedy}`)] : []),
  ];
}
