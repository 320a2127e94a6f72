/** The findings of the doctor, as one fact after the other goes wrong. */

import { configHash } from '../../../lambda/core/config/config-hash';
import { PAGE_ALARM_TITLES } from '../../../lambda/core/message/forms/alarm-text';
import { addressCommand } from '../../../local/doctor/address-findings';
import type { Facts, ScheduleFact } from '../../../local/doctor/facts';
import type { Fact } from '../../../local/doctor/finding';
import { findingsOf, type Local } from '../../../local/doctor/findings';
import { ALARMS, alarm, factsOf, known, localOf, NOW, TOPICS } from './facts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The findings that are not ok, as texts. */
function faults(facts: Facts, local: Local = localOf()): string[] {
  const findings = findingsOf(facts, local, NOW).filter(({ mark }) => mark !== 'ok');
  for (const { fix } of findings) for (const how of fix) expect(how).toMatch(/^\S.*\S$/);
  return findings.map(({ mark, about, text }) => `${mark} ${about}: ${text}`);
}

function withChecker(more: object): Facts['checker'] {
  return { ...factsOf().checker, ...more };
}

it('reports no failure if everything is ok', () => {
  expect(findingsOf(factsOf(), localOf(), NOW).map(({ mark, about, text }) => `${mark} ${about}: ${text}`)).toEqual([
    'ok runs: the function has run within 1 min 30 s',
    'ok schedule: the schedule is enabled',
    'ok account: the account may run 1,000 invocations at once without a reservation',
    'ok addresses: all 2 addresses are confirmed',
    'ok alarms: all 9 alarms about the checker notify people',
    'ok receiver: sns: last notified at 2026-11-22 09:00 UTC: a is unhealthy: db down',
    'ok table: the table answers',
    'ok config: the deployed config is shop.yaml',
  ]);
});

// AWS Lambda API reference, AccountLimit: "UnreservedConcurrentExecutions: The maximum number of simultaneous function executions, minus
// the capacity that's reserved for individual functions with PutFunctionConcurrency."
describe('the concurrency of the account', () => {
  const PAGE = 'page: { token: { secret: shop/page } }';
  const BOUNDED = 'page: { token: { secret: shop/page }, concurrency: 5 }';
  const TAKEN = (count: number) =>
    `failed account: the account may run ${count} invocations at once: readers of the page can take all of them from the checker`;

  it.each<[string, string, number, string[]]>([
    ['is enough for one part', '', 1, []],
    [
      'is not enough for both parts',
      'servicesPerInvocation: 1',
      1,
      ['failed account: a run is 2 invocations at once, and the account may run 1 without a reservation'],
    ],
    ['of a new account is small for a page that nothing bounds', PAGE, 10, [TAKEN(10)]],
    ['from which nothing can be reserved is small too', PAGE, 100, [TAKEN(100)]],
    ['is large enough for such a page', PAGE, 1_000, []],
    ['of a new account has room for a page that is bounded', BOUNDED, 10, []],
  ])('%s', (_, keys, unreserved, expected) => {
    const local = localOf(keys);
    const found = findingsOf(
      factsOf({ checker: withChecker({ configHash: local.configHash }), concurrency: known(unreserved) }),
      local,
      NOW,
    ).filter(({ about, mark }) => about === 'account' && mark !== 'ok');
    expect(found.map(({ mark, about, text }) => `${mark} ${about}: ${text}`)).toEqual(expected);
  });

  it('is named beside the page that shares it', () => {
    const finding = findingsOf(factsOf(), localOf(PAGE), NOW).find(({ about }) => about === 'account');
    expect(finding?.text).toBe(
      'the page and the checker share 1,000 invocations at once; "page.concurrency" would bound the page',
    );
  });
});

