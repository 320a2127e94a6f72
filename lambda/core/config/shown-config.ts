/** A config as it may be answered to whoever may start the function: without the values of headers and addresses that are secret. */

import type { Config, HeaderValue, Service } from './config';

/** What stands in place of a value that is not shown. */
export const HIDDEN = '(hidden)';

/** A value that stands in the file might be a secret too, so only references to secrets are left as they are. */
export function shownConfig(config: Config): Config {
  return { ...config, services: config.services.map(shownService) };
}

function shownService({ asked: _, headers, ...service }: Service): Service {
  const shown = Object.entries(headers).map(([name, header]) => [name, shownHeader(header)]);
  return { ...service, headers: Object.fromEntries(shown) };
}

function shownHeader(header: HeaderValue): HeaderValue {
  switch (header.kind) {
    case 'literal':
      return { kind: 'literal', value: HIDDEN };
    case 'hidden':
      return { kind: 'hidden', value: HIDDEN, text: header.text, secrets: [] };
    case 'secret':
      return header;
  }
}
