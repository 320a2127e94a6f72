/** The parts of the config about who is notified and when nobody is, and about where statuswatch is deployed. */

import * as z from 'zod';
import { compared, repeated } from '../../keys/compared';
import {
  choice,
  duration,
  list,
  mailAddress,
  map,
  NEVER,
  orNull,
  region,
  secretReference,
  text,
  wholeNumber,
  withUnits,
  yesOrNo,
} from '../../keys/values';
import { EVENTS, SEVERITIES } from '../../words/codes';
import { receivers } from './receiver-keys';

export const severity = choice(SEVERITIES);
const remindEvery = z
  .union([z.literal('never').transform(() => NEVER), duration(60_000, 30 * 86_400_000, '4h', 'never, or ')], {
    error: 'expected never, or a duration from 1m to 30d, such as 4h',
  })
  .describe('The time from the last alert of an open incident to a reminder, or never.');
const failureThreshold = wholeNumber(1, 1_000).describe(
  'How many checks in a row must fail before an incident opens. Each check has several attempts.',
);
const successThreshold = wholeNumber(1, 1_000).describe(
  'How many healthy checks in a row resolve an incident; more if the service flaps.',
);
const groupFrom = z
  .union([z.literal('never').transform(() => null), wholeNumber(2, 1_000, 'never, or ')], {
    error: 'expected never, or a whole number from 2 to 1000',
  })
  .describe('Alerts of one run are grouped if there are at least this many, or never. Top level only.');
export const alertPolicy = map(
  {
    failureThreshold: failureThreshold.optional(),
    successThreshold: successThreshold.optional(),
    remindEvery: remindEvery.optional(),
  },
  'expected a map with the keys failureThreshold, successThreshold and remindEvery',
).describe('When people are notified.');
const services = orNull(list(z.string(), 'expected a list of ids')).describe('Only these services. Default: all.');
/** Source: Amazon SNS developer guide, "Filter policy constraints": the values of the attributes are multiplied, 150 at most. */
const COMBINATIONS = 150;
const subscription = map(
  {
    email: mailAddress('oncall@company.com').describe('The address. Its owner has to confirm it in a mail from AWS.'),
    services,
    events: orNull(list(choice(EVENTS), 'expected a list of events')).describe('Only these events. Default: all.'),
    severities: orNull(list(severity, 'expected a list of severities')).describe(
      'Only these severities. Default: all.',
    ),
    checker: yesOrNo
      .default(true)
      .describe('Whether it gets the alarms about the checker itself, which ignore filters.'),
  },
  'expected a map with the key email',
);
const slack = map(
  {
    workspaceId: text(/^T[A-Z0-9]{2,}$/, 'expected the id of a Slack workspace, such as T07EA123LEP').describe(
      'The id shown in the console of Amazon Q Developer in chat applications.',
    ),
    channelId: text(/^[CG][A-Z0-9]{2,}$/, 'expected the id of a Slack channel, such as C07EZ1ABC23').describe(
      'The last part of the address from "Copy link" in Slack.',
    ),
    buttons: yesOrNo
      .default(true)
      .describe(
        'Whether alerts have buttons, with which everybody in the channel can silence, acknowledge and check now.',
      ),
  },
  'expected a map with the keys workspaceId and channelId',
).describe('A Slack channel that gets each alert, through Amazon Q Developer in chat applications.');
const subscriptions = compared(
  list(subscription, 'expected a list of subscriptions, each with an email'),
  (entries, report) => {
    // SNS keeps a single subscription for an address, and refuses another with other filters.
    for (const { index, first } of repeated(entries.map((entry) => entry?.email?.toLowerCase()))) {
      report([index, 'email'], `expected each address once: subscriptions[${first}] already has this one`);
    }
    for (const [index, entry] of entries.entries()) {
      const lists = [entry?.services, entry?.events, entry?.severities];
      const combinations = lists.reduce((product, each) => product * (each ? new Set(each).size : 1), 1);
      if (combinations <= COMBINATIONS) continue;
      const what = `SNS takes ${COMBINATIONS} combinations of them, but these are ${combinations}`;
      report([index], `expected fewer services, events and severities: ${what}`);
    }
  },
);
const policy = {
  failureThreshold: failureThreshold.default(1),
  successThreshold: successThreshold.default(2),
  remindEvery: remindEvery.prefault('4h'),
};
export const commonPolicy = z.object(policy).transform(withUnits).prefault({});
export const alerts = map(
  {
    ...policy,
    groupFrom: groupFrom.prefault(2),
    subscriptions: subscriptions
      .optional()
      .describe('Who gets alerts by e-mail, in a deployment. A changed filter takes up to 15 minutes.'),
    slack: orNull(slack),
    receivers: receivers.optional(),
  },
  'expected a map with such keys as subscriptions, slack and failureThreshold',
).describe('When people are notified, and who is notified.');
const network = compared(
  map(
    {
      vpcId: orNull(
        text(/^vpc-(?:[0-9a-f]{8}|[0-9a-f]{17})$/, 'expected the id of a VPC, such as vpc-0a1b2c3d').describe(
          "The VPC for the checker's own security group; required without securityGroupIds.",
        ),
      ),
      subnetIds: list(
        text(/^subnet-(?:[0-9a-f]{8}|[0-9a-f]{17})$/, 'expected the id of a subnet, such as subnet-0a1b2c3d'),
        'expected a list of subnet ids',
      ).describe('Subnets with a route to the AWS APIs.'),
      securityGroupIds: orNull(
        list(
          text(/^sg-(?:[0-9a-f]{8}|[0-9a-f]{17})$/, 'expected the id of a security group, such as sg-0a1b2c3d'),
          'expected a list of security group ids',
        ),
      ).describe('Existing security groups, instead of its own.'),
      ipv6AllowedForDualStack: yesOrNo
        .default(false)
        .describe('Whether to use IPv6 too; all subnets must be dual-stack.'),
    },
    'expected a map with the keys vpcId and subnetIds, or subnetIds and securityGroupIds',
  ),
  ({ vpcId, securityGroupIds }, report) => {
    if (vpcId !== null || securityGroupIds !== null) return;
    report(['vpcId'], 'expected the id of a VPC, such as vpc-0a1b2c3d, or else securityGroupIds');
  },
).describe('Puts the Lambda into a VPC, to reach private services.');
const dashboard = yesOrNo.describe('Whether to create a dashboard, with the Lambda that draws it.');
const account = text(
  /^\d{12}$/,
  'expected the id of an AWS account: twelve digits, in quotes, such as "123456789012"',
).describe('The AWS account, in quotes. Default: the one of your credentials.');
const deploy = map(
  {
    account: orNull(account),
    region: orNull(region).describe(
      "The region. Default: the one of your shell. If you set it, another AWS_REGION can't create a second deployment.",
    ),
    table: choice(['retain', 'delete'])
      .default('retain')
      .describe('What happens to the table when the stack is deleted.'),
    protect: yesOrNo
      .default(false)
      .describe('Whether CloudFormation refuses to delete the stacks, and DynamoDB the table.'),
  },
  'expected a map with such keys as account and region',
)
  .prefault({})
  .describe('Where the stack is deployed, and what happens when it is deleted.');
