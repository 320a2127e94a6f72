/** A config without the secret values of services and receivers, as anyone who may invoke the function may see it. */

import { withoutQuery } from '../words/shown-value';
import type { Config, Service } from './config';
import type { ReceiverConfig } from './receivers';
import type { SecretValue } from './secret-value';
import { changeValues, withSentValues, withValues } from './service-values';

/** The text in place of a value that is not shown. */
const HIDDEN = '(hidden)';

/** Hides all values except references to secrets: a value in the file might be a secret too. */
export function shownConfig(config: Config): Config {
  return {
    ...config,
    services: config.services.map(shownService),
    receivers: config.receivers.map(shownReceiver),
    pulses: config.pulses.map((pulse) => changeValues(pulse, shownValue)),
  };
}

function shownReceiver({ settings, access, template: _, ...others }: ReceiverConfig): ReceiverConfig {
  const shown = { ...others, settings: changeValues(settings, shownValue) };
  return access === undefined ? shown : { ...shown, access: withSentValues(access, shownValue) };
}

function shownService(service: Service): Service {
  const { auth, ...shown } = withValues(service, shownValue);
  if (auth?.kind !== 'oauth2') return { auth, ...shown };
  return { ...shown, auth: { ...auth, tokenUrl: withoutQuery(auth.tokenUrl) } };
}

function shownValue(value: SecretValue): SecretValue {
  switch (value.kind) {
    case 'literal':
      return { kind: 'literal', value: HIDDEN };
    case 'hidden':
      return { kind: 'hidden', value: HIDDEN, text: value.text, secrets: [] };
    case 'secret':
      return value;
  }
}
