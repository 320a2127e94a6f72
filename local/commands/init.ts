/** `statuswatch init`: writes a config for the services at some addresses, and with `--cdk` the app that deploys it. */

import { readFileSync } from 'node:fs';
import type { Config } from '../../lambda/core/config/config';
import { DEFAULTS } from '../../lambda/core/config/schema/config-schema';
import type { DrillResult } from '../../lambda/core/deliver/drill';
import { plural } from '../../lambda/core/documents/words/format';
import { nameSome, withoutQuery } from '../../lambda/core/words/shown-value';
import { keysOf } from '../init/addresses';
import { APP_FILES, appFiles, missingIn, SCHEMA } from '../init/app-files';
import { configText, GUIDE } from '../init/config-text';
import { discover } from '../init/discover';
import { FIRST_KINDS, hasTopic, type NewReceiver, variablesOf } from '../init/first-receivers';
import { type FoundService, foundServices, idsOfAddresses, type UnknownService } from '../init/found-services';
import { existing, writeNew } from '../init/new-files';
import { type InitOptions, type Plan, planOf } from '../init/plan';
import { SETTINGS } from '../init/settings';
import { DEFAULT_CONFIG_FILE as CONFIG_FILE, configFrom, loadDeployment, loadWhole } from '../input/load-config';
import { installCommand, ownCommand, ownSpec } from '../input/own-command';
import { shellCommand } from '../input/shell-command';
import { UserError } from '../input/user-error';
import { DEFAULT_STATE } from '../store/state-folder';
import { wrapMessage } from '../terminal/plain-table';
import { columnsOf, type Terminal } from '../terminal/terminal';
import { check } from './check';
import { drillAll, lineOf } from './drill';

const PACKAGE = 'package.json';
const RECEIVER_GUIDE = 'docs/how-to/add-a-receiver.md';
/** An existing `package.json` stays; none of the other files may exist. */
const NEW_APP_FILES = APP_FILES.filter((file) => file !== PACKAGE);

/** Resolves to 0 once the files are written, and to 130 if it was interrupted before; throws a `UserError` if nothing is written. */
export async function init(options: InitOptions, terminal: Terminal, words: readonly string[]): Promise<number> {
  if (options.cdk && words.length === 0 && existing([CONFIG_FILE]).length > 0) return addApp(options, terminal);
  refuseExisting([CONFIG_FILE, ...(options.cdk ? NEW_APP_FILES : [])]);
  const plan = await uninterrupted(planOf(options, terminal, words), terminal);
  if (plan === null) return endForInterrupt(terminal);
  if (plan.cdk) refuseExisting(NEW_APP_FILES);

  const found = await find(plan, options.keepFailing ?? false, terminal);
  if (found === null) return endForInterrupt(terminal);
  const { services, failing, unknown } = found;
  const isWatching = services.length > 0;
  if (!isWatching && failing.length === 0) throw new UserError(nothingKnown(unknown));
  const settings = { name: DEFAULTS.name, ...plan.settings };
  const text = configText({
    schema: plan.cdk ? SCHEMA.installed : SCHEMA.published,
    settings,
    receivers: plan.receivers,
    services,
    failing,
    unknown,
  });
  const purpose = { probing: 'all', notifying: true } as const;
  const config = isWatching ? configFrom(CONFIG_FILE, text, purpose, variablesOf(plan.receivers)) : null;
  const app = plan.cdk ? newApp(settings.name) : null;
  writeNew(new Map([[CONFIG_FILE, text], ...(app?.files ?? [])]), plan.receivers.some(hasTopic) ? [CONFIG_FILE] : []);

  const others = app === null ? '' : `, and ${nameSome([...app.files.keys()])}`;
  say(terminal, [
    `Wrote ${CONFIG_FILE} with ${isWatching ? plural(services.length, 'service') : 'no service that is watched yet'}${others}`,
    ...[...plan.notes, ...found.notes, ...failingNotes(failing), ...unknown.map(unknownNote)].map(
      (note) => `- ${note}`,
    ),
    ...(app?.notes ?? []),
  ]);
  if (config !== null) return close(terminal, plan, config);
  say(terminal, [...variableLines(plan), '', 'Next:', ...stepsUntilWatching()]);
  return 0;
}

