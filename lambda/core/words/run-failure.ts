/** A failure on the checker's own side. */

export interface RunFailure {
  /** `probe`: the service could not be checked, and nothing is known of it. If it concerns all, the run is inconclusive. */
  readonly output:
    | 'probe'
    | 'store'
    | 'alerts'
    | 'metrics'
    | 'history'
    | 'overview'
    | 'secrets'
    | 'addresses'
    | 'status page'
    | 'terminal';
  /** `null` if it concerns all services. */
  readonly service: string | null;
  readonly message: string;
}

/** The message of an error. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
