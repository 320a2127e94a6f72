/** Looks at what else has to work in a deployment: its alarms, its metrics, its pages. */

import type { Config, Deployment } from '../../lambda/core/config/config';
import {
  alarmName,
  CHECKER_ALARM_TITLES,
  checkerTitles,
  shardSilentTitle,
} from '../../lambda/core/message/forms/alarm-text';
import { hasServiceMetrics } from '../../lambda/core/metrics/metrics';
import type { Clock } from '../../lambda/core/words/clock';
import { isJsonObject, parseText } from '../../lambda/core/words/json';
import { errorMessage } from '../../lambda/core/words/run-failure';
import { shown } from './drill-proofs';
import { leftOut, notProven, type Proof, proven } from './proof';
import type { VerifyApis } from './verify-apis';

export interface Looked {
  readonly config: Config;
  readonly deployment: Deployment;
  readonly shards: number;
  /** The id of a service whose metric has to be there. */
  readonly service: string;
  readonly publicUrl: string | null;
}

export interface LookPorts {
  readonly apis: VerifyApis;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Reads an address, without following redirects. */
  readonly read: (url: string) => Promise<{ readonly status: number; readonly text: string }>;
}

/** How long an alarm is given to return to its state, in milliseconds, and how often is looked. */
export const ALARM_RETURNS_MS = 5 * 60_000;
const LOOK_MS = 10_000;

/** CloudWatch may show a new value some minutes late, in milliseconds. */
const METRIC_LATE_MS = 5 * 60_000;

/** One look after the other; a look that fails is not proven, and prevents no other. */
export async function lookProofs(looked: Looked, ports: LookPorts): Promise<readonly Proof[]> {
  const proofs: Proof[] = [];
  for (const [about, look] of LOOKS) {
    if (ports.signal.aborted) break;
    proofs.push(await look(looked, ports).catch((error: unknown) => notProven(about, errorMessage(error))));
  }
  return proofs;
}

type Look = (looked: Looked, ports: LookPorts) => Promise<Proof>;

/** Each with what it is about. */
const LOOKS: readonly (readonly [about: string, look: Look])[] = [
  ['metrics', metricProof],
  ['alarms', alarmsProof],
  ['page', pageProof],
  ['public page', publicPageProof],
];

/**
 * The alarm of a silent checker that is put into `ALARM`. With several parts it is that of the first part: "If you use SetAlarmState on a
 * composite alarm, the composite alarm is not guaranteed to return to its actual state. It returns to its actual state only once any of its
 * children alarms change state." Source: Amazon CloudWatch API reference, "SetAlarmState".
 */
export function silentAlarmName(config: Pick<Config, 'name'>, shards: number): string {
  return alarmName(config, shards === 1 ? CHECKER_ALARM_TITLES.silent : shardSilentTitle(1));
}

async function metricProof({ config, service }: Looked, { apis, clock }: LookPorts): Promise<Proof> {
  if (!hasServiceMetrics(config)) return leftOut('metrics', 'with "metrics: summary" no service has a metric');
  const now = clock.now();
  const lookBackMs = 2 * config.intervalMs + METRIC_LATE_MS;
  const at = await apis.readHealthMetric(config, service, now - lookBackMs, now);
  return at === null
    ? notProven('metrics', `CloudWatch has no health metric of ${service} for the last ${shown(lookBackMs)}`)
    : proven('metrics', `CloudWatch has the health metric of ${service}`);
}

/** Also waits until the alarm that was tried has returned to its state. */
async function alarmsProof({ config, shards }: Looked, { apis, clock, signal }: LookPorts): Promise<Proof> {
  const names = new Set([
    ...checkerTitles(shards).map((title) => alarmName(config, title)),
    silentAlarmName(config, shards),
  ]);
  const found = async () => (await apis.listAlarms(alarmName(config, ''))).filter(({ name }) => names.has(name));
  if ((await found()).length === 0) return notProven('alarms', 'there are no alarms about the checker');
  const inAlarm = async () => (await found()).filter(({ state }) => state === 'ALARM').map(({ name }) => name);
  const begun = clock.elapsed();
  let alarming = await inAlarm();
  while (alarming.length > 0 && clock.elapsed() - begun < ALARM_RETURNS_MS && !signal.aborted) {
    await clock.sleep(LOOK_MS, signal);
    alarming = await inAlarm();
  }
  return alarming.length === 0
    ? proven('alarms', 'no alarm about the checker is in ALARM: no run has failed, and nothing failed to be delivered')
    : notProven('alarms', `in ALARM: ${alarming.join(', ')}`);
}

/** The page has to show its login to whoever has no session. */
async function pageProof({ config, deployment }: Looked, { apis, read }: LookPorts): Promise<Proof> {
  if (deployment.page === null) return leftOut('page', 'the config has no page');
  const url = await apis.readFunctionUrl(`${config.name}-page`);
  if (url === null) return notProven('page', 'the function of the page has no address');
  const { status, text } = await read(url);
  return status === LOGIN_STATUS && /<form[^>]+method="post"/i.test(text)
    ? proven('page', `${url} shows its login`)
    : notProven('page', `${url} does not show its login: it answers ${status}`);
}

const LOGIN_STATUS = 403;

/** The page says until when it is current. */
async function publicPageProof({ config, publicUrl }: Looked, { clock, read }: LookPorts): Promise<Proof> {
  if (config.statusPage === null) return leftOut('public page', 'the config has no page for the public');
  const url = config.statusPage.url ?? publicUrl;
  if (!url) return notProven('public page', 'the address of the page is not known');
  const { status, text } = await read(new URL('fresh.json', url).href);
  const fresh = parseText(text);
  const until = status === 200 && isJsonObject(fresh) ? Date.parse(String(fresh.until)) : Number.NaN;
  if (Number.isNaN(until))
    return notProven('public page', `${url} does not say until when it is current: it answers ${status}`);
  return clock.now() < until
    ? proven('public page', `${url} is current`)
    : notProven('public page', `${url} is out of date since ${new Date(until).toISOString()}`);
}
