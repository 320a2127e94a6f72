/** A stack that holds only statuswatch: `cdk deploy` deploys it. */

import { Annotations, Stack, type StackProps, Token } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { Statuswatch, type StatuswatchProps } from './statuswatch';
import { tagsOf } from './tags';

/** `env` is the account and the region; without a region it is that of the config, and without either that of the shell. */
export type StatuswatchStackProps = StatuswatchProps & Pick<StackProps, 'env'>;

export class StatuswatchStack extends Stack {
  constructor(scope: Construct, id: string, props: StatuswatchStackProps) {
    const { config, deployment, env } = props;
    super(scope, id, {
      env: { ...(deployment.region !== null && { region: deployment.region }), ...env },
      description: `statuswatch: health checks of ${config.services.length} services`,
      tags: tagsOf(config),
      terminationProtection: deployment.terminationProtection,
    });
    if (Token.isUnresolved(this.region)) {
      Annotations.of(this).addInfoV2('statuswatch:region', regionNote(process.env.CDK_DEFAULT_REGION));
    }
    // Any other id would become a part of all logical ids, and deployed resources would be replaced.
    // Source: constructs, Node.addr: "constructs with the ID `Default` (case sensitive) will be excluded from the calculation".
    new Statuswatch(this, 'Default', props);
  }
}

/**
 * In another region the same command would make a second deployment. `shells` is what the `cdk` command has found out.
 * Source: AWS CDK developer guide, "Configure environments".
 */
function regionNote(shells: string | undefined): string {
  const where = shells ? `${shells}, the region of your shell or profile` : 'the region of your shell or profile';
  return `it is deployed to ${where}; from a shell with another region it would be deployed a second time, unless the config has "region: ${shells || 'eu-central-1'}"`;
}
