/** What went wrong on the checker's own side. */

export interface RunFailure {
  /** `probe`: the service could not be asked, and nothing is known of it. */
  readonly output: 'probe' | 'store' | 'alerts' | 'metrics' | 'secrets';
  /** `null` where it concerns all services. */
  readonly service: string | null;
  readonly message: string;
}

/** What an error says. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
