/** Answers an invocation that is not a run. */

import type { Config, Deployment, Service } from '../config/config';
import { shownConfig } from '../config/shown-config';
import { drillWords, sendDrill } from '../deliver/drill';
import type { Receiver } from '../deliver/receiver';
import { expectedSubscriptions } from '../deliver/subscriptions/expected';
import type { AlertContext } from '../message/alert';
import { drillAlerts } from '../message/drill';
import { neutralize } from '../message/neutralize';
import type { Clock } from '../words/clock';
import { aliasFault } from './alias-fault';
import { refusedAnswer } from './answer';
import { type Answers, answerRequest, REQUEST_ANSWERS, type RequestPorts } from './answer-request';
import { CHAT_LIMIT_MS, type Chat, readChatRequest } from './chat-request';
import { type Commands, readCheckerRequest } from './checker-request';
import { type Alias, checkingLimitMs } from './invocation';
import type { LogLine } from './run-log';

export interface EventPorts {
  readonly requests: Omit<RequestPorts, 'signal'>;
  /** Returns a signal that is aborted after a time in milliseconds. */
  readonly abortAfter: (milliseconds: number) => AbortSignal;
  /** The chat with buttons; `null` if there is none. */
  readonly chat: Chat | null;
  readonly receivers: readonly Receiver[];
  /** The commands of features. */
  readonly commands: Commands;
  readonly links: AlertContext['links'];
  readonly log: (line: LogLine) => void;
}

/** The config and the deployment settings that were deployed. */
export interface Deployed {
  readonly config: Config;
  /** `null` if it is not known. */
  readonly deployment: Deployment | null;
}

/** Answers a request that came by an alias, or by none. Rejects if it can't be carried out. */
export async function answerEvent(
  event: unknown,
  alias: Alias | null,
  deployed: Deployed,
  ports: EventPorts,
): Promise<object | string> {
  const { config } = deployed;
  const ids = config.services.map(({ id }) => id);
  const { requests, chat, log } = ports;
  const isFromChat = alias === 'chat';
  const answered = <Given extends { readonly kind: string; readonly text: string }>(answer: Given): Given => {
    log({ level: 'INFO', event: answer.kind, deployment: config.name, ...answer });
    return answer;
  };
  const now = requests.clock.now();
  const meant = isFromChat ? await readChatRequest(event, ids, chat, now) : { event, note: null };
  if ('fault' in meant) return answerLine(answered(refusedAnswer([meant.fault])));
  const request = readCheckerRequest(meant.event, config, now, ports.commands);
  const fault = alias === null ? null : aliasFault(alias, request);
  if (fault !== null) {
    const refused = answered(refusedAnswer([fault]));
    return request.asLine ? answerLine(refused) : refused;
  }
  if (request.kind === 'config') {
    const answer = answered({
      kind: 'config',
      text: `the config of ${config.name}, with ${ids.length} services`,
    });
    return request.asLine ? answer.text : { ...answer, config: shownConfig(config), deployment: deployed.deployment };
  }
  const limitMs = (isFromChat ? CHAT_LIMIT_MS : checkingLimitMs(config, 1)) - (requests.clock.now() - now);
  const own = { ...ports, ...requests, signal: ports.abortAfter(Math.max(1, limitMs)), deployed };
  const answer = answered(await answerRequest(request, ANSWERS, config, own));
  return request.asLine ? [answerLine(answer), ...(meant.note === null ? [] : [meant.note])].join('; ') : answer;
}

interface DrillPorts extends Pick<EventPorts, 'receivers' | 'links'> {
  readonly clock: Clock;
  readonly deployed: Deployed;
}

const ANSWERS: Answers<RequestPorts & DrillPorts> = {
  ...REQUEST_ANSWERS,
  drill: ({ service }, config, ports) => answerDrill(service, config, ports),
};

/** Longer than any refusal that lists services. */
const LONGEST_REFUSAL = 2_000;

/** Returns the line of an answer. A refusal repeats the request, so it is neutralized for chats. */
function answerLine({ kind, text }: { readonly kind: string; readonly text: string }): string {
  return kind === 'refused' ? neutralize(text, LONGEST_REFUSAL) : text;
}

async function answerDrill(service: Service, { name }: Config, { deployed, receivers, links, clock }: DrillPorts) {
  const alerts = drillAlerts(service, { deployment: name, links }, clock.now());
  const results = await sendDrill(alerts, receivers, clock);
  const subscriptions = expectedSubscriptions(deployed.deployment?.subscriptions ?? []);
  const isFiltered = subscriptions.some(({ filterPolicy }) => filterPolicy !== null);
  // Amazon SNS developer guide, "Amazon SNS subscription filter policies".
  const note = isFiltered ? '; a changed filter takes up to 15 minutes to take effect' : '';
  const text = `a drill of ${service.id}: ${drillWords(results)}${note}`;
  return { kind: 'drill', text, service: service.id, receivers: results };
}
