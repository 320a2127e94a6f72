/** The tags of all resources of a deployment. */

import { Tags } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { Config } from '../lambda/core/config/config';

export function tagsOf({ name }: Config): Record<string, string> {
  return { application: 'statuswatch', deployment: name };
}

/** Dashboards are left out: they take tags only since recently, and linters and some regions still refuse them. */
export function addTags(scope: Construct, tags: Readonly<Record<string, string>>): void {
  const excludeResourceTypes = ['AWS::CloudWatch::Dashboard'];
  for (const [key, value] of Object.entries(tags)) Tags.of(scope).add(key, value, { excludeResourceTypes });
}
