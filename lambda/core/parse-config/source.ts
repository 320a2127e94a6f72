/** The input that a config is parsed from. */

export interface ConfigSource {
  /** The file's name in faults. */
  readonly file: string;
  readonly text: string;
  /** The values for `${NAME}`. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Reads the PEM file of `tls.caFile`. A fault shows the message of its error, which must not repeat the path. */
  readonly readCa: (path: string) => string;
  /** The services that are about to be probed: only for these is a placeholder address a fault. */
  readonly probing: 'all' | 'none' | readonly string[];
  /** Whether it is to be deployed: if so, secrets stay references, and what can't be deployed is a fault. */
  readonly deploying?: boolean;
}
