/** A stack that holds only statuswatch: `cdk deploy` deploys it. */

import { Annotations, Stack, type StackProps, Token } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { StatuswatchProps } from './config-props';
import { environmentOf } from './environment';
import { readProps } from './read-props';
import { Statuswatch } from './statuswatch';
import { tagsOf } from './tags';

/** `env` is the account and the region; missing values come from the config, and otherwise from the shell. */
export type StatuswatchStackProps = StatuswatchProps & Pick<StackProps, 'env' | 'stackName'>;

/**
 * A stack of statuswatch alone, with the region, the tags and the protection that its config wants.
 *
 * @example
 * ```ts
 * new StatuswatchStack(app, 'statuswatch', { configFile: 'statuswatch.yaml' });
 * ```
 */
export class StatuswatchStack extends Stack {
  constructor(scope: Construct, id: string, props: StatuswatchStackProps) {
    const { config, deployment } = readProps(props);
    const { env, stackName } = props;
    super(scope, id, {
      ...(stackName !== undefined && { stackName }),
      env: { ...environmentOf(deployment), ...env },
      description: `statuswatch: health checks of ${config.services.length} services`,
      tags: tagsOf(config),
      terminationProtection: deployment.protect,
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
 * In another region the same command would make a second deployment. `shells` is the region that the `cdk` command has found.
 * Source: AWS CDK developer guide, "Configure environments".
 */
function regionNote(shells: string | undefined): string {
  const where = shells ? `${shells}, the region of your shell or profile` : 'the region of your shell or profile';
  return `it is deployed to ${where}; from a shell with another region it would be deployed a second time, unless the config has "deploy: { region: ${shells || 'eu-central-1'} }"`;
}
