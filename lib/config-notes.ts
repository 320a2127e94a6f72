/** What a synthesis says of a config: what it costs, and what may not be meant. */

import { Annotations, type Stack } from 'aws-cdk-lib';
import { reachOf } from '../lambda/core/config/addresses';
import type { Config, Deployment } from '../lambda/core/config/config';
import { estimateCost } from '../lambda/core/cost/cost';
import { checkerMemoryMb, shardCount } from '../lambda/core/run/invocation';

export function addConfigNotes(stack: Stack, config: Config, deployment: Deployment): void {
  const notes = Annotations.of(stack);
  const memoryMb = checkerMemoryMb(config, shardCount(config, deployment));
  const { listed } = estimateCost(config, deployment, { memoryMb });
  notes.addInfoV2(
    'statuswatch:cost',
    `about $${listed.toFixed(2)} a month at list prices; "statuswatch cost" tells the items and what was assumed`,
  );
  if (deployment.subscriptions.length === 0 && deployment.slack === null) {
    notes.addWarningV2(
      'statuswatch:nobody-is-told',
      'the config names neither alerts.subscriptions nor alerts.slack: alerts will reach only what subscribes to the topic by other means',
    );
  }
  const isPrivate = config.services.filter(({ baseUrl }) => reachOf(baseUrl) === 'private').map(({ id }) => id);
  if (deployment.network === null && isPrivate.length > 0) {
    notes.addWarningV2(
      'statuswatch:private-addresses',
      `the config names no network, and the addresses of ${isPrivate.join(', ')} are private: the checker has no way to them`,
    );
  }
}
