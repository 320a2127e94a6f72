/**
 * The buttons of the cards in a Slack channel: custom actions of Amazon Q Developer in chat applications, each a command that
 * invokes the checker by its alias for the chat. Source: its API Reference, "CustomAction", and its administrator guide, "Custom actions".
 */

import { Aws } from 'aws-cdk-lib';
import { CfnCustomAction } from 'aws-cdk-lib/aws-chatbot';
import type { Construct } from 'constructs';
import type { ButtonContext } from '../../lambda/core/message/forms/card-buttons';

/**
 * The fields that a button reads from its card, each by a letter. All of them are single letters, so that none is the beginning of
 * another, and the command is short: the API Reference allows 100 characters, CloudFormation 5,000.
 */
const VARIABLES = {
  d: 'deployment',
  r: 'region',
  f: 'function',
  s: 'subject',
  o: 'state',
} as const satisfies Readonly<Record<string, keyof ButtonContext | 'deployment'>>;

/** The place of these fields in a card: see `ChatCard`. */
const CONTEXT = 'event.metadata.additionalContext';

interface Button {
  readonly id: string;
  /** The end of its name. */
  readonly end: string;
  readonly text: string;
  /** The request to the checker. The subject is in a list: alone, `all` would be all services, even if a service has that id. */
  readonly request: string;
  /** The state of the cards that have the button; missing for all. After the recovery, and in a drill, nothing can be silenced or acknowledged. */
  readonly on?: ButtonContext['state'];
}

const BUTTONS: readonly Button[] = [
  { id: 'OnIt', end: 'ack', text: 'Acknowledge', request: '{"ack":["$s"]}', on: 'open' },
  {
    id: 'SilenceHour',
    end: 'hour',
    text: 'Silence 1 h',
    request: '{"silence":["$s"],"for":"1h"}',
    on: 'open',
  },
  {
    id: 'SilenceUntilWell',
    end: 'well',
    text: 'Silence until well',
    request: '{"silence":["$s"],"until":"well"}',
    on: 'open',
  },
  { id: 'AskAgain', end: 'ask', text: 'Check now', request: '{"ask":["$s"]}' },
];

/**
 * Adds the actions of a deployment, and returns their ARNs. Neither these nor their names contain a region, and a channel can show the cards
 * of several deployments: so each button is only on the cards of its own deployment.
 */
export function addSlackButtons(scope: Construct, name: string): string[] {
  return BUTTONS.map(({ id, end, text, request, on }) => {
    const criteria = { d: name, r: Aws.REGION, ...(on && { o: on }) };
    const action = new CfnCustomAction(scope, id, {
      actionName: `${name}-${Aws.REGION}-${end}`,
      definition: { commandText: `lambda invoke --function-name $f --payload ${request} --region $r` },
      attachments: [
        {
          notificationType: 'Custom',
          buttonText: text,
          variables: Object.fromEntries(
            Object.entries(VARIABLES).map(([letter, key]) => [letter, `${CONTEXT}.${key}`]),
          ),
          criteria: Object.entries(criteria).map(([variableName, value]) => ({
            operator: 'EQUALS',
            variableName,
            value,
          })),
        },
      ],
    });
    return action.attrCustomActionArn;
  });
}
