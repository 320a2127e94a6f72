/** The sources of a construct's config. */

import type { ConfigContent } from './config-content';

/** A config in a file. */
export interface ConfigFileProps {
  /**
   * The path of a config such as `statuswatch.yaml`, from the folder that the app runs in. Paths in the file are relative to its own folder.
   *
   * @example
   * ```ts
   * new Statuswatch(this, 'Watch', { configFile: path.join(__dirname, '../statuswatch.yaml') });
   * ```
   */
  readonly configFile: string;
  readonly config?: never;
}

/** A config in the app itself. */
export interface ConfigContentProps {
  /**
   * The content of a config file. Values have to be known at the synthesis: a reference to a resource, such as the address of a load
   * balancer that the same app makes, is refused.
   *
   * @example
   * ```ts
   * new Statuswatch(this, 'Watch', {
   *   config: {
   *     name: 'payments',
   *     services: [{ id: 'payment-service', baseUrl: 'https://payment.example.com' }],
   *   },
   * });
   * ```
   */
  readonly config: ConfigContent;
  readonly configFile?: never;
}

/** The config, in one of two ways. Its `name` begins every fixed name: an account has room for only one of each name in a region. */
export type StatuswatchProps = ConfigFileProps | ConfigContentProps;
