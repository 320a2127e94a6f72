/** The checker's place in a network: the subnets of the config, and its security groups or a group of its own. */

import { CfnSecurityGroup } from 'aws-cdk-lib/aws-ec2';
import type { CfnFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { Deployment } from '../../lambda/core/config/config';

interface CheckerNetworkProps {
  readonly name: string;
  readonly network: NonNullable<Deployment['network']>;
}

export class CheckerNetwork extends Construct {
  readonly vpcConfig: CfnFunction.VpcConfigProperty;
  /** The checker's own group, which services can let in; `null` if the config names others. */
  readonly ownGroupId: string | null;

  constructor(scope: Construct, id: string, { name, network }: CheckerNetworkProps) {
    super(scope, id);
    const { vpcId, subnetIds, securityGroupIds, ipv6AllowedForDualStack } = network;
    this.ownGroupId =
      securityGroupIds === null && vpcId !== null ? this.ownGroup(name, vpcId, ipv6AllowedForDualStack) : null;
    this.vpcConfig = {
      subnetIds: [...subnetIds],
      securityGroupIds: this.ownGroupId === null ? [...(securityGroupIds ?? [])] : [this.ownGroupId],
      // Lambda's own default is false: it is in the template only where it is wanted.
      ...(ipv6AllowedForDualStack && { ipv6AllowedForDualStack }),
    };
  }

  /** Allows requests to any address, and no connections from outside. */
  private ownGroup(name: string, vpcId: string, withIpv6: boolean): string {
    const description = 'Services, and the AWS APIs';
    const group = new CfnSecurityGroup(this, 'Group', {
      vpcId,
      groupDescription: `The checker of ${name} - calls services; nothing calls it`,
      securityGroupEgress: [
        { ipProtocol: '-1', cidrIp: '0.0.0.0/0', description },
        ...(withIpv6 ? [{ ipProtocol: '-1', cidrIpv6: '::/0', description }] : []),
      ],
    });
    return group.attrGroupId;
  }
}
