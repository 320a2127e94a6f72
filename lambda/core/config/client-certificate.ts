/** The certificate with which the checker authenticates to services that require one: mutual TLS. */

/** The values of a client certificate. */
export interface ClientIdentity {
  /** PEM text of the client's own certificate, and of the authorities between it and one that the service trusts. */
  readonly cert: string;
  /** PEM text of its private key. */
  readonly key: string;
  /** Opens the key; `null` for a key that is not encrypted. */
  readonly passphrase: string | null;
}

/** Why a client certificate can't be used. It quotes none of the values. */
export interface ClientFault {
  /** The value that is at fault. */
  readonly name: keyof ClientIdentity;
  /** The right value, and the problem: `expected …`. */
  readonly expected: string;
}
