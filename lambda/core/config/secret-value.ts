/** Values that may be secrets: of request headers, credentials, client certificates, and of what receivers are set up with. */

/**
 * A value of a service, such as that of a header, or a setting of a receiver. If it came from outside the file, it keeps the file's text (`Bearer ${TOKEN}`),
 * because only that text may be shown, never the value. The value of a `secret` has yet to be read (`revealSecrets`).
 */
export type SecretValue =
  | { readonly kind: 'literal'; readonly value: string }
  | {
      readonly kind: 'hidden';
      readonly value: string;
      readonly text: string;
      /** The values that were put in, and the texts around them that count as secrets too. */
      readonly secrets: readonly string[];
    }
  | SecretReference;

/** A value in AWS Secrets Manager: a key of a secret's JSON, or its whole text if `key` is `null`. */
export interface SecretName {
  /** The secret's name or ARN. */
  readonly secret: string;
  readonly key: string | null;
}

export interface SecretReference extends SecretName {
  readonly kind: 'secret';
}
