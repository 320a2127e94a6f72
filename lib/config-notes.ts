/** The notes of a synthesis about a config: its cost, and possible mistakes. */

import { Annotations, Stack, Token } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { reachOf } from '../lambda/core/config/addresses';
import type { Config, Deployment } from '../lambda/core/config/config';
import { estimateCost } from '../lambda/core/cost/cost';
import { confirmDelayMs } from '../lambda/core/invoke/invocation';
import { nameSome } from '../lambda/core/words/shown-value';

export function addConfigNotes(scope: Construct, config: Config, deployment: Deployment): void {
  const notes = Annotations.of(scope);
  addCostNote(notes, config, deployment);
  addReceiverNotes(notes, config, deployment);
  addPageNotes(notes, deployment);
  addAddressNotes(notes, config, deployment);
  addConfirmNote(notes, config);
  addStackNotes(notes, Stack.of(scope), deployment);
}

function addCostNote(notes: Annotations, config: Config, deployment: Deployment): void {
  const { listed } = estimateCost(config, deployment);
  notes.addInfoV2(
    'statuswatch:cost',
    `about $${listed.toFixed(2)} a month at list prices; "statuswatch cost" lists the items and the assumptions`,
  );
}

function addReceiverNotes(notes: Annotations, config: Config, deployment: Deployment): void {
  if (deployment.subscriptions.length === 0 && deployment.slack === null) {
    const nobody =
      config.receivers.length === 0
        ? 'nobody is notified'
        : 'receivers are notified of services alone, and nobody of alarms about the checker itself';
    notes.addWarningV2(
      'statuswatch:nobody-is-notified',
      `the config names neither alerts.subscriptions nor alerts.slack: ${nobody}, except those who subscribe to the topic in another way`,
    );
  }
  const outside = [...config.receivers, ...config.pulses];
  if (deployment.network !== null && outside.length > 0) {
    const ids = outside.map(({ id }) => id).join(', ');
    notes.addInfoV2(
      'statuswatch:receivers-in-a-network',
      `the config names a network, so the receivers and pulses ${ids} are reached through it: it needs a way to their addresses, such as a NAT gateway; a VPC endpoint gives a way to SNS alone`,
    );
  }
}

function addPageNotes(notes: Annotations, deployment: Deployment): void {
  if (deployment.page !== null && deployment.page.concurrency === null) {
    notes.addWarningV2(
      'statuswatch:page-concurrency',
      'the config sets no page.concurrency: anybody can send requests to the page, and these may use up the concurrency of the account, so that no run starts; "statuswatch doctor" says how much the account has',
    );
  }
}

function addAddressNotes(notes: Annotations, config: Config, deployment: Deployment): void {
  const isPrivate = config.services.filter(({ baseUrl }) => reachOf(baseUrl) === 'private').map(({ id }) => id);
  if (deployment.network === null && isPrivate.length > 0) {
    notes.addWarningV2(
      'statuswatch:private-addresses',
      `the config names no network, and the addresses of ${isPrivate.join(', ')} are private: the checker can't reach them`,
    );
  }
  const isIpv6 = config.services.filter(({ baseUrl }) => new URL(baseUrl).hostname.startsWith('[')).map(({ id }) => id);
  if (!deployment.network?.ipv6AllowedForDualStack && isIpv6.length > 0) {
    notes.addWarningV2(
      'statuswatch:ipv6',
      `the addresses of ${isIpv6.join(', ')} are of IPv6, which a Lambda reaches only in dual-stack subnets with "ipv6AllowedForDualStack: true" in the config's network`,
    );
  }
}

/** The retries of a service usually take as long as regions need, but for a second. */
const USUAL_DELAY_MS = 1_000;

function addConfirmNote(notes: Annotations, { confirmFrom, services }: Config): void {
  if (confirmFrom === null) return;
  const late = services.filter((service) => service.confirmFrom === null && confirmDelayMs(service) > USUAL_DELAY_MS);
  if (late.length === 0) return;
  const seconds = Math.max(...late.map(confirmDelayMs)) / 1_000;
  notes.addInfoV2(
    'statuswatch:confirm-from',
    `with few retries, alerts that ${nameSome(late.map(({ id }) => id))} can't be reached wait up to ${seconds} s for the regions of confirmFrom`,
  );
}

function addStackNotes(notes: Annotations, stack: Stack, deployment: Deployment): void {
  for (const key of ['account', 'region'] as const) {
    const wanted = deployment[key];
    const own = stack[key];
    if (wanted === null || wanted === own) continue;
    const which = Token.isUnresolved(own) ? 'leaves it to the shell' : `is for ${own}`;
    notes.addWarningV2(
      `statuswatch:${key}`,
      `the config sets deploy.${key} to ${wanted}, but the stack that statuswatch is part of ${which}: set env in the properties of that stack`,
    );
  }
  if (deployment.protect && !isProtected(stack)) {
    notes.addWarningV2(
      'statuswatch:termination-protection',
      'the config sets deploy.protect, which is up to the stack that statuswatch is part of: set terminationProtection in the properties of that stack',
    );
  }
}

/** CloudFormation protects a nested stack with its parent. */
function isProtected({ terminationProtection = false, nestedStackParent }: Stack): boolean {
  return nestedStackParent === undefined ? terminationProtection : isProtected(nestedStackParent);
}
