/** What everything of a deployment is tagged with. */

import { Tags } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { Config } from '../lambda/core/config/config';

export function tagsOf({ name }: Pick<Config, 'name'>): Record<string, string> {
  return { application: 'statuswatch', deployment: name };
}

/** Dashboards have taken tags for so short a time that linters, and some regions, refuse them in a template. */
export function addTags(scope: Construct, tags: Readonly<Record<string, string>>): void {
  const excludeResourceTypes = ['AWS::CloudWatch::Dashboard'];
  for (const [key, value] of Object.entries(tags)) Tags.of(scope).add(key, value, { excludeResourceTypes });
}