// Source: the page of a deployment answers as test/lambda/page.test.ts says.
describe('an answer of a page', () => {
  const URL = 'https://page.a.test/';
  it.each([
    ['', 403, '<form class="login" method="post" action="/unlock">', 'ok page: https://page.a.test/ shows its login'],
    ['metrics', 401, 'Send the token', 'ok page: https://page.a.test/metrics asks for its token'],
    ['', 401, 'no', 'failed page: https://page.a.test/ lets nobody in: HTTP 401: no'],
    ['metrics', 503, 'why\nnot', 'failed page: https://page.a.test/metrics lets nobody in: HTTP 503: why'],
    ['', 502, '<html>', 'failed page: https://page.a.test/ lets nobody in: HTTP 502'],
  ])('of a deployment shows whether its token works: /%s HTTP %i', (path, status, text, expected) => {
    const facts = factsOf({ page: known([{ url: URL + path, status, text }]) });
    const found = findingsOf(facts, localOf(), NOW).filter(({ about }) => about === 'page');
    expect(found.map(({ mark, about, text }) => `${mark} ${about}: ${text}`)).toEqual([expected]);
  });
});

it('expects alarms about the page if there is one', () => {
  const local = localOf('page: { token: { secret: shop/page } }');
  const { configHash } = local;
  const titles = Object.values(PAGE_ALARM_TITLES);
  const expected = [`failed alarms: missing: ${titles.map((title) => `shop: ${title}`).join(', ')}`];
  expect(faults(factsOf({ checker: withChecker({ configHash }) }), local)).toEqual(expected);
  const alarms = known([...ALARMS, ...titles.map((title) => alarm(title, Object.values(TOPICS)))]);
  expect(faults(factsOf({ checker: withChecker({ configHash }), alarms }), local)).toEqual([]);
});

describe('the runs', () => {
  const beat = (shard: number, ago: number, checked = 1) => ({ shard, at: NOW - ago, checked });
  const parts = localOf('servicesPerInvocation: 1');
  const ofParts = (...heartbeats: readonly object[]) =>
    factsOf({
      heartbeats: known(heartbeats) as Facts['heartbeats'],
      checker: withChecker({ configHash: parts.configHash }),
    });
  const about = (facts: Facts, local: Local) => faults(facts, local).filter((line) => line.includes(' runs: '));

  // Two intervals, and as late as metrics come: another interval for a run that is slow, and four minutes.
  it.each([
    [7 * MINUTE_MS, []],
    [7 * MINUTE_MS + 1, ['failed runs: the function has not run, or sent no metrics, for 7 min']],
  ])('%i ms ago', (ago, found) => {
    expect(faults(factsOf({ heartbeats: known([beat(1, ago)]) }))).toEqual(found);
  });

  it('name each part that does not run', () => {
    expect(about(ofParts(beat(1, MINUTE_MS), { shard: 2, at: null, checked: 0 }), parts)).toEqual([
      'failed runs: part 2 of 2 has not run, or sent no metrics, for 7 min',
    ]);
    expect(about(ofParts(beat(1, MINUTE_MS), beat(2, MINUTE_MS)), parts)).toEqual([]);
  });

  it('fail if they check no service', () => {
    expect(faults(factsOf({ heartbeats: known([beat(1, MINUTE_MS, 0)]) }))).toEqual([
      'failed runs: the function runs, but could check no service',
    ]);
  });
});

const SCHEDULES: readonly (readonly [string, readonly Partial<ScheduleFact>[], readonly string[]])[] = [
  ['disabled', [{ isEnabled: false }], ['failed schedule: disabled in the group shop: each']],
  ['gone', [], ['failed schedule: 0 of 1 schedules start the function; they belong in the group shop']],
  [
    'of another function',
    [{ targetArn: 'arn:aws:lambda:eu-west-1:1:function:other' }],
    ['failed schedule: 0 of 1 schedules start the function; they belong in the group shop'],
  ],
];

it.each(SCHEDULES)('a schedule that is %s', (_, schedules, found) => {
  const { schedules: all } = factsOf();
  const [one] = all.kind === 'known' ? all.value : [];
  const changed = schedules.map((more) => ({ ...(one as ScheduleFact), ...more }));
  expect(faults(factsOf({ schedules: known(changed) }))).toEqual(found);
});

