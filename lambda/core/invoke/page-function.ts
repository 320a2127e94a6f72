/** How the function of a deployed page is set up: its environment, its size and its time. */

import type { SecretName } from '../config/secret-value';

/** CPU comes with memory, and somebody waits for the page. */
export const PAGE_MEMORY_MB = 1_024;
/** The checker may ask a service again before it answers; then the page is drawn. */
export const PAGE_TIMEOUT_S = 29;

/**
 * Of more services only some states are read: those of the services that are listed, and of those that need attention first. All others are
 * known in brief.
 */
export const MOST_READ = 500;

/** How soon a browser asks for a page again, in milliseconds; otherwise it does so with each run. */
export const SHORTEST_RENEWAL_MS = 15_000;

/** The file of the page's script, beside the function's code. */
export const PAGE_SCRIPT = 'renew.js';

export const PAGE_ENVIRONMENT = {
  table: 'STATUSWATCH_TABLE',
  secret: 'STATUSWATCH_PAGE_SECRET',
  secretKey: 'STATUSWATCH_PAGE_SECRET_KEY',
  /** The secret with the token of the metrics, if somebody reads them. */
  metricsSecret: 'STATUSWATCH_METRICS_SECRET',
  metricsSecretKey: 'STATUSWATCH_METRICS_SECRET_KEY',
  /** The ARN of the checker's alias for the page, if something can be done through the page. */
  checker: 'STATUSWATCH_CHECKER',
} as const;

/** How long the page waits for the checker, in milliseconds. */
export const CHECKER_ANSWER_MS = 25_000;

export interface PageEnvironment {
  readonly table: string;
  readonly token: SecretName;
  readonly metricsToken: SecretName | null;
  readonly checker: string | null;
}

/** Throws an error that names every variable that is missing. */
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
