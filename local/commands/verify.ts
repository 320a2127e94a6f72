/** `statuswatch verify --deployed NAME`: proves the whole way of a deployment, from a failing service to a person. */

import { randomBytes } from 'node:crypto';
import { nextStart } from '../../lambda/adapters/system/cron-starts';
import { systemClock } from '../../lambda/adapters/system/system-clock';
import type { Config, Deployment, Service } from '../../lambda/core/config/config';
import { configHash } from '../../lambda/core/config/config-hash';
import { pulseNames } from '../../lambda/core/config/pulse';
import { TOPIC } from '../../lambda/core/deliver/receiver';
import { checkerFunctionName, shardCount } from '../../lambda/core/invoke/invocation';
import { type DrillRequest, drillCode, LONGEST_DRILL_MS } from '../../lambda/core/silences/drill-request';
import { plannerOf } from '../../lambda/core/silences/maintenance';
import { type Silence, silenceOf } from '../../lambda/core/silences/silence';
import { SAMPLE_SERVICE } from '../../lambda/core/state/drill-state';
import { cleanText } from '../../lambda/core/words/clean-text';
import { errorMessage } from '../../lambda/core/words/run-failure';
import { jsonText } from '../../lambda/core/words/without-commands';
import { loadNamedDeployment } from '../input/load-config';
import { serviceHint } from '../input/select-services';
import { PassingError, UserError } from '../input/user-error';
import { credentialFault, isCredentialFault } from '../remote/credential-fault';
import { loadSdk } from '../remote/load-sdk';
import { checkNamed, namingContent, writeNamed } from '../store/write-named';
import { columnsOf, type Terminal } from '../terminal/terminal';
import { type AskPerson, askPeople, nobodyAsked, type PersonAnswer, peopleProofs } from '../verify/ask-people';
import { type Channel, channelsOf } from '../verify/channels';
import { conductDrill, type DrillOutcome, type DrillPlan, incidentOf } from '../verify/conduct-drill';
import { drillProofs, limitsOf, pulseProofs, removalProof, shown } from '../verify/drill-proofs';
import { findLeftovers, removeLeftovers } from '../verify/leftovers';
import { lookProofs, silentAlarmName } from '../verify/look-proofs';
import { leftOut, notProven, type Proof, proven, type Verification } from '../verify/proof';
import { openQuestions } from '../verify/questions';
import { readPage } from '../verify/read-page';
import { verificationJunit, verificationMarkdown, verificationText } from '../verify/reports';
import type { CheckerFact, VerifiedTable, VerifyApis } from '../verify/verify-apis';
import { EXAMPLE_ACCOUNT, partitionOf, verifyPolicy } from '../verify/verify-policy';

export interface VerifyOptions {
  /** The name of the deployment. */
  readonly deployed: string;
  readonly config: string;
  readonly region?: string;
  readonly service?: string;
  /** `false` with `--no-ask`. */
  readonly ask: boolean;
  /** `false` with `--no-alarm`. */
  readonly alarm: boolean;
  readonly cleanup?: boolean;
  readonly policy?: boolean;
  readonly json?: boolean;
  readonly junit?: string;
  readonly markdown?: string;
}

/** Resolves to 0 if all that was tried is proven, to 130 at Ctrl-C, otherwise to 1. Throws a `UserError` for 2. */
export async function verify(options: VerifyOptions, terminal: Terminal): Promise<number> {
  const { config, deployment } = loadNamedDeployment(options);
  if (options.policy) return printPolicy(config.name, options.region ?? deployment.region, terminal);
  if (options.junit !== undefined) await checkNamed(options.junit, '--junit', REPORT);
  if (options.markdown !== undefined) await checkNamed(options.markdown, '--markdown', REPORT);
  const place = await openPlace(options, config, deployment);
  try {
    const { checker, ...found } = await openDeployment(place);
    if (options.cleanup) return await cleanUp(place, found, terminal);
    return await prove(options, { ...place, ...found, checker }, terminal);
  } catch (error) {
    throw explained(error, config.name);
  }
}

