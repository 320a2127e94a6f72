/** `statuswatch wait`: waits until services are healthy and answer with a version, several times in a row. */

import pLimit from 'p-limit';
import { httpProbe } from '../../lambda/adapters/http/http-probe';
import { systemClock } from '../../lambda/adapters/system/system-clock';
import { conditionPolicies } from '../../lambda/core/config/condition-policies';
import type { Config, Service } from '../../lambda/core/config/config';
import { askedService } from '../../lambda/core/invoke/answer';
import { checkerFunctionName } from '../../lambda/core/invoke/invocation';
import { askOnce } from '../../lambda/core/probe/check-service';
import { isJsonObject, jsonObjectOf } from '../../lambda/core/words/json';
import { jsonText } from '../../lambda/core/words/without-commands';
import { checkDeployed } from '../input/deployed-options';
import { loadConfig } from '../input/load-config';
import { UserError } from '../input/user-error';
import { type OpenChecker, openChecker } from '../remote/invoke-checker';
import { checkNamed, namingContent, writeNamed } from '../store/write-named';
import type { Terminal } from '../terminal/terminal';
import { askDeployed } from '../wait/ask-deployed';
import type { Wanted } from '../wait/service-progress';
import { type MadeSilence, silenceMeanwhile } from '../wait/silence-meanwhile';
import { waitDocument } from '../wait/wait-document';
import { type AskService, type WaitResult, waitForServices } from '../wait/wait-for-services';
import { createWaitScreen, type WaitScreen } from '../wait/wait-screen';
import { readSettings, selectServices, type WaitOptions, type WaitSettings } from '../wait/wait-settings';
import { introduction } from '../wait/wait-words';
import { laptopAuthorizer } from './laptop-authorizer';

const JUNIT = 'the JUnit report';

/** Resolves to 0 once all services are ready, to 1 if the time runs out first, to 130 at Ctrl-C. Throws a `UserError` for 2. */
export async function wait(options: WaitOptions, terminal: Terminal, names: readonly string[]): Promise<number> {
  checkDeployed(options);
  const { deployed, region } = options;
  if (deployed === undefined) return waitHere(options, terminal, names);
  const checker = await openChecker({ deployment: deployed, ...(region !== undefined && { region }) });
  try {
    return await waitThere(deployed, checker, options, terminal, names);
  } finally {
    checker.close();
  }
}

async function waitHere(options: WaitOptions, terminal: Terminal, names: readonly string[]): Promise<number> {
  const { config: file } = options;
  const plan = await planOf(async () => loadConfig(file, 'none'), options, names);
  const config = loadConfig(
    file,
    plan.services.map(({ id }) => id),
  );
  return waitBy(() => askHere(config), { ...plan, deployment: config.name, checker: null }, options, terminal, names);
}

/** Each service that is asked here has its own request. */
function askHere({ services, concurrency }: Config): AskService {
  const byId = new Map(services.map((service) => [service.id, service]));
  const ports = { probe: httpProbe, clock: systemClock, authorizer: laptopAuthorizer(), gate: pLimit(concurrency) };
  return async (id, signal) => askedService(await askOnce(byId.get(id) as Service, ports, signal));
}

async function waitThere(
  deployment: string,
  checker: OpenChecker,
  options: WaitOptions,
  terminal: Terminal,
  names: readonly string[],
): Promise<number> {
  const plan = await planOf(() => deployedConfig(deployment, checker), options, names);
  const { everyMs } = plan.settings;
  return waitBy(
    () => askDeployed({ deployment, checker, clock: systemClock, everyMs }),
    { ...plan, deployment, checker: checkerFunctionName(deployment) },
    options,
    terminal,
    names,
  );
}

async function deployedConfig(deployment: string, checker: OpenChecker): Promise<Pick<Config, 'services'>> {
  const { kind, config } = jsonObjectOf(await checker.invoke({ config: true }));
  if (kind === 'config' && isConfig(config)) return config;
  throw new UserError(`the checker of ${deployment} answers in a way that is not known here: deploy it again`);
}

/** It was parsed at the deployment, so its keys are not checked again. */
function isConfig(config: unknown): config is Pick<Config, 'services'> {
  return isJsonObject(config) && Array.isArray(config.services);
}

interface Plan {
  readonly settings: WaitSettings;
  readonly services: readonly Service[];
}

/** Throws a `UserError` that lists all faults of the options, and those of the config. */
async function planOf(
  readConfig: () => Promise<Pick<Config, 'services'>>,
  options: WaitOptions,
  names: readonly string[],
): Promise<Plan> {
  const { settings, faults } = readSettings(options);
  const config = await readConfig().catch((error: unknown) => {
    if (!(error instanceof UserError) || faults.length === 0) throw error;
    throw new UserError([...faults, error.message].join('\n  '));
  });
  const { selected, faults: others } = selectServices(config, names, options);
  const all = [...faults, ...others];
  if (all.length > 0) throw new UserError(all.join('\n  '));
  if (options.junit !== undefined) await checkNamed(options.junit, '--junit', JUNIT);
  return { settings, services: selected };
}

interface DonePlan extends Plan {
  readonly deployment: string;
  /** The name of the function that asks; `null` if this machine does. */
  readonly checker: string | null;
}

async function waitBy(
  asking: () => AskService,
  plan: DonePlan,
  options: WaitOptions,
  terminal: Terminal,
  names: readonly string[],
): Promise<number> {
  const { settings, services, deployment, checker } = plan;
  const ids = services.map(({ id }) => id);
  // The document alone is for programs; people see the rest.
  const shown = options.json ? { ...terminal, out: terminal.err } : terminal;
  const screen = createWaitScreen(shown, settings);
  try {
    const isAll = names.length === 0 && options.group.length === 0;
    const silence =
      options.silence === undefined
        ? null
        : await silenceMeanwhile(isAll ? 'all' : ids, settings.forMs, options, terminal);
    const result = await endingSilence(silence, screen, () => {
      for (const line of introduction(ids, settings, checker)) screen.say(line);
      const wanted = new Map(services.map((service) => [service.id, wantedOf(service, settings)]));
      const ports = {
        clock: systemClock,
        ask: asking(),
        interrupted: terminal.interrupted,
        onStart: screen.begin,
        onAnswer: screen.show,
      };
      return waitForServices(wanted, settings, ports);
    });
    screen.finish(result);
    if (result.outcome === 'interrupted') return 130;
    const document = waitDocument(deployment, settings, result, silence?.id ?? null);
    if (options.json) terminal.out.write(`${jsonText(document, 2)}\n`);
    if (options.junit !== undefined) {
      const { waitJunit } = await import('../wait/wait-junit');
      await namingContent(writeNamed(options.junit, waitJunit(document)), JUNIT);
    }
    return result.outcome === 'ready' ? 0 : 1;
  } finally {
    screen.end();
  }
}

/** Ends the silence however the wait ends. */
async function endingSilence(
  silence: MadeSilence | null,
  screen: WaitScreen,
  waiting: () => Promise<WaitResult>,
): Promise<WaitResult> {
  for (const line of silence?.lines ?? []) screen.say(line);
  try {
    return await waiting();
  } finally {
    if (silence !== null) screen.say(await silence.end());
  }
}

function wantedOf(service: Service, { version, runs }: WaitSettings): Wanted {
  const isAnyEnvironment = conditionPolicies(service).wrong_environment.do === 'off';
  return { version, runs, environment: isAnyEnvironment ? null : service.environment };
}
