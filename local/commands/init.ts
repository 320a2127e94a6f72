/** `statuswatch init`: writes a config for the services at some addresses, and with `--cdk` the app that deploys it. */

import { addAbortSignal } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Config } from '../../lambda/core/config/config';
import { DEFAULTS } from '../../lambda/core/config/schema/config-schema';
import { plural } from '../../lambda/core/documents/words/format';
import { nameSome } from '../../lambda/core/words/shown-value';
import { APP_FILES, appFiles, installLine, PACKAGE, SCHEMA } from '../init/app-files';
import { configText } from '../init/config-text';
import { discover } from '../init/discover';
import { type NewReceiver, receiverVariables } from '../init/first-receivers';
import { type FoundService, foundServices } from '../init/found-services';
import { existing, writeNew } from '../init/new-files';
import { addressesIn, type InitOptions, readOptions } from '../init/read-options';
import { DEFAULT_CONFIG_FILE as CONFIG_FILE, configFrom, loadWhole } from '../input/load-config';
import { installCommand, ownCommand, ownSpec } from '../input/own-command';
import { shellCommand } from '../input/shell-command';
import { UserError } from '../input/user-error';
import { DEFAULT_STATE } from '../store/state-folder';
import { wrapMessage } from '../terminal/plain-table';
import { showProgress } from '../terminal/progress';
import { columnsOf, type Terminal } from '../terminal/terminal';
import { check } from './check';
import { drillAll, lineOf } from './drill';

/** An existing `package.json` stays; none of the other files may exist. */
const NEW_APP_FILES = APP_FILES.filter((file) => file !== PACKAGE);
/** Stands for the addresses on standard input. */
const STDIN = '-';

/** Resolves to 0 once the files are written, and to 130 if it was interrupted before; throws a `UserError` if nothing is written. */
export async function init(options: InitOptions, terminal: Terminal, words: readonly string[]): Promise<number> {
  const { interrupted } = terminal;
  const isHere = existing([CONFIG_FILE]).length > 0;
  if (options.cdk && words.length === 0 && isHere) return addApp(terminal);
  refuseExisting([CONFIG_FILE, ...(options.cdk ? NEW_APP_FILES : [])]);
  const given = words.includes(STDIN)
    ? addressesIn(await text(addAbortSignal(interrupted, process.stdin)).catch(() => ''))
    : words;
  if (interrupted.aborted) return endForInterrupt(terminal);
  const { keys, receivers, draft } = readOptions(options, given, DEFAULTS.name);
  const ids = draft.services.map(({ id }) => id);
  const progress = showProgress(terminal.err, ids);
  const discoveries = await discover(draft, interrupted, progress.done).finally(progress.end);
  if (interrupted.aborted) return endForInterrupt(terminal);

  const found = foundServices(discoveries);
  const left = found.filter(({ problem, isUnknown }) => problem !== null && (isUnknown || !options.keepFailing));
  const services = found.filter((service) => !left.includes(service));
  const schema = options.cdk ? SCHEMA.installed : SCHEMA.published;
  const content = configText({ schema, keys, receivers, services, left });
  const config =
    services.length === 0
      ? null
      : configFrom(CONFIG_FILE, content, { probing: 'all', notifying: true }, receiverVariables(receivers));
  const app = options.cdk ? newApp(draft.name) : null;
  const hasTopic = receivers.some(({ settings, variable }) => settings.topic !== undefined && variable === null);
  writeNew(new Map([[CONFIG_FILE, content], ...(app?.files ?? [])]), hasTopic ? [CONFIG_FILE] : []);

  const others = app === null ? '' : `, and ${nameSome([...app.files.keys()])}`;
  say(terminal, [
    `Wrote ${CONFIG_FILE} with ${plural(services.length, 'service')}${others}`,
    ...left.map(({ id, problem }) => `- ${id} is a comment in it, not watched yet: ${problem}`),
    ...(app?.notes ?? []),
  ]);
  const variables = variableLines(receivers);
  if (config === null) {
    say(terminal, variables);
    return endWithoutServices(left, terminal);
  }
  if (!(await showTable(terminal))) return 130;
  if (receivers.length > 0 && !(await showDrill(receivers, config, terminal))) return 130;
  const { email } = options;
  const ofMail = `${email} gets mail once it is deployed and the address is confirmed; "statuswatch drill --deployed NAME" then tests it`;
  say(terminal, [...variables, ...(email === undefined ? [] : ['', ofMail])]);
  return endWithSteps(app !== null, terminal);
}