/** A line for each reason, and what to do. */
function failingNotes(failing: readonly FoundService[]): readonly string[] {
  if (failing.length === 0) return [];
  const reasons = [...new Set(failing.map((service) => service.failing))];
  const lines = reasons.map((reason) => {
    const ids = failing.filter((service) => service.failing === reason).map(({ id }) => id);
    const are = ids.length === 1 ? 'is not watched yet, since it fails' : 'are not watched yet, since they fail';
    return `${nameSome(ids)} ${are}: ${reason}`;
  });
  const what = `${CONFIG_FILE} has what fails as comments: remove the "# " before a service once it is healthy`;
  return [...lines, `${what}; "init --keep-failing" writes all without, if only this machine can't reach them`];
}

function unknownNote({ baseUrl, answered }: UnknownService): string {
  return `${withoutQuery(baseUrl)} is not watched yet, since no answer is known: ${answered}; ${CONFIG_FILE} says what to do`;
}

function nothingKnown(unknown: readonly UnknownService[]): string {
  const lines = unknown.map(({ baseUrl, answered }) => `  ${withoutQuery(baseUrl)} answers ${answered}`);
  return [
    'nothing was written, since no answer is known:',
    ...lines,
    `Give the whole address of a health check, such as ${unknown[0]?.baseUrl}/health; ${GUIDE} says which are known.`,
  ].join('\n');
}

/** Adds an app around an existing config. */
async function addApp(options: InitOptions, terminal: Terminal): Promise<number> {
  const given = [...SETTINGS, ...FIRST_KINDS].find((setting) => options[setting] !== undefined);
  if (given !== undefined)
    throw new UserError(
      `--${given} is for a new config, but ${CONFIG_FILE} is here and stays as it is: write it in there`,
    );
  refuseExisting(NEW_APP_FILES);
  const { config } = loadWhole(CONFIG_FILE);
  const { files, notes } = newApp(config.name);
  writeNew(files);
  say(terminal, [`Wrote ${nameSome([...files.keys()])}; ${CONFIG_FILE} stays as it is`, ...notes]);
  return closeApp(terminal);
}

interface NewApp {
  /** The texts of the files by their paths. */
  readonly files: ReadonlyMap<string, string>;
  /** The additions to an existing `package.json` for a person, in lines. */
  readonly notes: readonly string[];
}

function newApp(name: string): NewApp {
  const { [PACKAGE]: wanted, ...others } = appFiles(name, ownSpec());
  if (existing([PACKAGE]).length === 0)
    return { files: new Map([[PACKAGE, wanted], ...Object.entries(others)]), notes: [] };
  const missing = missingIn(readPackage(), wanted);
  return {
    files: new Map(Object.entries(others)),
    notes: missing === null ? [] : [`${PACKAGE} stays as it is. Add this to it:`, missing],
  };
}

function readPackage(): string {
  try {
    return readFileSync(PACKAGE, 'utf8');
  } catch (error) {
    throw new UserError(`nothing was written: ${PACKAGE} can't be read: ${(error as Error).message}`);
  }
}

function refuseExisting(files: readonly string[]): void {
  const there = existing(files);
  if (there.length === 0) return;
  const hint = there.includes(CONFIG_FILE) ? '; "init --cdk" without addresses writes an app around the config' : '';
  throw new UserError(
    `nothing was written: ${nameSome(there)} ${there.length === 1 ? 'is' : 'are'} here already, and init never overwrites files${hint}`,
  );
}

/** Asks all addresses; `null` if it was interrupted. */
async function find({ addresses }: Plan, keepFailing: boolean, { err, interrupted }: Terminal) {
  const ids = idsOfAddresses(addresses);
  const services = addresses.map((base, index) => ({ id: ids[index], ...keysOf(base) }));
  const config = configFrom('the addresses', JSON.stringify({ services }), {
    probing: 'all',
  });
  const { showProgress } = await import('../terminal/progress');
  const progress = showProgress(err, ids);
  const discoveries = await discover(config, interrupted, progress.done).finally(progress.end);
  return interrupted.aborted ? null : foundServices(discoveries, keepFailing);
}

/** The table of the services, and what to do next. */
async function close(terminal: Terminal, plan: Plan, config: Config): Promise<number> {
  if ((await showTable(terminal)) === 130) return 130;
  if (plan.receivers.length > 0 && !(await showDrill(plan.receivers, config, terminal))) return 130;
  say(terminal, [
    ...variableLines(plan),
    ...mailLines(plan),
    ...missing(plan.cdk, terminal),
    '',
    'Next:',
    ...nextSteps(plan.cdk),
  ]);
  return 0;
}

async function closeApp(terminal: Terminal): Promise<number> {
  if ((await showTable(terminal)) === 130) return 130;
  say(terminal, [...missing(true, terminal), '', 'Next:', ...nextSteps(true)]);
  return 0;
}

