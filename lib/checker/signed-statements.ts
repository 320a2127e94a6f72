/** The permissions for signed requests: check services with `auth.sigv4`, each by its ARN, and notify Alertmanagers and event buses. */

import { Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import type { Config } from '../../lambda/core/config/config';
import { EVENTS_SERVICE } from '../../lambda/core/config/receivers';
import {
  PUT_EVENTS,
  SIGNED_RECEIVERS,
  SIGNED_SERVICES,
  type SignedResource,
  signedResources,
} from '../../lambda/core/config/signed-services';
import { allow } from '../functions/function-role';

/** The resources of an AWS service that the checker calls, as ARNs. */
export interface SignedArns {
  readonly service: string;
  readonly arns: readonly string[];
}

const ACTIONS: ReadonlyMap<string, readonly string[]> = new Map([
  ...Object.entries({ ...SIGNED_SERVICES, ...SIGNED_RECEIVERS }).map(([name, { actions }]) => [name, actions] as const),
  [EVENTS_SERVICE, PUT_EVENTS],
]);

export function signedArns(scope: Construct, config: Pick<Config, 'services' | 'receivers'>): readonly SignedArns[] {
  const resources = signedResources(config);
  return [...ACTIONS.keys()].flatMap((service) => {
    const own = resources.filter((resource) => resource.service === service);
    return own.length === 0 ? [] : [{ service, arns: [...new Set(own.map((resource) => arnOf(scope, resource)))] }];
  });
}

function arnOf(scope: Construct, { service, arn, own, below }: SignedResource): string {
  if (own === null) return `${arn}${below}`;
  const region = own.region ?? Stack.of(scope).region;
  return Stack.of(scope).formatArn({ service, region, resource: `${own.resource}${below}` });
}

export function signedStatements(signed: readonly SignedArns[]): PolicyStatement[] {
  return signed.flatMap(({ service, arns }) =>
    service === 'lambda' ? urlStatements(arns) : [allow(sidOf(service), [...(ACTIONS.get(service) ?? [])], [...arns])],
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

/** Source: IAM user guide, "IAM JSON policy elements: Sid": letters and digits alone. */
function sidOf(service: string): string {
  return `Signed${service.replace(/(^|-)([a-z])/g, (_, __, letter: string) => letter.toUpperCase())}`;
}
