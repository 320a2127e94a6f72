/** Asks AWS for all facts that the doctor needs. A fact that can't be read does not prevent the others. */

import type { Config, Deployment } from '../../lambda/core/config/config';
import { pageSecrets, tokenFault } from '../../lambda/core/config/page-token';
import { pulseNames } from '../../lambda/core/config/pulse';
import type { SecretName } from '../../lambda/core/config/secret-value';
import { secretIds, valueIn } from '../../lambda/core/config/secrets';
import { TOPIC } from '../../lambda/core/deliver/receiver';
import type { TopicRole } from '../../lambda/core/deliver/subscriptions/expected';
import { checkerFunctionName, shardCount } from '../../lambda/core/invoke/invocation';
import { errorMessage } from '../../lambda/core/words/run-failure';
import type { Apis, DeployedConfig, Fact, Facts, FunctionFact, PageAnswer, PageTokenFact } from './facts';
import { configInForce, type Local, lookBackMs } from './findings';

const UNASKED = { kind: 'unasked' } as const;

/** `null` if there is no such function. Rejects with errors that `isFatal` accepts: then nothing else could be read either. */
export async function gatherFacts(
  local: Local,
  apis: Apis,
  { now, isFatal }: { readonly now: number; readonly isFatal: (error: unknown) => boolean },
): Promise<Facts | null> {
  const ask = createAsk(isFatal);
  const { name } = local.config;
  const functionName = checkerFunctionName(name);
  const read = await ask('lambda:GetFunctionConfiguration', () => apis.readFunction(functionName));
  if (read.kind === 'known' && read.value === null) return null;
  const checker = read as Fact<FunctionFact>;
  const [deployed, concurrency] = await Promise.all([
    askForConfig(checker, local, () => ask('lambda:InvokeFunction', () => apis.readConfig(functionName))),
    ask('lambda:GetAccountSettings', () => apis.readConcurrency()),
  ]);
  const { config, deployment } = configInForce(deployed, local);
  const { page } = deployment;
  const known = checker.kind === 'known' ? checker.value : null;
  const bothTopics = <Value>(action: string, call: (arn: string) => Promise<Value>) =>
    askOfTopics(known?.topicArns, ask, action, call);
  const table = known?.table;
  const partition = known?.functionArn.split(':')[1];
  const [heartbeats, schedules, subscriptions, policies, alarms, slack, tableFact, receivers, secrets, pageTokens] =
    await Promise.all([
      ask('cloudwatch:GetMetricData', () =>
        apis.readHeartbeats(config, shardCount(config, deployment), now - lookBackMs(config), now),
      ),
      ask('scheduler:ListSchedules', () => apis.listSchedules(name)),
      bothTopics('sns:ListSubscriptionsByTopic', apis.listSubscriptions),
      bothTopics('sns:GetTopicAttributes', apis.readPolicy),
      ask('cloudwatch:DescribeAlarms', () => apis.listAlarms(`${name}: `)),
      deployment.slack === null
        ? null
        : ask('chatbot:DescribeSlackChannelConfigurations', () => apis.listSlackChannels()),
      table ? ask('dynamodb:GetItem', () => apis.readTable(table, name)) : UNASKED,
      table
        ? ask('dynamodb:BatchGetItem', () =>
            apis.readReceivers(table, name, { ...idsIn(config, shardCount(config, deployment)), now }),
          )
        : UNASKED,
      Promise.all(
        [...new Set([...secretIds(config), ...pageSecrets(page)])].map(async (id) => ({
          id,
          fact: await ask('secretsmanager:DescribeSecret', () => apis.hasSecret(id)),
        })),
      ),
      Promise.all(
        tokensOf(page).map(async ({ key, name }) => ({
          key,
          secret: name.secret,
          fault: await ask('secretsmanager:GetSecretValue', async () =>
            faultOfToken(await apis.readSecret(name.secret), name),
          ),
        })),
      ),
    ]);
  const publicPages =
    partition === undefined
      ? UNASKED
      : await ask('cloudfront:ListDistributions', () => apis.listPublicPages(partition));
  const url = config.statusPage === null ? null : (config.statusPage.url ?? known?.publicUrl ?? null);
  const [login, fresh] = await Promise.all([
    page === null ? null : ask('lambda:GetFunctionUrlConfig', async () => readLogin(name, apis)),
    url === null ? null : ask('the public page', () => apis.readPage(new URL('fresh.json', url).href)),
  ]);
  const ways = {
    publicPages,
    login,
    fresh,
    schedules,
    subscriptions,
    policies,
    alarms,
    slack,
    receivers,
    secrets,
    pageTokens,
  };
  return { checker, deployed, concurrency, heartbeats, ...ways, table: tableFact };
}

