/** `statuswatch verify --deployed NAME`: the checks of the doctor, and a drill from a failing service to a person. */

import { randomBytes } from 'node:crypto';
import { nextStart } from '../../lambda/adapters/system/cron-starts';
import { systemClock } from '../../lambda/adapters/system/system-clock';
import type { Config, Service } from '../../lambda/core/config/config';
import { TOPIC } from '../../lambda/core/deliver/receiver';
import { shardCount } from '../../lambda/core/invoke/invocation';
import { alarmName, CHECKER_ALARM_TITLES, shardSilentTitle } from '../../lambda/core/message/forms/alarm-text';
import { type DrillRequest, drillCode, LONGEST_DRILL_MS } from '../../lambda/core/silences/drill-request';
import { plannerOf } from '../../lambda/core/silences/maintenance';
import { type Silence, silenceOf } from '../../lambda/core/silences/silence';
import { SAMPLE_SERVICE } from '../../lambda/core/state/drill-state';
import { jsonText } from '../../lambda/core/words/without-commands';
import type { Checker, DeployedConfig } from '../doctor/facts';
import { type Finding, failed, ok, skipped } from '../doctor/finding';
import { findingsOf, type Local } from '../doctor/findings';
import { gatherFacts } from '../doctor/gather-facts';
import { verifyPolicy } from '../doctor/policy';
import { findingsText, shownSeconds, type Verification } from '../doctor/reports';
import { serviceHint } from '../input/select-services';
import { PassingError, UserError } from '../input/user-error';
import { loadSdk } from '../remote/load-sdk';
import type { Terminal } from '../terminal/terminal';
import { conductDrill, type DrillOutcome, type DrillPlan, incidentOf } from '../verify/conduct-drill';
import { drillFindings, limitsOf, removalFinding } from '../verify/drill-findings';
import { findLeftovers, removeLeftovers } from '../verify/leftovers';
import { askPeople, type Channel, channelsOf, openQuestions } from '../verify/people';
import type { VerifiedTable, VerifyApis } from '../verify/verify-apis';
import { explainFaults, loadLocal, policyRegion, readChecker } from './doctor';

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
}

/** Resolves to 0 if everything that was tried passed, to 130 at Ctrl-C, otherwise to 1. Throws a `UserError` for 2. */
export async function verify(options: VerifyOptions, terminal: Terminal): Promise<number> {
  const local = loadLocal(options);
  if (options.policy) {
    terminal.out.write(`${jsonText(verifyPolicy({ ...local, region: policyRegion(options, local) }), 2)}\n`);
    return 0;
  }
  const [{ openAws }, { verifyApis }] = await loadSdk(() =>
    Promise.all([import('../remote/open-aws'), import('../remote/verify-aws')]),
  );
  const access = await openAws(options.region ?? local.deployment.region ?? undefined);
  return explainFaults('verify', local, access.region, async () => {
    const found = await openDeployment(local, access.region, verifyApis(access));
    return options.cleanup ? cleanUp(found, terminal) : prove(options, found, terminal);
  });
}

interface FoundDeployment {
  readonly local: Local;
  readonly region: string;
  readonly apis: VerifyApis;
  readonly checker: Checker;
  readonly table: VerifiedTable;
}

async function openDeployment(local: Local, region: string, apis: VerifyApis): Promise<FoundDeployment> {
  const checker = await readChecker(local, apis);
  return { local, region, apis, checker, table: apis.openTable(checker.table, local.config.name) };
}

async function cleanUp({ local, apis, checker, table }: FoundDeployment, { out }: Terminal): Promise<number> {
  const leftovers = await findLeftovers(local.config.name, null, checker.topicArns.alerts, apis);
  const { removed, failed: kept } = await removeLeftovers(leftovers, table, apis);
  const lines = [...removed.map((what) => `  ✓ removed ${what}`), ...kept.map((what) => `  ✕ not removed: ${what}`)];
  out.write(`${lines.length === 0 ? '  ✓ nothing is left of a verification' : lines.join('\n')}\n`);
  return kept.length === 0 ? 0 : 1;
}

async function prove(options: VerifyOptions, found: FoundDeployment, terminal: Terminal): Promise<number> {
  const { local, region, apis, table, checker } = found;
  const { config, deployment } = local;
  const { interrupted: signal, err } = terminal;
  const startedAt = systemClock.now();
  const begun = systemClock.elapsed();
  const service = namedService(options.service, config);
  const subject = service ?? SAMPLE_SERVICE;
  const limits = limitsOf(config, (service ?? (config.services[0] as Service)).alerts);
  const planned = plannerOf(config, nextStart)(startedAt, startedAt + limits.resolvedMs);
  const { silences } = await table.readRequested(startedAt);
  refuseSilenced(subject.id, [...silences, ...planned], { from: startedAt, to: startedAt + limits.resolvedMs });
  const drill = newDrill(service, startedAt, limits.resolvedMs);
  const channels = channelsOf(config, deployment, subject, drill);
  const tell = (line: string) => void err.write(`  ${line}\n`);
  const plan: DrillPlan = {
    deployment: config.name,
    topicArn: checker.topicArns.alerts,
    drill,
    receivers: [TOPIC, ...config.receivers.map(({ id }) => id)],
    alarm: options.alarm ? { name: silentAlarmName(local), reason: alarmReason(drill) } : null,
    limits,
  };
  tell(`a drill under the name ${subject.id}: it takes ${shownSeconds(limits.resolvedMs)} at most (Ctrl-C to stop)`);
  const outcome = await conductDrill(plan, { apis, table, clock: systemClock, signal, tell });
  const people = signal.aborted ? [] : await peopleFindings(options, channels, outcome, drill, terminal);
  if (signal.aborted) return interruptedEnd(outcome, config.name, terminal);
  tell('checking the rest of the deployment');
  if (plan.alarm !== null) await untilReturned(plan.alarm.name, apis, signal);
  const now = systemClock.now();
  const facts = await gatherFacts(local, checker, apis, now);
  const findings = [
    ...drillFindings(outcome, plan, facts.receivers),
    ...people,
    alarmFinding(outcome, plan),
    // The drill says more of each receiver.
    ...findingsOf(facts, local, now).filter(({ about }) => about !== 'receiver'),
    removalFinding(outcome, config.name),
  ];
  const verification: Verification = {
    schema: 'statuswatch.verification/1',
    deployment: config.name,
    region,
    service: subject.id,
    startedAt: new Date(startedAt).toISOString(),
    durationMs: Math.round(systemClock.elapsed() - begun),
    passed: findings.every(({ mark }) => mark === 'ok' || mark === 'skipped'),
    findings,
  };
  terminal.out.write(`${options.json ? jsonText(verification, 2) : findingsText(findings, terminal)}\n`);
  return verification.passed ? 0 : 1;
}