/** Resolves to whether it was not interrupted. */
async function showDrill(receivers: readonly NewReceiver[], config: Config, terminal: Terminal): Promise<boolean> {
  say(terminal, ['', 'A test alert, labelled DRILL, and its end:']);
  const results = await drillAll(config, terminal);
  if (results === null) return false;
  const lines = results.flatMap((result) => [lineOf(result), `    ${seenAt(result, receivers)}`]);
  terminal.out.write(`${lines.map((line) => `  ${line}\n`).join('')}`);
  return true;
}

/** Where a person sees it, or what to do. */
function seenAt({ receiver, fault }: DrillResult, receivers: readonly NewReceiver[]): string {
  if (fault !== null) return `"${shellCommand(ownCommand())} drill" sends it again`;
  return receivers.find(({ kind }) => kind === receiver)?.place ?? '';
}

/** What has to be set where watch and drill run. */
function variableLines({ receivers }: Plan): readonly string[] {
  const lines = receivers.flatMap(({ kind, variable }) =>
    variable === null
      ? []
      : [
          kind === 'ntfy'
            ? `  export ${variable.name}='${variable.value}'   # keep it private`
            : `  export ${variable.name}='…'   # the address that you gave with --${kind}`,
        ],
  );
  return lines.length === 0 ? [] : ['', 'Set this where watch and drill run:', ...lines];
}

function mailLines({ settings: { email } }: Plan): readonly string[] {
  if (email === undefined) return [];
  return [
    '',
    `${email} gets mail once it is deployed and the address is confirmed; "statuswatch drill --deployed NAME" then tests it`,
  ];
}

async function showTable(terminal: Terminal): Promise<number> {
  terminal.out.write('\n');
  try {
    return await check({ config: CONFIG_FILE, state: DEFAULT_STATE }, terminal);
  } catch (error) {
    say(terminal, [userMessage(error, terminal)]);
    return 2;
  }
}

function missing(cdk: boolean, terminal: Terminal): readonly string[] {
  return cdk ? missingForDeployment(terminal) : [];
}

function stepsUntilWatching(): string[] {
  const own = shellCommand(ownCommand());
  return [
    `  Once a service is healthy, remove the "# " before it in ${CONFIG_FILE}, then: ${own} check`,
    `  If only this machine can't reach them, remove ${CONFIG_FILE}, and add --keep-failing to the command`,
  ];
}

function nextSteps(cdk: boolean): string[] {
  const own = shellCommand(ownCommand());
  const steps = [
    [`${own} watch`, 'checks them on, and serves a live page'],
    cdk
      ? [
          `${installCommand()} && npx cdk deploy`,
          'deploys it; before, once for an account and region: npx cdk bootstrap',
        ]
      : [`${own} init --cdk`, 'writes what deploys it to AWS'],
  ];
  const width = Math.max(...steps.map(([command = '']) => command.length));
  return steps.map(([command = '', what]) => `  ${command.padEnd(width)}   ${what}`);
}

/** The steps that are missing before the first deployment, as lines. */
function missingForDeployment(terminal: Terminal): string[] {
  try {
    const { subscriptions, slack } = loadDeployment(CONFIG_FILE, 'all').deployment;
    const isNobody = subscriptions.length === 0 && slack === null;
    return isNobody ? ['', `Nobody is notified by mail yet: ${CONFIG_FILE} lacks alerts.subscriptions`] : [];
  } catch (error) {
    const isOfReceiver = error instanceof UserError && error.message.includes(' alerts.receivers[');
    return [
      '',
      userMessage(error, terminal, 'Before it can be deployed: '),
      ...(isOfReceiver
        ? [`Move these values of receivers to Secrets Manager (${RECEIVER_GUIDE}), or remove the receivers.`]
        : []),
    ];
  }
}

/** The message of a `UserError`, as wide as `say` shows it. */
function userMessage(error: unknown, { out }: Terminal, before = ''): string {
  if (error instanceof UserError) return wrapMessage(before + error.message, columnsOf(out) - 2);
  throw error;
}

function say({ out }: Terminal, lines: readonly string[]): void {
  out.write(`${lines.map((line) => (line === '' ? '' : `  ${line.replaceAll('\n', '\n  ')}`)).join('\n')}\n`);
}

function endForInterrupt({ err }: Terminal): number {
  err.write('statuswatch: interrupted, and nothing was written\n');
  return 130;
}

/** `null` if it was interrupted. */
async function uninterrupted<Result>(act: Promise<Result>, { interrupted }: Terminal): Promise<Result | null> {
  try {
    return await act;
  } catch (error) {
    if (interrupted.aborted) return null;
    throw error;
  }
}