async function readLogin(name: string, { readFunctionUrl, readPage }: Apis): Promise<PageAnswer> {
  const url = await readFunctionUrl(`${name}-page`);
  if (url === null) throw new Error('the function of the page has no address');
  return readPage(url);
}

/** Resolves to the fact of a call; rejects with an error that is fatal for all. */
type Ask = <Value>(action: string, call: () => Promise<Value>) => Promise<Fact<Value>>;

function createAsk(isFatal: (error: unknown) => boolean): Ask {
  return async (action, call) => {
    try {
      return { kind: 'known', value: await call() };
    } catch (error) {
      if (isFatal(error)) throw error;
      return isDenied(error) ? { kind: 'denied', action } : { kind: 'failed', message: errorMessage(error) };
    }
  };
}

/** The fact of each topic whose ARN is known. */
async function askOfTopics<Value>(
  arns: FunctionFact['topicArns'] | undefined,
  ask: Ask,
  action: string,
  call: (arn: string) => Promise<Value>,
): Promise<Readonly<Record<TopicRole, Fact<Value>>>> {
  const ofTopic = async (role: TopicRole): Promise<Fact<Value>> => {
    const arn = arns?.[role];
    return arn ? ask(action, () => call(arn)) : UNASKED;
  };
  const [alerts, checkerAlarms] = await Promise.all([ofTopic('alerts'), ofTopic('checkerAlarms')]);
  return { alerts, checkerAlarms };
}

interface PageToken {
  readonly key: PageTokenFact['key'];
  readonly name: SecretName;
}

function tokensOf(page: Deployment['page']): readonly PageToken[] {
  if (page === null) return [];
  const login: PageToken = { key: 'token', name: page.token };
  return page.metricsToken === null ? [login] : [login, { key: 'metricsToken', name: page.metricsToken }];
}

/** The fault of a token, in words that do not contain it. */
function faultOfToken(text: string, reference: SecretName): string | null {
  try {
    return tokenFault(valueIn(text, reference));
  } catch (error) {
    return errorMessage(error);
  }
}

function idsIn({ services, receivers, pulses }: Config, parts: number) {
  const ofPulses = pulseNames(pulses, parts).map(({ record }) => record);
  return {
    services: services.map(({ id }) => id),
    receivers: [TOPIC, ...receivers.map(({ id }) => id), ...ofPulses],
  };
}

/** Asks the function only if the configs differ: an earlier version would take the question for a run. */
async function askForConfig(
  checker: Fact<FunctionFact>,
  { configHash }: Local,
  ask: () => Promise<Fact<DeployedConfig>>,
): Promise<Fact<DeployedConfig> | null> {
  if (checker.kind !== 'known') return UNASKED;
  const deployed = checker.value.configHash;
  return deployed === null || deployed === configHash ? null : ask();
}

/** Whether an error means a missing permission, by the names that the APIs use. */
function isDenied(error: unknown): boolean {
  return /^(AccessDenied|Authorization|UnauthorizedOperation|Forbidden)/.test((error as Error).name);
}
