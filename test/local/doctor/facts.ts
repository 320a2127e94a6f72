/** The facts of a healthy deployment, for tests that break one of them. */

import { configHash } from '../../../lambda/core/config/config-hash';
import { CHECKER_ALARM_TITLES } from '../../../lambda/core/message/forms/alarm-text';
import type { AlarmFact, Facts } from '../../../local/doctor/facts';
import type { Fact } from '../../../local/doctor/finding';
import type { Local } from '../../../local/doctor/findings';
import { deployable } from '../../support/aws/synthesis';

export const NOW = Date.parse('2026-11-22T10:00:30Z');

const ACCOUNT = '123456789012';
export const TOPICS = {
  alerts: `arn:aws:sns:eu-west-1:${ACCOUNT}:shop-Alerts`,
  checkerAlarms: `arn:aws:sns:eu-west-1:${ACCOUNT}:shop-Checker`,
};
const FUNCTION = `arn:aws:lambda:eu-west-1:${ACCOUNT}:function:shop-checker`;

const TEXT = [
  'name: shop',
  'alerts:',
  '  subscriptions: [{ email: all@a.test }, { email: some@a.test, services: [a] }]',
  'services: [{ id: a, baseUrl: "https://a.internal" }, { id: b, baseUrl: "https://b.internal" }]',
].join('\n');

/** What the file says, with `more` at its top. */
export function localOf(more = ''): Local {
  const { config, deployment } = deployable(`${more}\n${TEXT}`);
  return { file: 'shop.yaml', config, deployment, configHash: configHash(config, deployment) };
}

export function known<Value>(value: Value): Fact<Value> {
  return { kind: 'known', value };
}

export function alarm(title: string, actions: readonly string[], more: Partial<AlarmFact> = {}): AlarmFact {
  return { name: `shop: ${title}`, actionsEnabled: true, actions, state: 'OK', since: NOW - 9 * 86_400_000, ...more };
}

const BOTH = Object.values(TOPICS);

export const ALARMS: readonly AlarmFact[] = Object.values(CHECKER_ALARM_TITLES).map((title) => alarm(title, BOTH));

/** All is in order, but for `more`. */
export function factsOf(more: Partial<Facts> = {}): Facts {
  const listed = (...emails: readonly string[]) =>
    emails.map((endpoint) => ({ protocol: 'email', endpoint, arn: `${TOPICS.alerts}:1` }));
  return {
    checker: {
      functionArn: FUNCTION,
      region: 'eu-west-1',
      table: 'table',
      topicArns: TOPICS,
      configHash: localOf().configHash,
      variable: () => null,
    },
    deployed: null,
    heartbeats: known([{ shard: 1, at: NOW - 90_000, checked: 2 }]),
    schedules: known([{ name: 'each', isEnabled: true, targetArn: FUNCTION }]),
    subscriptions: known({ alerts: listed('all@a.test', 'some@a.test'), checkerAlarms: listed('some@a.test') }),
    concurrency: known(1_000),
    alarms: known(ALARMS),
    table: known(true as const),
    page: null,
    further: [],
    receivers: known([
      { id: 'sns', refusal: null, pendingAlerts: 0, last: { at: NOW - 3_600_000, summary: 'a is unhealthy: db down' } },
    ]),
    missingSecrets: null,
    ...more,
  };
}
