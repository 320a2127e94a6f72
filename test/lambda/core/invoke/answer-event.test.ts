/** What a caller is answered: in one line it may stand in a chat, where it must notify nobody. */

import type { Deployment } from '../../../../lambda/core/config/config';
import { answerEvent, type EventPorts } from '../../../../lambda/core/invoke/answer-event';
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

const answer = (event: object, deployment: Deployment | null = null, isFromChat = false) =>
  answerEvent(event, { isFromChat }, { config, deployment }, ports);

// Slack takes `<!channel>` for a mention of everybody in the channel, and `<address|text>` for a link.
it.each([
  ['the subject of a button', { silence: [MENTION], for: '1h' }, true],
  ['the notification of a button', { silence: [`shop/${MENTION}`], for: '1h' }, true],
  ['what is asked again', { ask: [MENTION] }, true],
  ['an end', { silence: ['a'], for: MENTION }, true],
  ['a key', { silences: true, [MENTION]: 1 }, true],
  ['the id of a silence', { unsilence: MENTION }, true],
  ['a request for a line that no button made', { ask: [MENTION], as: 'line' }, false],
])('repeats %s without its mentions', async (_, event, isFromChat) => {
  const line = await answer(event, null, isFromChat);
  expect(line).toMatch(/‹!channel› \(at\)here ‹https:\/ \/evil\. test look›/);
  expect(line).not.toMatch(/[<>@]/);
});

it('repeats it as it was to a program', async () => {
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
  ])('says to whom it may not have gone yet if an address has %s', async (_, subscription) => {
    expect(await text(deploymentOf(subscription))).toBe(
      'a drill of a: 2 alerts were sent to sns; a filter that was changed takes up to 15 minutes to hold',
    );
  });

  it('says no more than that it was sent if there is no filter', async () => {
    expect(await text(deploymentOf(''))).toBe('a drill of a: 2 alerts were sent to sns');
    expect(await text(null)).toBe('a drill of a: 2 alerts were sent to sns');
  });
});
