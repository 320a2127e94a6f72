/** Tests of the answers to requests: a line may be shown in a chat, where it must notify nobody. */

import type { Deployment } from '../../../../lambda/core/config/config';
import { answerEvent, type EventPorts } from '../../../../lambda/core/invoke/answer-event';
import type { Alias } from '../../../../lambda/core/invoke/invocation';
import { deployable, fleet } from '../../../support/aws/synthesis';
import { NOW } from '../../../support/core/observations';
import { configOf } from '../../../support/core/runs';

const config = configOf({ a: 'http://127.0.0.1:9' });
const MENTION = '<!channel> @here <https://evil.test|look>';

/** Ports for requests that are refused, and for drills: none of them asks anything. */
const ports = {
  requests: { clock: { now: () => NOW, sleep: async () => {} }, silences: { read: async () => [] } },
  abortAfter: () => new AbortController().signal,
  chat: { channelId: 'C07EZ1ABC23', readRecord: async () => null },
  log: () => {},
  links: { dashboard: null, logs: null, runbook: null },
  receivers: [{ id: 'sns', send: async () => {} }],
} as unknown as EventPorts;

const answer = (event: object, deployment: Deployment | null = null, alias: Alias | null = null) =>
  answerEvent(event, alias, { config, deployment }, ports);

// Slack takes `<!channel>` for a mention of everybody in the channel, and `<address|text>` for a link.
it.each<[string, object, Alias | null]>([
  ['the subject of a button', { silence: [MENTION], for: '1h' }, 'chat'],
  ['the notification of a button', { silence: [`shop/${MENTION}`], for: '1h' }, 'chat'],
  ['what is asked again', { ask: [MENTION] }, 'chat'],
  ['an end', { silence: ['a'], for: MENTION }, 'chat'],
  ['a key', { silences: true, [MENTION]: 1 }, 'chat'],
  ['the id of a silence', { unsilence: MENTION }, 'chat'],
  ['a request for a line that no button made', { ask: [MENTION], as: 'line' }, null],
])('a refusal repeats %s without its mentions', async (_, event, alias) => {
  const line = await answer(event, null, alias);
  expect(line).toMatch(/‹!channel› \(at\)here ‹https:\/ \/evil\. test look›/);
  expect(line).not.toMatch(/[<>@]/);
});

const REQUESTS = {
  ask: { ask: ['a'] },
  ack: { ack: ['a'] },
  silence: { silence: ['a'], for: '1h' },
  silences: { silences: true },
  unsilence: { unsilence: 'abc123' },
  drill: { drill: 'a' },
  config: { config: true },
};

describe.each<[Alias, readonly string[], string]>([
  ['chat', ['ask', 'ack', 'silence', 'silences', 'unsilence'], 'a Slack channel'],
  ['page', ['ask', 'ack', 'silence', 'unsilence'], 'the page'],
  ['config', ['config'], 'this alias'],
])('the alias %s', (alias, allowed, who) => {
  it.each(Object.entries(REQUESTS).filter(([kind]) => !allowed.includes(kind)))('refuses %s', async (kind, event) => {
    expect(await answer({ ...event, as: 'line' }, null, alias)).toMatch(
      new RegExp(`^${who} may not ask for "${kind}"$`),
    );
  });

  it('refuses the event of a run', async () => {
    for (const event of [{}, { shard: 0, shards: 1 }])
      expect(await answer({ ...event, as: 'line' }, null, alias)).toMatch(/^the event /);
  });
});

it('the alias for the config answers with the config', async () => {
  expect(await answer({ config: true }, null, 'config')).toMatchObject({
    kind: 'config',
    config: { name: config.name },
  });
});

it('a refusal repeats a text unchanged for a program', async () => {
  expect(await answer({ ask: [MENTION] })).toMatchObject({
    kind: 'refused',
    faults: [expect.stringContaining(MENTION)],
  });
});

// Amazon SNS developer guide, "Amazon SNS subscription filter policies": "Additions or changes to a subscription filter policy require up
// to 15 minutes to fully take effect."
describe('a drill', () => {
  const deploymentOf = (subscription: string) =>
    deployable(fleet(1, `alerts: { subscriptions: [{ email: oncall@a.test${subscription} }] }`)).deployment;
  const text = async (deployment: Deployment | null) => answer({ drill: 'a', as: 'line' }, deployment);

  it.each([
    ['a filter', ', services: [s0]'],
    ['no alarms about the checker', ', checker: false'],
  ])('says that a changed filter may not be active yet if an address has %s', async (_, subscription) => {
    expect(await text(deploymentOf(subscription))).toBe(
      'a drill of a: 2 alerts were sent to sns; a changed filter takes up to 15 minutes to take effect',
    );
  });

  it('says only that it was sent if there is no filter', async () => {
    expect(await text(deploymentOf(''))).toBe('a drill of a: 2 alerts were sent to sns');
    expect(await text(null)).toBe('a drill of a: 2 alerts were sent to sns');
  });
});
