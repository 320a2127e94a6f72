/** What the checker may ask with signatures of its role: the services of the config with `auth.sigv4`, each by its ARN. */

import { Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import type { Service } from '../../lambda/core/config/config';
import { SIGNED_SERVICES, type SignedResource, signedResource } from '../../lambda/core/config/signed-services';
import { allow } from '../functions/function-role';

/** The resources of a service of AWS that are asked, as ARNs. */
export interface SignedArns {
  readonly service: string;
  readonly arns: readonly string[];
}

export function signedArns(scope: Construct, services: readonly Service[]): readonly SignedArns[] {
  const resources = services.flatMap(({ auth, statusUrl }) =>
    auth?.kind === 'sigv4' ? (signedResource(auth, statusUrl) ?? []) : [],
  );
  return Object.keys(SIGNED_SERVICES).flatMap((service) => {
    const own = resources.filter((resource) => resource.service === service);
    return own.length === 0 ? [] : [{ service, arns: [...new Set(own.map((resource) => arnOf(scope, resource)))] }];
  });
}

function arnOf(scope: Construct, { arn, api, below }: SignedResource): string {
  if (api === null) return `${arn}${below}`;
  return Stack.of(scope).formatArn({ service: 'execute-api', region: api.region, resource: `${api.id}${below}` });
}

export function signedStatements(signed: readonly SignedArns[]): PolicyStatement[] {
  return signed.flatMap(({ service, arns }) =>
    service === 'lambda' ? urlStatements(arns) : [allow(sidOf(service), [...actionsOf(service)], [...arns])],
  );
}

/**
 * Source: AWS Lambda developer guide, "Control access to Lambda function URLs": "Starting in October 2025, new function URLs will require both
 * lambda:InvokeFunctionUrl and lambda:InvokeFunction permissions." By the condition the function can be invoked in no other way.
 */
function urlStatements(arns: readonly string[]): PolicyStatement[] {
  return [
    allow('SignedUrls', ['lambda:InvokeFunctionUrl'], [...arns]),
    new PolicyStatement({
      sid: 'SignedByUrlAlone',
      actions: ['lambda:InvokeFunction'],
      resources: [...arns],
      conditions: { Bool: { 'lambda:InvokedViaFunctionUrl': true } },
    }),
  ];
}

function actionsOf(service: string): readonly string[] {
  return SIGNED_SERVICES[service]?.actions ?? [];
}

/** Source: IAM user guide, "IAM JSON policy elements: Sid": letters and digits alone. */
function sidOf(service: string): string {
  return `Signed${service.replace(/(^|-)([a-z])/g, (_, __, letter: string) => letter.toUpperCase())}`;
}
