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

/** The values that are known: where secrets are read at run time, a config has at most the certificate. */
export type KnownIdentity = { readonly [Name in keyof ClientIdentity]: ClientIdentity[Name] | undefined };

/** Returns all faults that the known values show; none if too little is known. */
export type CheckClient = (known: KnownIdentity) => readonly ClientFault[];
