/** Stands in the Lambda's bundle for `@aws-sdk/client-secrets-manager` if the config names no secret. */

export class SecretsManagerClient {
  async send(): Promise<never> {
    throw new Error('this bundle was made for a config without secrets');
  }
}

export class GetSecretValueCommand {}
