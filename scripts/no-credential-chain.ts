/** Stands in for the SDK's chain of credential sources in a Lambda, whose clients all get their credentials from `awsClientConfig`. */

export function defaultProvider(): never {
  throw new Error('a client was made without credentials');
}
