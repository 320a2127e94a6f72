/** The buttons of the cards in Slack: on which cards they are, and what the checker makes of them when they are pressed. */

import { readChatRequest } from '../../../lambda/core/invoke/chat-request';
import { readCheckerRequest } from '../../../lambda/core/invoke/checker-request';
import type { Alert } from '../../../lambda/core/message/alert';
import { chatCard } from '../../../lambda/core/message/forms/chat-card';
import { type Notification, notificationId, notificationOf } from '../../../lambda/core/message/notification';
import { buttonsOn, customActionsOf } from '../../support/aws/pressed-button';
import { DEPLOY_YAML, deployable, fleet, onlyResource, resourcesOf, templateOf } from '../../support/aws/synthesis';
import { alertOn, removalAlert, SERVICE } from '../../support/core/alerts';
import { NOW } from '../../support/core/observations';

const REGION = 'eu-central-1';
const CHANNEL = 'alerts: { slack: { workspaceId: T07EA123LEP, channelId: C07EZ1ABC23 } }';
const LONG = 'a'.repeat(40);
/** The longest names that there can be. */
const LONGEST = templateOf(fleet(1, `name: ${LONG}\n${CHANNEL}`));
const actions = customActionsOf(templateOf(DEPLOY_YAML), REGION);
const { config } = deployable(DEPLOY_YAML);

function alert(event: 'opened' | 'updated' | 'reminder' | 'resolved', id: string, drill = false): Alert {
  return alertOn(event, { deployment: config.name, service: { ...SERVICE, id }, drill });
}
const group: Notification = {
  ...notificationOf(alert('opened', 'user-service')),
  alerts: [alert('opened', 'user-service'), alert('opened', 'payment-service')],
};
const cardOf = (notification: Notification, region = REGION, name = config.name) =>
  chatCard(notification, { region, functionName: `${name}-checker:chat` });
const textsOn = (card: ReturnType<typeof cardOf>) => buttonsOn(card, actions).map(({ text }) => text);

describe('the custom actions', () => {
  const all = [...actions, ...customActionsOf(LONGEST, 'ap-southeast-2')];

  // AWS CloudFormation Template Reference, "AWS::Chatbot::CustomAction": "ActionName. The name of the custom action. This name is included
  // in the Amazon Resource Name (ARN). Pattern: ^[a-zA-Z0-9_-]{1,64}$". Its ARN says no region: API Reference, "CustomAction",
  // "Pattern: arn:aws:chatbot::[0-9]{12}:custom-action/[a-zA-Z0-9_-]{1,64}".
  it('have names of the deployment and the region, each another one', () => {
    expect(actions.map(({ ActionName }) => ActionName)).toEqual([
      'statuswatch-eu-central-1-ack',
      'statuswatch-eu-central-1-hour',
      'statuswatch-eu-central-1-well',
      'statuswatch-eu-central-1-ask',
    ]);
    for (const { ActionName } of all) expect(ActionName).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
  });

  // API Reference, "CustomActionAttachment": "ButtonText: Maximum length of 50", "Criteria: Minimum number of 1 item. Maximum number of 5
  // items", "Variables: Maximum number of 5 items. Key Pattern: [A-Za-z0-9-_]+. Value Pattern: [\x21-\x7F]+";
  // "CustomActionAttachmentCriteria": "VariableName: Pattern: [A-Za-z0-9-_]+".
  // "CustomActionDefinition": "CommandText: Maximum length of 100". CloudFormation says "Maximum: 5000": both are kept.
  it('keep to the limits', () => {
    for (const { Definition, Attachments } of all) {
      const [{ ButtonText, Criteria, Variables }] = Attachments;
      expect(Definition.CommandText.length).toBeLessThanOrEqual(100);
      expect(ButtonText.length).toBeLessThanOrEqual(50);
      expect(Criteria.length).toBeLessThanOrEqual(5);
      expect(Object.keys(Variables).length).toBeLessThanOrEqual(5);
      for (const { VariableName } of Criteria) expect(Object.keys(Variables)).toContain(VariableName);
      for (const path of Object.values(Variables)) expect(path).toMatch(/^[\x21-\x7f]{1,1024}$/);
    }
  });

  // How many buttons a card has at most is not documented. AWS General Reference, "Amazon Q Developer in chat applications endpoints and
  // quotas": "Amazon Q Developer doesn't currently support quotas", and the API Reference bounds what one action has, not how many are
  // attached. Slack took five buttons in a row at first, and takes 25 now (slackapi/python-slack-sdk, pull request 1253): five are safe.
  it('are no more on a card than Slack ever took', () => {
    expect(actions.length).toBeLessThanOrEqual(5);
  });

  // Whoever replaces variables one after the other, by their texts, must not meet one within another.
  it('have no variable whose name another one begins with', () => {
    const names = Object.keys(actions[0]?.Attachments[0].Variables ?? {});
    for (const name of names) expect(names.filter((other) => other.startsWith(name))).toEqual([name]);
  });

  // AWS CloudFormation Template Reference, "AWS::Chatbot::SlackChannelConfiguration": "CustomizationResourceArns. Links a list of resource
  // ARNs (for example, custom action ARNs) to a Slack channel configuration".
  it('are linked to the channel', () => {
    const template = templateOf(DEPLOY_YAML);
    const channel = onlyResource(template, 'AWS::Chatbot::SlackChannelConfiguration').Properties;
    const ids = Object.keys(resourcesOf(template, 'AWS::Chatbot::CustomAction'));
    expect(ids).toHaveLength(4);
    expect(channel.CustomizationResourceArns).toEqual(ids.map((id) => ({ 'Fn::GetAtt': [id, 'CustomActionArn'] })));
  });

  it.each([
    ['leaves them out', fleet(1, CHANNEL.replace('ABC23', 'ABC23, buttons: false'))],
    ['names no channel', fleet(1)],
  ])('are not there if the config %s', (_, text) => {
    templateOf(text).resourceCountIs('AWS::Chatbot::CustomAction', 0);
    const { Environment } = onlyResource(templateOf(text), 'AWS::Lambda::Function', 'Checker').Properties;
    expect(Environment.Variables).not.toHaveProperty('STATUSWATCH_SLACK_CHANNEL');
  });
});