describe('an address', () => {
  const listed = (endpoint: string, arn: string) => ({ protocol: 'email', endpoint, arn });
  const alerts = ['all@a.test', 'some@a.test'].map((email) => listed(email, `${TOPICS.alerts}:1`));
  const findings = (checkerAlarms: ReturnType<typeof listed>[], local = localOf()) =>
    findingsOf(factsOf({ subscriptions: known({ alerts, checkerAlarms }) }), local, NOW).filter(({ about }) =>
      about.startsWith('address'),
    );

  it('that is pending is named with the command that sends it the link', () => {
    const lost = { topic: 'checkerAlarms', email: 'some@a.test', filterPolicy: null, state: 'pending' } as const;
    expect(findings([listed('some@a.test', 'PendingConfirmation')])).toMatchObject([
      {
        mark: 'failed',
        about: 'address',
        text: 'some@a.test is pending (not confirmed; SNS deletes it after two days): it does not get the alarms about the checker',
        fix: [expect.stringContaining('again'), ...addressCommand(lost, TOPICS.checkerAlarms)],
      },
    ]);
  });

  it('that is gone is left to the stack', () => {
    expect(findings([])).toMatchObject([
      {
        mark: 'failed',
        about: 'address',
        text: 'some@a.test is gone (unsubscribed, or deleted because nobody confirmed it): it does not get the alarms about the checker',
        fix: [expect.stringContaining('npx cdk deploy --revert-drift')],
      },
    ]);
  });

  it('that the config does not name is named with the command that unsubscribes it', () => {
    const arn = `${TOPICS.checkerAlarms}:2`;
    const other = { state: 'unexpected', topic: 'checkerAlarms', email: 'former@a.test', arn } as const;
    expect(findings([listed('some@a.test', `${TOPICS.checkerAlarms}:1`), listed('former@a.test', arn)])).toMatchObject([
      {
        mark: 'failed',
        about: 'address',
        text: 'former@a.test is not in the config: it gets the alarms about the checker',
        fix: [expect.stringContaining('unsubscribes'), ...addressCommand(other, TOPICS.checkerAlarms)],
      },
    ]);
  });

  it('is checked even if the config names none', () => {
    const local = localOf();
    const none = { ...local, deployment: { ...local.deployment, subscriptions: [] } };
    expect(findings([], none).map(({ text }) => text)).toEqual([
      'all@a.test is not in the config: it gets alerts',
      'some@a.test is not in the config: it gets alerts',
    ]);
  });
});

it('does not report an address that is only in the local file', () => {
  const local = localOf();
  const { config, deployment } = local;
  const added = deployment.subscriptions.slice(0, 1).map((each) => ({ ...each, email: 'new@a.test' }));
  const here = { ...deployment, subscriptions: [...deployment.subscriptions, ...added] };
  const changed = { ...local, deployment: here, configHash: configHash(config, here) };
  const found = faults(factsOf({ deployed: known({ config, deployment }) }), changed);
  expect(found).toEqual(['failed config: the deployed config is not shop.yaml (here → deployed)']);
});