/**
 * Returns the alarm that is put into `ALARM`. With several parts it is that of the first part: "If you use SetAlarmState on a composite alarm,
 * the composite alarm is not guaranteed to return to its actual state. It returns to its actual state only once any of its children alarms
 * change state." Source: Amazon CloudWatch API reference, "SetAlarmState".
 */
function silentAlarmName({ config, deployment }: DeployedConfig): string {
  return alarmName(config, shardCount(config, deployment) === 1 ? CHECKER_ALARM_TITLES.silent : shardSilentTitle(1));
}

/** How long the alarm is given to return to its state, in milliseconds, and the pause between two looks. */
const ALARM_RETURNS_MS = 5 * 60_000;
const LOOK_MS = 10_000;

/** Waits until the alarm is out of `ALARM`, or for five minutes. An error is left to the doctor's checks. */
async function untilReturned(alarm: string, { listAlarms }: VerifyApis, signal: AbortSignal): Promise<void> {
  const deadline = systemClock.elapsed() + ALARM_RETURNS_MS;
  const isAlarming = async () =>
    (await listAlarms(alarm).catch(() => [])).some(({ name, state }) => name === alarm && state === 'ALARM');
  while (!signal.aborted && systemClock.elapsed() < deadline && (await isAlarming()))
    await systemClock.sleep(LOOK_MS, signal);
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
    `${service} is ${what} from ${since} to ${until}, so nobody would be notified: wait until it ends, or name another service with --service`,
  );
}

/** For how much longer than it may take at most a drill exists if nobody removes it, in milliseconds. */
const KEPT_MS = 10 * 60_000;
const ID_BYTES = 4;
const SECRET_BYTES = 16;

function newDrill(service: Service | null, from: number, resolvedMs: number): DrillRequest {
  if (resolvedMs + KEPT_MS > LONGEST_DRILL_MS)
    throw new UserError(`a drill would take ${shownSeconds(resolvedMs)}, which is too long: set a shorter interval`);
  return {
    id: randomBytes(ID_BYTES).toString('hex'),
    service: service?.id ?? null,
    from,
    until: from + resolvedMs + KEPT_MS,
    secret: randomBytes(SECRET_BYTES).toString('hex'),
  };
}

function alarmReason(drill: DrillRequest): string {
  return `DRILL: "statuswatch verify" has put this alarm into ALARM. No action needed (code ${drillCode(drill, 'alarm')}).`;
}

/** Asks for the code of each channel that was notified. */
async function peopleFindings(
  { ask, json }: VerifyOptions,
  channels: readonly Channel[],
  { state }: DrillOutcome,
  drill: DrillRequest,
  terminal: Terminal,
): Promise<readonly Finding[]> {
  const records = state?.notified[incidentOf(state, drill)?.id ?? ''] ?? {};
  const notified = channels.filter(({ receiver }) => records[receiver]?.sent != null);
  if (notified.length === 0) return [];
  const isAnswering = process.stdin.isTTY === true && terminal.err.isTTY === true;
  if (!ask || json || !isAnswering) {
    const why = ask ? (json ? '--json' : 'this is no terminal') : '--no-ask';
    return [skipped('people', `nobody was asked for a code: ${why}`)];
  }
  const questions = openQuestions(terminal);
  const findings = await askPeople(notified, questions.ask);
  questions.end();
  return findings;
}

function alarmFinding({ alarmMs }: DrillOutcome, { alarm }: DrillPlan): Finding {
  if (alarm === null) return skipped('alarm', '--no-alarm');
  return alarmMs === null
    ? failed('alarm', `the alarm "${alarm.name}" was put into ALARM, but its message did not arrive`)
    : ok('alarm', `the message of the alarm "${alarm.name}" arrived after ${shownSeconds(alarmMs)}`, alarmMs);
}

function interruptedEnd(outcome: DrillOutcome, deployment: string, { err }: Terminal): number {
  const { mark, text } = removalFinding(outcome, deployment);
  err.write(`  ${mark === 'ok' ? '✓' : '✕'} ${text}\n`);
  if (outcome.openedMs !== null && outcome.resolvedMs === null)
    err.write('  the next run ends the drill and sends its recovery\n');
  return 130;
}
