/** What a config is parsed from. */

export interface ConfigSource {
  /** The file's name as faults give it. */
  readonly file: string;
  readonly text: string;
  /** Where `${NAME}` takes its values from. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Reads the PEM file of `tls.caFile`; the message of what it throws is told, so it must not repeat the path. */
  readonly readCa: (path: string) => string;
  /** The services that are about to be probed: a placeholder address is a fault of those alone. */
  readonly probing: 'all' | 'none' | readonly string[];
  /** Whether it is to be deployed: then secrets stay references, and what can't be deployed is a fault. */
  readonly deploying?: boolean;
}
