/** A stack that holds only statuswatch: `cdk deploy` deploys it. */

import { Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { Statuswatch, type StatuswatchProps } from './statuswatch';
import { tagsOf } from './tags';

export class StatuswatchStack extends Stack {
  constructor(scope: Construct, id: string, props: StatuswatchProps) {
    const { config, deployment } = props;
    super(scope, id, {
      description: `statuswatch: health checks of ${config.services.length} services`,
      tags: tagsOf(config),
      terminationProtection: deployment.terminationProtection,
    });
    // Any other id would become a part of all logical ids, and deployed resources would be replaced.
    // Source: constructs, Node.addr: "constructs with the ID `Default` (case sensitive) will be excluded from the calculation".
    new Statuswatch(this, 'Default', props);
  }
}
