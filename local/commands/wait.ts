/** `statuswatch wait`: waits until services are healthy and answer with a version, several times in a row. */

import pLimit from 'p-limit';
import { httpProbe } from '../../lambda/adapters/http/http-probe';
import { systemClock } from '../../lambda/adapters/system/system-clock';
import { conditionPolicies } from '../../lambda/core/conditions/conditions';
import type { Config, Service } from '../../lambda/core/config/config';
import { askedService } from '../../lambda/core/invoke/answer';
import { checkerFunctionName } from '../../lambda/core/invoke/invocation';
import { checkOnce } from '../../lambda/core/probe/check-service';
import { formatDuration } from '../../lambda/core/words/duration';
import { jsonObjectOf } from '../../lambda/core/words/json';
import { errorMessage } from '../../lambda/core/words/run-failure';
import { checkDeployed as checkOptions } from '../input/deployed-options';
import { loadConfig } from '../input/load-config';
import { type OpenChecker, openChecker } from '../remote/invoke-checker';
import { userName, watchNote } from '../requests/answer-text';
import { pasteCommand } from '../requests/paste-command';
import { otherVersion } from '../requests/read-answer';
import { request } from '../requests/request';
import { withTime } from '../terminal/run-lines';
import type { Terminal } from '../terminal/terminal';
import { checkDeployed } from '../wait/check-deployed';
import { planWait, type WaitOptions, type WaitPlan } from '../wait/plan-wait';
import { type CheckAll, isReady, type Progress, type Wanted, waitForServices } from '../wait/wait-for-services';
import { changeLine, introduction, missingLine, outcomeLine } from '../wait/wait-words';
import { laptopAuthorizer } from './laptop-authorizer';

/** Resolves to 0 once all services are ready, to 1 if the time is up first, to 130 at Ctrl-C. Throws a `UserError` for 2. */
export async function wait(options: WaitOptions, terminal: Terminal, names: readonly string[]): Promise<number> {
  checkOptions(options);
  const { config: file, deployed, region } = options;
  const checker = deployed === undefined ? null : await openChecker({ deployment: deployed, region });
  try {
    const config = checker === null ? loadConfig(file, 'none') : await deployedConfig(deployed ?? '', checker);
    const plan = planWait(config, names, options);
    const ids = plan.services.map(({ id }) => id);
    const checkAll =
      checker === null ? checkHere(loadConfig(file, ids), ids) : checkDeployed(deployed ?? '', checker, ids);
    return await waitBy(checkAll, plan, options, terminal);
  } finally {
    checker?.close();
  }
}

function checkHere({ services, concurrency }: Config, ids: readonly string[]): CheckAll {
  const ports = { probe: httpProbe, clock: systemClock, authorizer: laptopAuthorizer(), gate: pLimit(concurrency) };
  const selected = services.filter(({ id }) => ids.includes(id));
  return (signal) =>
    Promise.all(
      selected.map(async (service) => ({
        version: null,
        environment: null,
        ...askedService(await checkOnce(service, ports, signal)),
      })),
    );
}

async function deployedConfig(deployment: string, checker: OpenChecker): Promise<Pick<Config, 'services'>> {
  const { kind, config } = jsonObjectOf(await checker.invoke({ config: true }));
  // It was parsed when it was deployed, so its keys are not checked again.
  if (kind === 'config' && Array.isArray(jsonObjectOf(config).services)) return config as Pick<Config, 'services'>;
  throw otherVersion(deployment);
}

async function waitBy(checkAll: CheckAll, plan: WaitPlan, options: WaitOptions, terminal: Terminal): Promise<number> {
  const say = (line: string) => void terminal.out.write(`${withTime(line, Date.now())}\n`);
  const endSilence = options.silence === undefined ? null : await silence(plan, options, terminal, say);
  try {
    const { deployed } = options;
    say(introduction(plan, deployed === undefined ? null : checkerFunctionName(deployed)));
    const wanted = plan.services.map((service) => wantedFrom(service, plan));
    const result = await waitForServices(wanted, plan, {
      clock: systemClock,
      checkAll,
      interrupted: terminal.interrupted,
      onRound: (now, before) => {
        for (const [index, progress] of now.entries()) {
          const line = changeLine(progress, before[index] as Progress);
          if (line !== null) say(line);
        }
      },
    });
    for (const progress of result.services) if (!isReady(progress)) say(missingLine(progress));
    say(outcomeLine(result));
    return { ready: 0, late: 1, interrupted: 130 }[result.outcome];
  } finally {
    await endSilence?.();
  }
}

function wantedFrom(service: Service, { version, runs }: WaitPlan): Wanted {
  const isAnyEnvironment = conditionPolicies(service).wrong_environment.do === 'off';
  return { service: service.id, version, runs, environment: isAnyEnvironment ? null : service.environment };
}

/** Silences the services, for no longer than the wait can take. Returns a function that ends the silence and never rejects. */
async function silence(
  { services, isAll, forMs }: WaitPlan,
  options: WaitOptions,
  terminal: Terminal,
  say: (line: string) => void,
): Promise<() => Promise<void>> {
  const names = isAll ? 'all' : services.map(({ id }) => id);
  const event = { silence: names, for: formatDuration(forMs), reason: options.silence, by: userName() };
  const made = await request(event, 'silenced', options, terminal);
  const { id, until } = made.silence;
  for (const line of [made.text, ...watchNote(options)]) say(`${line}.`);
  return async () => {
    try {
      await request({ unsilence: id }, 'unsilenced', options, terminal);
      say(`The silence ${id} has ended.`);
    } catch (error) {
      // After its end it may be gone already.
      if (Date.now() >= Date.parse(until)) return say(`The silence ${id} has ended.`);
      say(`The silence ${id} can't be ended and lasts until ${until}: ${errorMessage(error)}`);
      say(`To stop it sooner: ${pasteCommand(['unsilence', id], options)}`);
    }
  };
}
