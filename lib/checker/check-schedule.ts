/** The schedules that start the runs: a schedule for each shard of the services. */

import { Aws, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import {
  ContextAttribute,
  Schedule,
  ScheduleExpression,
  ScheduleGroup,
  ScheduleTargetInput,
} from 'aws-cdk-lib/aws-scheduler';
import { LambdaInvoke } from 'aws-cdk-lib/aws-scheduler-targets';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { retriesOf } from '../../lambda/core/invoke/invocation';
import type { RunEvent } from '../../lambda/core/invoke/run-event';
import { keyStatements } from '../functions/key-access';

interface CheckScheduleProps {
  readonly name: string;
  readonly intervalMs: number;
  readonly shards: number;
  readonly checker: IFunction;
  readonly deadLetters: IQueue;
  /** The key that encrypts the dead letters; `null` if there is none. */
  readonly key: IKey | null;
}

export class CheckSchedule extends Construct {
  readonly group: ScheduleGroup;

  constructor(scope: Construct, id: string, props: CheckScheduleProps) {
    super(scope, id);
    const { name, intervalMs, shards, checker, deadLetters } = props;
    // Schedules take no tags, so they get a group of their own.
    const scheduleGroup = new ScheduleGroup(this, 'Group', {
      scheduleGroupName: name,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.group = scheduleGroup;
    const role = this.schedulerRole(props);
    const { attempts, maxAgeMs } = retriesOf({ intervalMs });
    // A start may be delivered twice, or tried again: it counts once, by this time.
    const due: Partial<Record<keyof RunEvent, string>> = { due: ContextAttribute.scheduledTime };
    for (let shard = 0; shard < shards; shard += 1) {
      const schedule = new Schedule(this, `Shard${shard}`, {
        description: `Runs the checks of ${name}${shards > 1 ? `, part ${shard + 1} of ${shards}` : ''}`,
        schedule: ScheduleExpression.rate(Duration.millis(intervalMs)),
        scheduleGroup,
        target: new LambdaInvoke(checker, {
          // The role has what it needs; CDK would add all versions of the function.
          role: role.withoutPolicyUpdates(),
          retryAttempts: attempts,
          maxEventAge: Duration.millis(maxAgeMs),
          deadLetterQueue: deadLetters,
          input: ScheduleTargetInput.fromObject({ shard, shards, ...due }),
        }),
      });
      // The schedule refers to its group only by name.
      schedule.node.addDependency(scheduleGroup);
    }
  }

  /** Only schedules of the group may take the role. */
  private schedulerRole({ name, checker, deadLetters, key }: CheckScheduleProps): Role {
    const groupArn = Stack.of(this).formatArn({
      service: 'scheduler',
      resource: 'schedule-group',
      resourceName: name,
    });
    return new Role(this, 'Role', {
      description: 'What the schedule of statuswatch may do: start the checker',
      assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID, 'aws:SourceArn': groupArn } },
      }),
      inlinePolicies: {
        start: new PolicyDocument({
          statements: [
            new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [checker.functionArn] }),
            new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [deadLetters.queueArn] }),
            ...keyStatements(key, 'sends'),
          ],
        }),
      },
    });
  }
}
