/** The settings of the page's function: environment, memory and time limits. */

import type { SecretName } from '../config/secret-value';

/** More memory means more CPU, and people wait for the page. */
export const PAGE_MEMORY_MB = 1_024;
/** Long enough for the checker to check a service, and for drawing the page after that. */
export const PAGE_TIMEOUT_S = 29;

/** With more services, only the states of listed services and of those that need attention first are read. For the others there is a brief. */
export const MOST_READ = 500;

/** A browser reloads the page after each run, but not sooner than this, in milliseconds. */
export const SHORTEST_RENEWAL_MS = 15_000;

/** The file of the page's script, beside the function's code. */
export const PAGE_SCRIPT = 'renew.js';

export const PAGE_ENVIRONMENT = {
  table: 'STATUSWATCH_TABLE',
  secret: 'STATUSWATCH_PAGE_SECRET',
  secretKey: 'STATUSWATCH_PAGE_SECRET_KEY',
  /** The secret with the token for the metrics, if they are served. */
  metricsSecret: 'STATUSWATCH_METRICS_SECRET',
  metricsSecretKey: 'STATUSWATCH_METRICS_SECRET_KEY',
  /** The ARN of the checker's alias for the page, if the page has actions. */
  checker: 'STATUSWATCH_CHECKER',
} as const;

/** The time limit for an answer of the checker, in milliseconds. */
export const CHECKER_ANSWER_MS = 25_000;

export interface PageEnvironment {
  readonly table: string;
  readonly token: SecretName;
  readonly metricsToken: SecretName | null;
  readonly checker: string | null;
}

/** Parses the environment. Throws an error that names every missing variable. */
export function readPageEnvironment(environment: Readonly<Record<string, string | undefined>>): PageEnvironment {
  const { table, secret, secretKey, metricsSecret, metricsSecretKey, checker } = PAGE_ENVIRONMENT;
  const missing = [table, secret].filter((name) => !environment[name]);
  if (missing.length > 0) throw new Error(`the environment lacks ${missing.join(' and ')}`);
  return {
    table: environment[table] ?? '',
    token: { secret: environment[secret] ?? '', key: environment[secretKey] || null },
    metricsToken: environment[metricsSecret]
      ? { secret: environment[metricsSecret], key: environment[metricsSecretKey] || null }
      : null,
    checker: environment[checker] || null,
  };
}
