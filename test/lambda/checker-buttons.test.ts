/** Tests of the buttons of a card in Slack, from the stack's definitions to the table, with the bundled checker. */

import { ENVIRONMENT } from '../../lambda/core/invoke/invocation';
import type { ChatCard } from '../../lambda/core/message/forms/chat-card';
import { buttonsOn, customActionsOf } from '../support/aws/pressed-button';
import { callsOf, configBelow, type StubbedLambda, startStubbedChecker } from '../support/aws/stubbed-lambda';
import { fleet, templateOf } from '../support/aws/synthesis';
import { reportText } from '../support/http/asking';

const IDS = ['a', 'b', 'c', 'd', 'e'];
const LINES = ['interval: 5m', 'timeout: 20s', 'retry: { attempts: 1 }', 'alerts: { groupFrom: 2 }'];
const REGION = 'us-east-1';
const actions = customActionsOf(
  templateOf(fleet(1, 'name: shop\nalerts: { slack: { workspaceId: T07EA123LEP, channelId: C07EZ1ABC23 } }')),
  REGION,
);

describe('the buttons', () => {
  const sick = new Set(['a']);
  let failing = '';
  let checker: StubbedLambda<string>;
  let cards: ChatCard[];

  beforeAll(async () => {
    checker = await startStubbedChecker<string>({
      config: configBelow(IDS, LINES),
      serve: (service, response) => {
        if (sick.has(service)) response.writeHead(503).end();
        else response.end(reportText({ service }));
      },
      aws: ({ body }) =>
        failing !== '' && body.includes(failing) ? { status: 400, code: 'ValidationException' } : null,
      environment: {
        AWS_REGION: REGION,
        AWS_LAMBDA_FUNCTION_NAME: 'shop-checker',
        [ENVIRONMENT.slackChannel]: 'C07EZ1ABC23',
      },
    });
    const first = await cardsOfRun();
    for (const id of IDS) sick.add(id);
    cards = [...first, ...(await cardsOfRun())];
  });
  afterAll(() => checker.stop());

  async function cardsOfRun(): Promise<ChatCard[]> {
    const { calls } = await checker.invoke({ shard: 0, shards: 1 });
    return callsOf('Publish', calls).map(({ body }) => {
      const { https } = JSON.parse(new URLSearchParams(body).get('Message') ?? '') as { https: string };
      return JSON.parse(https) as ChatCard;
    });
  }
  const cardOf = (count: number) => cards.find(({ metadata }) => metadata.relatedResources.length === count);

  /** The line that a press of a button puts into the thread. */
  async function press(text: string, card: ChatCard | undefined): Promise<unknown> {
    const button = buttonsOn(card as ChatCard, actions).find((one) => one.text === text);
    expect(button?.pressed).toMatchObject({ 'function-name': 'shop-checker:chat', region: REGION });
    return typed(JSON.parse(button?.pressed.payload ?? ''));
  }
  /** The answer to what somebody types into the channel, whose role may invoke nothing but the alias. */
  async function typed(event: object): Promise<unknown> {
    const { invoked } = await checker.invoke(event, 'shop-checker:chat');
    return 'result' in invoked ? invoked.result : invoked;
  }
  const silences = async () => {
    const result: unknown = await checker.resultOf({ silences: true });
    return (result as { silences: { id: string; services: string[]; by: string }[] }).silences;
  };

  it('are on the card of one service and of several', () => {
    expect(cards.map(({ metadata }) => metadata.relatedResources.length)).toEqual([1, 4]);
    for (const card of cards) expect(buttonsOn(card, actions)).toHaveLength(4);
  });

  it('acknowledge an incident for the channel', async () => {
    const [service] = cardOf(1)?.metadata.relatedResources ?? [];
    expect(await press('Acknowledge', cardOf(1))).toMatch(
      new RegExp(
        `^${service} acknowledged by Slack channel C07EZ1ABC23 until it is healthy, at most until .* UTC; the id is [a-z0-9]{6}$`,
      ),
    );
    const [ack, ...others] = await silences();
    expect([ack, others]).toMatchObject([{ kind: 'ack', services: [service], by: 'Slack channel C07EZ1ABC23' }, []]);
    await checker.invoke({ unsilence: ack?.id });
  });

  it('silence one service for an hour', async () => {
    const [id] = cardOf(1)?.metadata.relatedResources ?? [];
    expect(await press('Silence 1 h', cardOf(1))).toMatch(
      new RegExp(`^${id} is silenced until .* UTC \\(by Slack channel C07EZ1ABC23\\); the id is [a-z0-9]{6}$`),
    );
    expect(await silences()).toMatchObject([{ services: [id], by: 'Slack channel C07EZ1ABC23' }]);
  });

  it('silence all services of a group until they are healthy, and list them', async () => {
    const ids = [...(cardOf(4)?.metadata.relatedResources ?? [])].sort();
    expect(await press('Silence until well', cardOf(4))).toMatch(
      new RegExp(`^${ids.join(', ')} are silenced until they are healthy, at most until `),
    );
    expect(await silences()).toHaveLength(2);
  });

  it('check all services of a group', async () => {
    const [first = '', ...others] = [...(cardOf(4)?.metadata.relatedResources ?? [])].sort();
    expect(await press('Check now', cardOf(4))).toMatch(/^4 of 4 are still down: /);
    for (const id of others) sick.delete(id);
    expect(await press('Check now', cardOf(4))).toBe(`1 of 4 is still down: ${first} (HTTP 503)`);
    sick.delete(first);
    expect(await press('Check now', cardOf(4))).toBe('all 4 are healthy');
  });

  it('let the channel list and end silences by id', async () => {
    const [first] = await silences();
    expect(await typed({ silences: true })).toContain(first?.id);
    expect(await typed({ unsilence: first?.id })).toContain(first?.services[0]);
    expect(await silences()).toHaveLength(1);
  });

  it('do not stop a notification if their record can not be stored', async () => {
    for (const { id } of await silences()) await checker.invoke({ unsilence: id });
    sick.clear();
    failing = '"notifications/';
    const ends = [...(await cardsOfRun()), ...(await cardsOfRun())];
    expect(ends.flatMap(({ metadata }) => metadata.relatedResources).sort()).toEqual(IDS);
    expect(ends.length).toBeLessThan(IDS.length);
    expect(checker.log.at(-1)).toMatchObject({
      level: 'ERROR',
      failures: [{ output: 'store', message: expect.stringContaining("the buttons on its card don't work") }],
    });
  });
});
