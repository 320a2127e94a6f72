/** Whether the policy of a topic lets the alarms of CloudWatch publish to it. */

import { jsonObjectOf, parseText } from '../../lambda/core/words/json';

const CLOUDWATCH = 'cloudwatch.amazonaws.com';
const PUBLISH = 'sns:Publish';

/**
 * Reads the parts of IAM's language that topic policies use: a statement counts for alarms if it names CloudWatch or everybody, and
 * if its conditions are met by an alarm of the topic's own account. An unknown condition counts as not met, in an Allow and in a
 * Deny.
 */
export function letsAlarmsPublish(policy: string, topicArn: string): boolean {
  const statements = listOf(jsonObjectOf(parseText(policy)).Statement).map(jsonObjectOf);
  const about = statements.filter(
    ({ Principal, Action, Resource, Condition }) =>
      isAlarms(Principal) &&
      listOf(Action).some((action) => matches(action, PUBLISH)) &&
      listOf(Resource).some((resource) => matches(resource, topicArn)) &&
      isMet(Condition, topicArn),
  );
  return about.some(({ Effect }) => Effect === 'Allow') && !about.some(({ Effect }) => Effect === 'Deny');
}

function isAlarms(principal: unknown): boolean {
  if (principal === '*') return true;
  const { Service, AWS } = jsonObjectOf(principal);
  return listOf(AWS).includes('*') || listOf(Service).includes(CLOUDWATCH) || listOf(Service).includes('*');
}

function isMet(condition: unknown, topicArn: string): boolean {
  const [, partition, , region, account] = topicArn.split(':');
  const ofAlarm: Readonly<Record<string, string>> = {
    'aws:sourceaccount': account ?? '',
    'aws:sourceowner': account ?? '',
    'aws:sourcearn': `arn:${partition}:cloudwatch:${region}:${account}:alarm:any`,
    'aws:securetransport': 'true',
  };
  return Object.entries(jsonObjectOf(condition)).every(([operator, tests]) =>
    Object.entries(jsonObjectOf(tests)).every(([key, wanted]) => {
      const value = ofAlarm[key.toLowerCase()];
      if (value === undefined || !/^(String|Arn)(Equals|Like)(IfExists)?$|^Bool(IfExists)?$/.test(operator))
        return false;
      return listOf(wanted).some((pattern) => isLike(String(pattern), value));
    }),
  );
}

/** Whether a pattern for ARNs names certain alarms: its fixed beginning has to be that of the alarms. */
function isLike(pattern: string, value: string): boolean {
  return pattern.startsWith('arn:') ? pattern.split(':')[2] === 'cloudwatch' : matches(pattern, value);
}

function matches(pattern: unknown, value: string): boolean {
  if (typeof pattern !== 'string') return false;
  const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 'i').test(value);
}

function listOf(value: unknown): readonly unknown[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}