const encryption = map(
  {
    keyArn: text(
      /^arn:aws[a-z-]*:kms:[a-z0-9-]+:\d{12}:key\/[A-Za-z0-9-]+$/,
      'expected the ARN of a key, such as arn:aws:kms:eu-central-1:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab',
    ).describe('The ARN of a KMS key in the same account and region.'),
  },
  'expected a map with the key keyArn',
).describe('Encrypts topics, table, queue and logs with your own key; its policy has to allow that.');
// AWS Lambda developer guide, "Configure Lambda function memory": "between 128 MB and 10,240 MB in 1-MB increments".
const memory = wholeNumber(128, 10_240).describe(
  "The Lambda's memory in MB, which also sets its CPU. Default: by the number of services.",
);

/** How much is deployed. A missing `memory` is `null`. */
export const shape = {
  dashboard: dashboard.default(true),
  servicesPerInvocation: wholeNumber(1, 1_000)
    .default(200)
    .describe('More services are spread over several invocations.'),
  memory: orNull(memory),
};

/** Missing: nothing is public. */
const page = compared(
  map(
    {
      token: secretReference(
        'expected { secret: NAME-OR-ARN } or { secret: NAME-OR-ARN, key: KEY }: anyone who can read the file could read a token in it',
      ).describe('The token that opens the page: a secret with at least 128 bits of randomness.'),
      metricsToken: orNull(
        secretReference(
          'expected { secret: NAME-OR-ARN } or { secret: NAME-OR-ARN, key: KEY }, another one than token',
        ),
      ).describe('A separate secret that only reads /metrics, as random as token.'),
      controls: yesOrNo.default(false).describe('Whether the page can silence, acknowledge and check services.'),
      concurrency: orNull(wholeNumber(1, 1_000)).describe(
        'Reserved concurrency, which is also its limit. Default: shared with the checker.',
      ),
    },
    'expected a map with the key token',
  ),
  ({ token, metricsToken }, report) => {
    if (!token?.secret || token.secret !== metricsToken?.secret || token.key !== metricsToken.key) return;
    report(['metricsToken'], 'expected a secret other than the one of token: anyone who has it could log in');
  },
).describe('Deploys the live page too, at a public address, behind a login.');

/** Where it is deployed, and what AWS does with it there. A missing key is `null`: that is left to the shell, or to AWS. */
export const place = {
  deploy,
  network: orNull(network),
  page: orNull(page),
  encryption: orNull(encryption),
};
