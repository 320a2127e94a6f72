/** A failure on the checker's own side. */

export interface RunFailure {
  /** `probe`: the service could not be checked, so its state is unknown. If that is true of all services, the run is inconclusive. */
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
