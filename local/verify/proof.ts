/** What `statuswatch verify` has shown of a deployment: one proof for each thing that was tried. */

/** `left-out`: it was not tried, and the text says why. */
export type ProofMark = 'ok' | 'bad' | 'left-out';

export interface Proof {
  readonly mark: ProofMark;
  /** What was tried, in one or two words. */
  readonly about: string;
  readonly text: string;
  /** How long it took, in milliseconds; `null` if that has no meaning. */
  readonly tookMs: number | null;
}

export function proven(about: string, text: string, tookMs: number | null = null): Proof {
  return { mark: 'ok', about, text, tookMs };
}

export function notProven(about: string, text: string): Proof {
  return { mark: 'bad', about, text, tookMs: null };
}

export function leftOut(about: string, text: string): Proof {
  return { mark: 'left-out', about, text, tookMs: null };
}

/** The whole of a verification. Times are ISO 8601 in UTC with milliseconds. */
export interface Verification {
  readonly schema: 'statuswatch.verification/1';
  readonly deployment: string;
  readonly region: string;
  /** The name that the drill had in its alerts. */
  readonly service: string;
  readonly startedAt: string;
  readonly durationMs: number;
  /** Whether nothing that was tried has failed. */
  readonly passed: boolean;
  readonly proofs: readonly Proof[];
}