/** An error of AWS in words; a bug of our own stays as it is. */
function explained(error: unknown, deployment: string): unknown {
  if (isCredentialFault(error)) return new UserError(credentialFault(error));
  const { name = '', $metadata } = Object(error) as { name?: string; $metadata?: object };
  const message = cleanText(errorMessage(error), ERROR_LENGTH);
  if (/^(AccessDenied|Authorization)/.test(name)) {
    const policy = `"statuswatch verify --deployed ${deployment} --policy" prints the permissions that it needs`;
    return new UserError(`a permission is missing: ${message}; ${policy}`);
  }
  return $metadata === undefined ? error : new PassingError(`AWS can't be asked: ${message}`);
}

const ERROR_LENGTH = 500;

/** A deployment as its config has it, and the way to its account. */
interface Place {
  readonly config: Config;
  readonly deployment: Deployment;
  readonly region: string;
  readonly apis: VerifyApis;
}

async function openPlace({ region }: VerifyOptions, config: Config, deployment: Deployment): Promise<Place> {
  const [{ openAws }, { verifyApis }] = await loadSdk(() =>
    Promise.all([import('../remote/open-aws'), import('../remote/verify-aws')]),
  );
  const access = await openAws(region ?? deployment.region ?? undefined);
  return { config, deployment, region: access.region, apis: verifyApis(access) };
}

interface FoundDeployment {
  readonly checker: CheckerFact;
  readonly topicArn: string;
  readonly table: VerifiedTable;
}

async function openDeployment({ config: { name }, region, apis }: Place): Promise<FoundDeployment> {
  const functionName = checkerFunctionName(name);
  const checker = await apis.readChecker(functionName);
  if (checker === null) {
    throw new UserError(
      `there is no function ${functionName} in ${region}: is that the name of the deployment, and its region and account? --region names another`,
    );
  }
  const { table, topicArn } = checker;
  if (table === null || topicArn === null)
    throw new UserError(`the function ${functionName} names no table or no topic: deploy it again`);
  return { checker, topicArn, table: apis.openTable(table, name) };
}

/** Only AWS knows the account: an example stands for it, and for a region that nothing names. */
function printPolicy(deployment: string, named: string | null, { out }: Terminal): number {
  const region = named ?? process.env.AWS_REGION ?? 'us-east-1';
  const partition = partitionOf(region);
  out.write(`${jsonText(verifyPolicy({ deployment, partition, region, account: EXAMPLE_ACCOUNT }), 2)}\n`);
  return 0;
}

async function cleanUp(
  { config: { name }, apis }: Place,
  { topicArn, table }: Omit<FoundDeployment, 'checker'>,
  { out }: Terminal,
): Promise<number> {
  const { removed, failed } = await removeLeftovers(await findLeftovers(name, topicArn, apis), table, apis);
  const lines = [...removed.map((what) => `  ✓ removed ${what}`), ...failed.map((what) => `  ✕ not removed: ${what}`)];
  out.write(`${lines.length === 0 ? '  ✓ nothing is left of a verification' : lines.join('\n')}\n`);
  return failed.length === 0 ? 0 : 1;
}

interface Proving extends Place, FoundDeployment {}

