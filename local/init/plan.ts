/** The plan of `init`: from the words and options of the command, and on a terminal from the answers of a person. */

import { addAbortSignal } from 'node:stream';
import { text } from 'node:stream/consumers';
import { withoutQuery } from '../../lambda/core/words/shown-value';
import { UserError } from '../input/user-error';
import type { Terminal } from '../terminal/terminal';
import { addressesIn, readAddresses } from './addresses';
import {
  FIRST_KINDS,
  firstReceivers,
  type NewReceiver,
  ntfyReceiver,
  type ReceiverOptions,
  withoutTopic,
} from './first-receivers';
import { openQuestions, type Questions } from './questions';
import { SETTINGS, type Settings, settingFault } from './settings';

export interface InitOptions extends Settings, ReceiverOptions {
  readonly cdk?: boolean;
  readonly yes?: boolean;
  readonly keepFailing?: boolean;
}

export interface Plan {
  /** Base URLs, or addresses with a query; at least one. */
  readonly addresses: readonly string[];
  readonly settings: Settings;
  /** Who is notified first; empty for nobody. */
  readonly receivers: readonly NewReceiver[];
  readonly cdk: boolean;
  /** Notes for a person, a line each. */
  readonly notes: readonly string[];
}

/** Stands for the addresses that come by standard input. */
const STDIN = '-';

/** Throws a `UserError` with all faults, or if there is no address. */
export async function planOf(options: InitOptions, terminal: Terminal, words: readonly string[]): Promise<Plan> {
  const plan = await fullPlan(options, terminal, words);
  return plan.cdk ? { ...plan, receivers: plan.receivers.map(withoutTopic) } : plan;
}

async function fullPlan(options: InitOptions, terminal: Terminal, words: readonly string[]): Promise<Plan> {
  const read = words.includes(STDIN)
    ? addressesIn(await text(addAbortSignal(terminal.interrupted, process.stdin)))
    : [];
  const given = readAddresses(words.flatMap((word) => (word === STDIN ? read : [word])));
  const settings = Object.fromEntries(SETTINGS.flatMap((name) => (options[name] ? [[name, options[name]]] : [])));
  const first = firstReceivers(options);
  const faults = [
    ...given.faults,
    ...first.faults,
    ...SETTINGS.flatMap((name) => {
      const value = options[name];
      const fault = value === undefined ? null : settingFault(name, value);
      return fault === null ? [] : [`--${name} ${fault}`];
    }),
  ];
  if (faults.length === 1) throw new UserError(`nothing was written: ${faults[0]}`);
  if (faults.length > 1)
    throw new UserError(['nothing was written:', ...faults.map((fault) => `  ${fault}`)].join('\n'));
  const plan = {
    addresses: given.bases,
    settings,
    receivers: first.receivers,
    cdk: options.cdk ?? false,
    notes: given.repeated.map((base) => `${withoutQuery(base)} was given more than once; it is watched once`),
  };
  const isAsking = process.stdin.isTTY && terminal.out.isTTY && !options.yes && !words.includes(STDIN);
  if (isAsking) return askedPlan(plan, options, terminal);
  if (plan.addresses.length > 0) return plan;
  throw new UserError(
    'name the addresses of your services: statuswatch init https://user.company.com; "-" reads them, one a line',
  );
}

/** Asks for everything that the options do not give. */
async function askedPlan(plan: Plan, options: InitOptions, terminal: Terminal): Promise<Plan> {
  const questions = openQuestions(terminal);
  try {
    const addresses = plan.addresses.length > 0 ? plan.addresses : await askAddresses(questions);
    const cdk =
      options.cdk ??
      (await questions.ask('Also an app of the CDK, to deploy it to AWS? (y/N)', yesOrNo)).startsWith('y');
    const name =
      plan.settings.name ?? (await askSetting(questions, 'name', 'The name of the deployment (statuswatch):'));
    // Without an app no mail is sent, and there is no region.
    const email =
      plan.settings.email ??
      (cdk ? await askSetting(questions, 'email', 'Who gets its alerts by mail (nobody yet):') : '');
    const region =
      plan.settings.region ??
      (cdk ? await askSetting(questions, 'region', 'Its region of AWS (that of the shell):') : '');
    const receivers = FIRST_KINDS.some((kind) => options[kind] !== undefined)
      ? plan.receivers
      : await askReceivers(questions);
    const settings = { ...(name && { name }), ...(email && { email }), ...(region && { region }) };
    return { ...plan, addresses, settings, receivers, cdk };
  } finally {
    questions.end();
  }
}

async function askAddresses(questions: Questions): Promise<readonly string[]> {
  const all: string[] = [];
  const faultOf = (answer: string) => {
    const { faults } = readAddresses(addressesIn(answer));
    if (faults.length > 0) return faults.join('\n    ');
    return answer === '' && all.length === 0 ? 'expected an address such as https://user.company.com' : null;
  };
  for (;;) {
    const question = all.length === 0 ? 'The address of a service:' : 'Another one (an empty line ends):';
    const answer = await questions.ask(question, faultOf);
    if (answer === '') return readAddresses(all).bases;
    all.push(...addressesIn(answer));
  }
}

/** Of all receivers ntfy alone needs no account. */
async function askReceivers(questions: Questions): Promise<readonly NewReceiver[]> {
  const question = 'Alerts on a phone or in a browser by ntfy, without an account? (y/N, or a topic)';
  const answer = await questions.ask(question, (text) => {
    if (yesOrNo(text) === null || ntfyReceiver(text) !== null) return null;
    return 'expected y, n, a topic, or its address such as https://ntfy.company.com/TOPIC; --slack and --webhook name others';
  });
  if (yesOrNo(answer) !== null) return [ntfyReceiver(answer)].filter((receiver) => receiver !== null);
  return answer.startsWith('y') ? [ntfyReceiver(true)].filter((receiver) => receiver !== null) : [];
}

function askSetting(questions: Questions, setting: keyof Settings, question: string): Promise<string> {
  return questions.ask(question, (answer) => (answer === '' ? null : settingFault(setting, answer)));
}

function yesOrNo(answer: string): string | null {
  return /^(y|yes|n|no|)$/.test(answer) ? null : 'expected y or n';
}
