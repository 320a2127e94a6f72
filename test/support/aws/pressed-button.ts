/** What Amazon Q Developer makes of a card and of custom actions: the buttons that it shows, and what each of them invokes. */

import type { Template } from 'aws-cdk-lib/assertions';
import type { ChatCard } from '../../../lambda/core/message/forms/chat-card';
import { resourcesOf } from './synthesis';

/** A custom action as CloudFormation creates it. */
export interface CustomAction {
  readonly ActionName: string;
  readonly Definition: { readonly CommandText: string };
  readonly Attachments: readonly [
    {
      readonly NotificationType: string;
      readonly ButtonText: string;
      readonly Criteria: readonly {
        readonly Operator: string;
        readonly VariableName: string;
        readonly Value?: string;
      }[];
      readonly Variables: Readonly<Record<string, string>>;
    },
  ];
}

export function customActionsOf(template: Template, region: string): CustomAction[] {
  const resources = Object.values(resourcesOf(template, 'AWS::Chatbot::CustomAction'));
  return resources.map(({ Properties }) => inRegion(Properties as unknown as CustomAction, region));
}

/** The values of `Ref` and `Fn::Join`, in a stack of a region. */
function inRegion<Value>(value: Value, region: string): Value {
  if (Array.isArray(value)) return value.map((one) => inRegion(one, region)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const { Ref, 'Fn::Join': join } = value as { Ref?: string; 'Fn::Join'?: [string, unknown[]] };
  if (Ref === 'AWS::Region') return region as Value;
  if (join) return inRegion(join[1], region).join(join[0]) as Value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inRegion(one, region)])) as Value;
}

export interface ShownButton {
  readonly text: string;
  /** The options of the command by their names, and its words before them as `command`. */
  readonly pressed: Readonly<Record<string, string>>;
}

/**
 * Source: Amazon Q Developer in chat applications API Reference, "CustomActionAttachment": "The criteria for when a button should be
 * shown based on values in the notification", "The variables to extract from the notification"; "CustomActionDefinition": "The
 * command string to run which may include variables by prefixing with a dollar sign ($)."
 */
export function buttonsOn(card: ChatCard, actions: readonly CustomAction[]): ShownButton[] {
  if (!card.metadata.enableCustomActions) return [];
  return actions.flatMap(({ Definition, Attachments: [attachment] }) => {
    const { NotificationType, ButtonText, Criteria, Variables } = attachment;
    const values = Object.entries(Variables).map(([name, path]) => [name, valueAt({ event: card }, path)] as const);
    const valueIn = (name: string) => values.find(([known]) => known === name)?.[1];
    const isMet = Criteria.every(({ Operator, VariableName, Value }) =>
      Operator === 'EQUALS' ? valueIn(VariableName) === Value : Boolean(valueIn(VariableName)),
    );
    if (NotificationType !== 'Custom' || !isMet) return [];
    const command = Definition.CommandText.replace(/\$([A-Za-z0-9-_]+)/g, (_, name: string) => valueIn(name) ?? '');
    return [{ text: ButtonText, pressed: optionsOf(command) }];
  });
}

function valueAt(root: unknown, path: string): string | undefined {
  const value = path.split('.').reduce<unknown>((found, key) => (found as Record<string, unknown>)?.[key], root);
  return typeof value === 'string' ? value : undefined;
}

/** There is no shell: a command is cut where its spaces are. */
function optionsOf(command: string): Record<string, string> {
  const [words = '', ...options] = command.split(' --');
  const pairs = options.map((option) => {
    const [name = '', ...values] = option.split(' ');
    if (values.length !== 1) throw new Error(`--${option} has ${values.length} values`);
    return [name, values[0] ?? ''] as const;
  });
  return { command: words, ...Object.fromEntries(pairs) };
}
