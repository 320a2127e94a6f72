/** The secrets that a permission is for. */

import { ArnFormat, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';

/** Secrets Manager ends each ARN in a hyphen and six characters of its own, with which a name can end too. */
export function secretArns(scope: Construct, secret: string): string[] {
  if (secret.startsWith('arn:')) return /-[A-Za-z0-9]{6}$/.test(secret) ? [secret, ofName(secret)] : [ofName(secret)];
  const resource = { service: 'secretsmanager', resource: 'secret', resourceName: ofName(secret) };
  return [Stack.of(scope).formatArn({ ...resource, arnFormat: ArnFormat.COLON_RESOURCE_NAME })];
}

function ofName(nameOrArn: string): string {
  return `${nameOrArn}-??????`;
}