async function prove(options: VerifyOptions, found: Proving, terminal: Terminal): Promise<number> {
  const { config, deployment, region, apis, table, topicArn, checker } = found;
  const { interrupted: signal, err } = terminal;
  const startedAt = systemClock.now();
  const begun = systemClock.elapsed();
  const service = namedService(options.service, config);
  const subject = service ?? SAMPLE_SERVICE;
  const limits = limitsOf(config, (service ?? (config.services[0] as Service)).alerts);
  const planned = plannerOf(config, nextStart)(startedAt, startedAt + limits.resolvedMs);
  const { silences } = await table.readAsked(startedAt);
  refuseSilenced(subject.id, [...silences, ...planned], { from: startedAt, to: startedAt + limits.resolvedMs });
  const drill = newDrill(service, startedAt, limits.resolvedMs);
  const shards = shardCount(config, deployment);
  const tell = (line: string) => {
    // A question that waits for its answer stays the last line.
    if (asking?.isWaiting() !== true) err.write(`  ${line}\n`);
  };
  const plan: DrillPlan = {
    deployment: config.name,
    topicArn,
    drill,
    receivers: [TOPIC, ...config.receivers.map(({ id }) => id)],
    alarm: options.alarm ? { name: silentAlarmName(config, shards), reason: alarmReason(drill) } : null,
    limits,
  };
  const channels = channelsOf(config, deployment, subject, drill);
  const asking = peopleAsker(options, channels, terminal);
  tell(`a drill under the name ${subject.id}: it takes ${shown(limits.resolvedMs)} at most (Ctrl-C to stop)`);
  let answers: Promise<readonly PersonAnswer[] | null> = Promise.resolve(null);
  const outcome = await conductDrill(plan, {
    apis,
    table,
    clock: systemClock,
    signal,
    tell,
    onOpened: (state) => {
      const records = state.notified[incidentOf(state, drill)?.id ?? ''] ?? {};
      const notified = channels.filter(({ receiver }) => records[receiver]?.due != null);
      if (asking !== null) answers = askPeople(notified, asking.ask, systemClock, systemClock.elapsed());
    },
  });
  const answered = await answers;
  asking?.end();
  if (signal.aborted) return interruptedEnd(outcome, config.name, terminal);
  const pulses = pulseNames(config.pulses, shards);
  const refusals = await table.readRefusals([...plan.receivers, ...pulses.map(({ record }) => record)]);
  tell('looks at metrics, alarms and pages');
  const looked = { config, deployment, shards, service: (service ?? (config.services[0] as Service)).id };
  const proofs = [
    configProof(options.config, checker, configHash(config, deployment)),
    ...drillProofs(outcome, plan, refusals),
    ...(answered === null ? nobodyAsked(channels, whyNobody(options, outcome)) : peopleProofs(answered)),
    alarmProof(outcome, plan),
    ...(await lookProofs(
      { ...looked, publicUrl: checker.publicUrl },
      { apis, clock: systemClock, signal, read: readPage },
    )),
    ...pulseProofs(pulses, refusals),
    removalProof(outcome, config.name),
  ];
  const verification: Verification = {
    schema: 'statuswatch.verification/1',
    deployment: config.name,
    region,
    service: subject.id,
    startedAt: new Date(startedAt).toISOString(),
    durationMs: Math.round(systemClock.elapsed() - begun),
    passed: proofs.every(({ mark }) => mark !== 'bad'),
    proofs,
  };
  await writeReports(verification, options);
  terminal.out.write(
    `${options.json ? jsonText(verification, 2) : verificationText(verification, columnsOf(terminal.out))}\n`,
  );
  return verification.passed ? 0 : 1;
}

function namedService(id: string | undefined, { services }: Config): Service | null {
  if (id === undefined) return null;
  const service = services.find((each) => each.id === id);
  if (service !== undefined) return service;
  const ids = services.map((each) => each.id);
  throw new UserError(`there is no service "${id}": ${serviceHint(id, ids)}`);
}

/** Under a silence, or in planned maintenance, nobody would be notified, which proves nothing. */
function refuseSilenced(
  service: string,
  silences: readonly Silence[],
  { from, to }: { readonly from: number; readonly to: number },
): void {
  const holding = silences.find((silence) => {
    const at = Math.max(from, silence.from);
    return at < to && silenceOf([silence], { service, openedAt: at, isOver: false }, at) !== null;
  });
  if (holding === undefined) return;
  const since = new Date(holding.from).toISOString();
  const until = new Date(holding.until).toISOString();
  const what = holding.planned ? 'in planned maintenance' : `silenced by ${holding.id}`;
  throw new PassingError(
    `${service} is ${what} from ${since} to ${until}, so nobody would be notified: wait for its end, or name another service with --service`,
  );
}

