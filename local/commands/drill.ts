/** `statuswatch drill [SERVICE]`: sends an alert and its end to all receivers that would get them, and shows their answers. */

import * as v from 'valibot';
import { systemClock } from '../../lambda/adapters/system/system-clock';
import type { Config } from '../../lambda/core/config/config';
import { type DrillResult, drillReceivers, sendDrill } from '../../lambda/core/deliver/drill';
import { plural } from '../../lambda/core/documents/words/format';
import { line, listOf, orNull, readStored } from '../../lambda/core/fields/stored-value';
import { drillAlerts } from '../../lambda/core/message/drill';
import { DEFAULT_LENGTH } from '../../lambda/core/words/clean-text';
import { isJsonObject } from '../../lambda/core/words/json';
import { jsonText } from '../../lambda/core/words/without-commands';
import { checkDeployed, type DeployedOptions } from '../input/deployed-options';
import { loadConfig } from '../input/load-config';
import { serviceHint } from '../input/select-services';
import { UserError } from '../input/user-error';
import { invokeChecker } from '../remote/invoke-checker';
import type { Terminal } from '../terminal/terminal';
import { openReceivers } from './open-receivers';

export interface DrillOptions extends DeployedOptions {
  readonly config: string;
  readonly json?: boolean;
}

/** Resolves to 0 if all receivers accepted it, to 130 at Ctrl-C, otherwise to 1. Throws a `UserError` if there is no receiver. */
export async function drill(options: DrillOptions, terminal: Terminal, [id]: readonly string[]): Promise<number> {
  checkDeployed(options);
  const waitFor = (whose: string) => void terminal.err.write(`  waiting for the answer of ${whose} (Ctrl-C to stop)\n`);
  const answered =
    options.deployed === undefined
      ? drillHere(options, id, waitFor)
      : drillDeployed(options.deployed, options.region, id, waitFor);
  const results = await Promise.race([answered, aborted(terminal.interrupted)]);
  if (results === null) return 130;
  const text = options.json ? jsonText(results, 2) : results.map(lineOf).join('\n');
  terminal.out.write(`${text}\n`);
  return results.every(({ fault }) => fault === null) ? 0 : 1;
}

/** Resolves to `null` once the signal is aborted. */
function aborted(signal: AbortSignal): Promise<null> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(null), { once: true }));
}

async function drillHere(
  { config: file }: DrillOptions,
  id: string | undefined,
  waitFor: (whose: string) => void,
): Promise<readonly DrillResult[]> {
  const config = loadConfig(file, 'none', true);
  const ids = config.services.map((service) => service.id);
  const service = id === undefined ? config.services[0] : config.services.find((known) => known.id === id);
  if (!service) throw new UserError(`there is no service "${id}": ${serviceHint(id ?? '', ids)}`);
  if (config.receivers.length === 0)
    throw new UserError(`${file} has no receivers: a watch only shows its alerts; --deployed NAME drills a deployment`);
  const alerts = drillAlerts(service, { deployment: config.name, links: NO_LINKS }, systemClock.now());
  const receivers = drillReceivers(alerts, openReceivers(config));
  if (receivers.length === 0) throw new UserError(`no receiver of ${file} would get alerts of ${service.id}`);
  waitFor(receivers.map((receiver) => receiver.id).join(', '));
  return sendDrill(alerts, receivers, systemClock);
}

/** Drills all receivers of a config with its first service. `null` if it was interrupted. */
export async function drillAll(config: Config, { interrupted }: Terminal): Promise<readonly DrillResult[] | null> {
  const [service] = config.services;
  if (service === undefined) return [];
  const alerts = drillAlerts(service, { deployment: config.name, links: NO_LINKS }, systemClock.now());
  return Promise.race([sendDrill(alerts, openReceivers(config), systemClock), aborted(interrupted)]);
}

const NO_LINKS = { dashboard: null, logs: null };

async function drillDeployed(
  deployment: string,
  region: string | undefined,
  id: string | undefined,
  waitFor: (whose: string) => void,
): Promise<readonly DrillResult[]> {
  waitFor(`the checker of ${deployment}`);
  const answer = await invokeChecker({ deployment, ...(region !== undefined && { region }) }, { drill: id ?? true });
  if (isJsonObject(answer) && answer.kind === 'refused')
    throw new UserError((readStored(listOf(text), answer.faults) ?? []).join('\n  '));
  const results = isJsonObject(answer) && answer.kind === 'drill' ? readStored(resultsSchema, answer.receivers) : null;
  if (results !== null && results.length > 0) return results;
  throw new UserError(`the checker of ${deployment} gave an unknown answer: deploy it again`);
}

const text = line(DEFAULT_LENGTH);
/** The answer of the checker, which may be of another version. */
const resultsSchema = listOf(
  v.object({ receiver: text, alertsSent: v.fallback(listOf(text), []), fault: orNull(text) }),
);

/** A receiver's answer, as a line. */
export function lineOf({ receiver, alertsSent, fault }: DrillResult): string {
  if (fault !== null) return `  ✕ ${receiver} failed: ${fault}`;
  return alertsSent.length === 0
    ? `  – ${receiver} would get none of these alerts`
    : `  ✓ ${receiver} accepted ${plural(alertsSent.length, 'alert')}`;
}
