/** Configs of worlds. */

import type { Config, Service } from '../../../lambda/core/config/config';
import { understood } from '../core/parsed';

const parsed = new Map<string, Config>();

/** A config of services that are asked once in each run; `of` says how a service is otherwise. It is parsed once: thousands of runs have the same few. */
export function modelConfig(services: readonly string[], of: (id: string) => Partial<Service> = () => ({})): Config {
  const key = services.join();
  const config = parsed.get(key) ?? parse(services);
  parsed.set(key, config);
  return { ...config, services: config.services.map((service) => ({ ...service, ...of(service.id) })) };
}

function parse(services: readonly string[]): Config {
  const text = JSON.stringify({
    name: 'shop',
    retry: { attempts: 1 },
    services: services.map((id) => ({ id, baseUrl: `https://${id}.example.org` })),
  });
  return understood('', { text }).config;
}