/** For how much longer than it may take at most a drill exists if nobody removes it, in milliseconds. */
const KEPT_MS = 10 * 60_000;
const ID_BYTES = 4;
const SECRET_BYTES = 16;

function newDrill(service: Service | null, from: number, resolvedMs: number): DrillRequest {
  if (resolvedMs + KEPT_MS > LONGEST_DRILL_MS)
    throw new UserError(`a drill would take ${shown(resolvedMs)}, which is too long: the interval of the config is`);
  return {
    id: randomBytes(ID_BYTES).toString('hex'),
    service: service?.id ?? null,
    from,
    until: from + resolvedMs + KEPT_MS,
    secret: randomBytes(SECRET_BYTES).toString('hex'),
  };
}

function alarmReason(drill: DrillRequest): string {
  return `DRILL: "statuswatch verify" has put this alarm into ALARM. Nothing is wrong, and nobody has to do anything (code ${drillCode(drill, 'alarm')}).`;
}

interface Asking {
  readonly ask: AskPerson;
  readonly isWaiting: () => boolean;
  readonly end: () => void;
}

/** How long people have for all answers, in milliseconds. */
const ANSWERING_MS = 15 * 60_000;

/** `null` if nobody is asked. */
function peopleAsker({ ask, json }: VerifyOptions, channels: readonly Channel[], terminal: Terminal): Asking | null {
  if (!ask || json || channels.length === 0 || !isAnswering(terminal)) return null;
  let end = () => {};
  let isWaiting = false;
  let questions: ReturnType<typeof openQuestions> | null = null;
  return {
    ask: async (question, faultOf) => {
      if (questions === null) {
        questions = openQuestions({ ...terminal, out: terminal.err });
        const timer = setTimeout(() => questions?.end(), ANSWERING_MS);
        end = () => {
          clearTimeout(timer);
          questions?.end();
        };
      }
      // The input may end: at Ctrl-C, by the person, or because the time is over.
      isWaiting = true;
      const answer = await questions.ask(question, faultOf).catch(() => null);
      isWaiting = false;
      return answer;
    },
    isWaiting: () => isWaiting,
    end: () => end(),
  };
}

function isAnswering({ err }: Terminal): boolean {
  return process.stdin.isTTY === true && err.isTTY === true;
}

function whyNobody({ ask, json }: VerifyOptions, { state }: DrillOutcome): string {
  if (!ask) return '--no-ask';
  if (json) return 'with --json nobody is';
  return state === null ? 'there was no alert' : 'this is no terminal, or nobody was notified';
}

function configProof(file: string, { configHash: deployed }: CheckerFact, hash: string): Proof {
  return deployed === null || deployed === hash
    ? proven('config', `the deployed config is ${file}`)
    : notProven('config', `the deployed config is not ${file}: "statuswatch doctor" says what differs`);
}

function alarmProof({ alarmMs }: DrillOutcome, { alarm }: DrillPlan): Proof {
  if (alarm === null) return leftOut('alarm', '--no-alarm');
  return alarmMs === null
    ? notProven('alarm', `the alarm "${alarm.name}" was put into ALARM, and no message of it has arrived`)
    : proven('alarm', `the message of the alarm "${alarm.name}" arrived after ${shown(alarmMs)}`, alarmMs);
}

function interruptedEnd(outcome: DrillOutcome, deployment: string, { err }: Terminal): number {
  const { mark, text } = removalProof(outcome, deployment);
  err.write(`  ${mark === 'ok' ? '✓' : '✕'} ${text}\n`);
  if (outcome.openedMs !== null && outcome.resolvedMs === null)
    err.write('  the next run ends the drill, and notifies whoever was notified of its beginning\n');
  return 130;
}

const REPORT = 'the report';

async function writeReports(verification: Verification, { junit, markdown }: VerifyOptions): Promise<void> {
  if (junit !== undefined) await namingContent(writeNamed(junit, verificationJunit(verification)), REPORT);
  if (markdown !== undefined) await namingContent(writeNamed(markdown, verificationMarkdown(verification)), REPORT);
}