describe('an alarm', () => {
  const [silent, failing, ...others] = ALARMS as [(typeof ALARMS)[0], (typeof ALARMS)[0], ...typeof ALARMS];

  it.each([
    ['is missing', [failing, ...others], ['failed alarms: missing: shop: checker silent']],
    [
      'has no action',
      [{ ...silent, actions: [] }, failing, ...others],
      ['failed alarms: without an action that notifies people: shop: checker silent'],
    ],
    [
      'has only one of its two topics',
      [{ ...silent, actions: [TOPICS.alerts] }, failing, ...others],
      ['failed alarms: without an action that notifies people: shop: checker silent'],
    ],
    [
      'is switched off',
      [{ ...silent, actionsEnabled: false }, failing, ...others],
      ['failed alarms: their actions are disabled: shop: checker silent'],
    ],
    [
      'has had no data for an hour',
      [...ALARMS, alarm('a health', [], { state: 'INSUFFICIENT_DATA', since: NOW - HOUR_MS - 1 })],
      ['failed alarms: without data for long: shop: a health'],
    ],
    [
      'is in ALARM',
      [{ ...silent, state: 'ALARM' }, failing, ...others, alarm('a health', [], { state: 'ALARM' })],
      ['failed alarms: in ALARM: shop: checker silent'],
    ],
    ['has no data yet', [...ALARMS, alarm('a health', [], { state: 'INSUFFICIENT_DATA', since: NOW - HOUR_MS })], []],
    ['about a service has no actions', [...ALARMS, alarm('a health', [])], []],
  ])('that %s', (_, alarms, found) => {
    expect(faults(factsOf({ alarms: known(alarms) }))).toEqual(found);
  });

  it('of a shard needs no action: the one that combines them has it', () => {
    const parts = localOf('servicesPerInvocation: 1');
    const titles = ['checker part 1 silent', 'checker part 2 silent'].map((title) => alarm(title, []));
    const combined = [alarm('checker parts silent', Object.values(TOPICS)), ...titles, failing, ...others];
    const about = (alarms: readonly (typeof ALARMS)[0][]) =>
      faults(factsOf({ alarms: known(alarms) }), parts).filter((line) => line.includes(' alarms: '));
    expect(about(combined)).toEqual([]);
    expect(about(combined.slice(1))).toEqual(['failed alarms: missing: shop: checker parts silent']);
  });
});

describe('the config', () => {
  const longer = localOf('timeout: 4s');
  const about = (facts: Partial<Facts>) =>
    findingsOf(factsOf(facts), longer, NOW).filter(({ about }) => about === 'config');

  it('that differs is listed by the keys of the file', () => {
    expect(about({ deployed: known(localOf()) })).toMatchObject([
      {
        mark: 'failed',
        about: 'config',
        text: 'the deployed config is not shop.yaml (here → deployed)',
        fix: [
          'services.a.timeout: 4s → 3s',
          'services.b.timeout: 4s → 3s',
          'Run "npx cdk diff", then "npx cdk deploy", or use the file that was deployed.',
        ],
      },
    ]);
  });

  it('that differs only in hidden values says so', () => {
    const [{ fix } = { fix: [] }] = about({ deployed: known(longer) });
    expect(fix[0]).toMatch(/^The differences are hidden: values of headers/);
  });

  it.each([
    [
      { kind: 'denied', action: 'lambda:InvokeFunction' } as const,
      'the deployed config is not shop.yaml; the differences are unknown: you are not allowed lambda:InvokeFunction',
    ],
    [
      { kind: 'failed', message: 'lambda:Invoke: too large' } as const,
      'the deployed config is not shop.yaml; the differences are unknown: lambda:Invoke: too large',
    ],
  ])('that differs and is not answered: %j', (deployed, text) => {
    expect(about({ deployed })).toMatchObject([{ mark: 'failed', text }]);
  });

  it('of an earlier version is not compared', () => {
    expect(about({ checker: withChecker({ configHash: null }) })).toMatchObject([
      { mark: 'failed', text: "the deployed config can't be compared: another version of statuswatch deployed it" },
    ]);
  });
});

describe('what could not be read', () => {
  const denied: Fact<never> = { kind: 'denied', action: 'some:Action' };

  const NAMES = [
    'heartbeats',
    'schedules',
    'concurrency',
    'subscriptions',
    'alarms',
    'receivers',
    'missingSecrets',
  ] as const;

  it.each([...NAMES, 'page', 'table'] as const)('names the permission: %s', (name) => {
    expect(faults(factsOf({ [name]: denied }))).toEqual([
      expect.stringMatching(/^unknown \w+: not checked: you are not allowed some:Action$/),
    ]);
  });

  it('has the message of its API', () => {
    const table: Fact<true> = { kind: 'failed', message: 'dynamodb:GetItem: Requested resource not found' };
    expect(faults(factsOf({ table }))).toEqual([
      'unknown table: not checked: dynamodb:GetItem: Requested resource not found',
    ]);
  });
});