/** Adds an app around an existing config. */
async function addApp(terminal: Terminal): Promise<number> {
  refuseExisting(NEW_APP_FILES);
  const { config } = loadWhole(CONFIG_FILE);
  const { files, notes } = newApp(config.name);
  writeNew(files);
  say(terminal, [`Wrote ${nameSome([...files.keys()])}; ${CONFIG_FILE} stays as it is`, ...notes]);
  return (await showTable(terminal)) ? endWithSteps(true, terminal) : 130;
}

/** The texts of the app's files by their paths, and what a person has to do. */
function newApp(name: string): { readonly files: ReadonlyMap<string, string>; readonly notes: readonly string[] } {
  const files = new Map(Object.entries(appFiles(name, ownSpec())));
  if (existing([PACKAGE]).length === 0) return { files, notes: [] };
  files.delete(PACKAGE);
  return { files, notes: [`${PACKAGE} stays as it is. Add to it: ${installLine(ownSpec())}`] };
}

function refuseExisting(files: readonly string[]): void {
  const there = existing(files);
  if (there.length === 0) return;
  const hint = there.includes(CONFIG_FILE) ? '; "init --cdk" without addresses writes an app around the config' : '';
  throw new UserError(`nothing was written: init never overwrites files, and there is ${nameSome(there)}${hint}`);
}

/** Resolves to whether it was not interrupted. */
async function showDrill(receivers: readonly NewReceiver[], config: Config, terminal: Terminal): Promise<boolean> {
  say(terminal, ['', 'A test alert, labelled DRILL, and its end:']);
  const results = await drillAll(config, terminal);
  if (results === null) return false;
  for (const result of results) {
    const place = receivers.find(({ kind }) => kind === result.receiver)?.place ?? '';
    const then = result.fault === null ? place : `"${shellCommand(ownCommand())} drill" sends it again`;
    say(terminal, [lineOf(result), `    ${then}`]);
  }
  return true;
}

function variableLines(receivers: readonly NewReceiver[]): readonly string[] {
  const lines = receivers.flatMap(({ kind, variable }) => {
    if (variable === null) return [];
    return kind === 'ntfy'
      ? `  export ${variable.name}='${variable.value}'   # keep it private`
      : `  export ${variable.name}='…'   # the address that you gave with --${kind}`;
  });
  return lines.length === 0 ? [] : ['', 'Set this where watch and drill run:', ...lines];
}

/** Resolves to whether it was not interrupted. A secret of a deployment may be missing here: then it says so instead. */
async function showTable(terminal: Terminal): Promise<boolean> {
  terminal.out.write('\n');
  try {
    return (await check({ config: CONFIG_FILE, state: DEFAULT_STATE }, terminal)) !== 130;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    say(terminal, [wrapMessage(error.message, columnsOf(terminal.out) - 2)]);
    return true;
  }
}

/** Says what to do while no service is watched. */
function endWithoutServices(left: readonly FoundService[], terminal: Terminal): number {
  const hint = `If only this machine can't reach them, remove ${CONFIG_FILE}, and add --keep-failing to the command`;
  say(terminal, [
    '',
    'Next:',
    `  Once a service is healthy, remove the "# " before it in ${CONFIG_FILE}, then: ${shellCommand(ownCommand())} check`,
    ...(left.every(({ isUnknown }) => isUnknown) ? [] : [`  ${hint}`]),
  ]);
  return 0;
}

function endWithSteps(cdk: boolean, terminal: Terminal): number {
  const own = shellCommand(ownCommand());
  const [command, what] = cdk
    ? [`${installCommand()} && npx cdk deploy`, 'deploys it; once per account and region, first run: npx cdk bootstrap']
    : [`${own} init --cdk`, 'writes what deploys it to AWS'];
  const width = Math.max(`${own} watch`.length, command.length);
  say(terminal, [
    '',
    'Next:',
    `  ${`${own} watch`.padEnd(width)}   keeps checking them, and serves a live page`,
    `  ${command.padEnd(width)}   ${what}`,
  ]);
  return 0;
}

function say({ out }: Terminal, lines: readonly string[]): void {
  out.write(lines.map((line) => (line === '' ? '\n' : `  ${line.replaceAll('\n', '\n  ')}\n`)).join(''));
}

function endForInterrupt({ err }: Terminal): number {
  err.write('statuswatch: interrupted, and nothing was written\n');
  return 130;
}