describe('the card', () => {
  const EACH = ['Acknowledge', 'Silence 1 h', 'Silence until well', 'Check now'];

  it.each([
    ['of one service', notificationOf(alert('opened', 'user-service')), EACH],
    ['of another verdict', notificationOf(alert('updated', 'user-service')), EACH],
    ['of a reminder', notificationOf(alert('reminder', 'user-service')), EACH],
    ['of several services', group, EACH],
    ['of an end', notificationOf(alert('resolved', 'user-service')), ['Check now']],
    ['of a drill', notificationOf(alert('opened', 'user-service', true)), ['Check now']],
    ['of a service that has left the config', notificationOf(removalAlert({ deployment: config.name })), []],
  ])('%s has these buttons', (_, notification, texts) => {
    expect(textsOn(cardOf(notification))).toEqual(texts);
  });

  it('another deployment, or the same in another region, has other actions', () => {
    const other = notificationOf(alertOn('opened', { deployment: 'other' }));
    expect(textsOn(cardOf(other))).toEqual([]);
    expect(textsOn(cardOf(group, 'us-east-1'))).toEqual([]);
    expect(textsOn(chatCard(group))).toEqual([]);
  });
});

describe('pressed,', () => {
  const chat = {
    channelId: 'C07EZ1ABC23',
    readRecord: async (id: string) => (id === notificationId(group) ? ['user-service', 'payment-service'] : null),
  };
  const ids = config.services.map(({ id }) => id);

  async function press(text: string, notification: Notification) {
    const button = buttonsOn(cardOf(notification), actions).find((one) => one.text === text);
    const { payload = '', ...command } = button?.pressed ?? {};
    const request = await readChatRequest(JSON.parse(payload), ids, chat, NOW);
    if ('fault' in request) throw new Error(request.fault);
    return { command, read: readCheckerRequest(request.event, config, NOW) };
  }

  it.each([
    ['one service', notificationOf(alert('opened', 'user-service')), ['user-service']],
    ['several', group, ['user-service', 'payment-service']],
  ])('each is an event that the checker knows: of %s', async (_, notification, services) => {
    const until = (hours: number) => NOW + hours * 3_600_000;
    const silence = { services: expect.arrayContaining(services), from: NOW, by: 'Slack channel C07EZ1ABC23' };
    expect((await press('Acknowledge', notification)).read).toMatchObject({
      kind: 'ack',
      asLine: true,
      requested: { ...silence, kind: 'ack', until: until(24), untilWell: true },
    });
    expect((await press('Silence 1 h', notification)).read).toMatchObject({
      kind: 'silence',
      asLine: true,
      requested: { ...silence, until: until(1), untilWell: false },
    });
    expect((await press('Silence until well', notification)).read).toMatchObject({
      kind: 'silence',
      asLine: true,
      requested: { ...silence, until: until(24), untilWell: true },
    });
    expect((await press('Check now', notification)).read).toMatchObject({
      kind: 'ask',
      asLine: true,
      services: services.map((id) => ({ id })).sort((left, right) => ids.indexOf(left.id) - ids.indexOf(right.id)),
    });
  });

  // AWS CLI Command Reference, "lambda invoke", of --function-name: "Function name – my-function (name-only), my-function:v1 (with alias)."
  it('each invokes the checker by its alias for the chat, in its region', async () => {
    const { command } = await press('Check now', group);
    const { FunctionName } = onlyResource(templateOf(DEPLOY_YAML), 'AWS::Lambda::Function', 'Checker').Properties;
    expect(command).toEqual({ command: 'lambda invoke', 'function-name': `${FunctionName}:chat`, region: REGION });
  });
});
