/** What is wrong with a key of the conditions, and what would be right. */

import { CONDITION_DEFAULTS, conditionPolicies } from '../../../../../lambda/core/conditions/conditions';
import { formatFault } from '../../../../../lambda/core/config/parse/fault';
import { parseConfig } from '../../../../../lambda/core/config/parse/parse-config';

const parse = (line: string) =>
  parseConfig({
    file: 'f',
    environment: {},
    readCa: () => '',
    probing: 'all',
    text: `${line}\nservices: [{ id: a, baseUrl: "http://a.internal" }]\n`,
  });

it.each([
  ['conditions: on', 'f:1:13  conditions is "on"; expected a map of conditions to notify, show or off'],
  ['conditions: { sloow: off }', 'f:1:15  conditions.sloow is not known; did you mean "slow"?'],
  [
    'conditions: { slow: warn }',
    'f:1:21  conditions.slow is "warn"; expected notify, show or off, or a map with the key do and the figures from which on',
  ],
  ['conditions: { slow: { do: warn } }', 'f:1:27  conditions.slow.do is "warn"; expected notify, show or off'],
  ['conditions: { slow: { tims: 3 } }', 'f:1:23  conditions.slow.tims is not known; did you mean "times"?'],
  ['conditions: { slow: { times: 1 } }', 'f:1:30  conditions.slow.times is 1; expected a number from 1.1 to 100'],
  [
    'conditions: { restarting: { within: 15 } }',
    'f:1:37  conditions.restarting.within is 15; expected a duration from 1m to 1d, such as 15m',
  ],
  [
    'conditions: { certificate_expires_soon: { days: [0] } }',
    'f:1:50  conditions.certificate_expires_soon.days[0] is 0; expected a whole number from 1 to 365',
  ],
  ['slow: fast', 'f:1:7  slow is "fast"; expected a duration from 1ms to 1m, such as 800ms'],
  ['maxReportAge: 0s', 'f:1:15  maxReportAge is "0s"; expected a duration from 1s to 1d, such as 2m'],
])('%s', (line, fault) => {
  const result = parse(line);
  expect(result.ok ? [] : result.faults.map(formatFault)).toEqual([fault]);
});

it.each([
  ['', CONDITION_DEFAULTS],
  ['slow: 1s', { ...CONDITION_DEFAULTS, slow: { ...CONDITION_DEFAULTS.slow, do: 'notify' } }],
  [
    'environment: production',
    { ...CONDITION_DEFAULTS, wrong_environment: { ...CONDITION_DEFAULTS.wrong_environment, do: 'notify' } },
  ],
  [
    'slow: 1s\nconditions: { slow: { do: show, runs: 9 } }',
    { ...CONDITION_DEFAULTS, slow: { ...CONDITION_DEFAULTS.slow, do: 'show', runs: 9 } },
  ],
])('%j has the policies', (lines, policies) => {
  const result = parse(lines);
  const [service] = result.ok ? result.config.services : [];
  expect(service && conditionPolicies(service)).toEqual(policies);
});
