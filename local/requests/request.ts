/** Sends requests about silences and posts to a checker: that of a state folder, or a deployed one. */

import { resolve } from 'node:path';
import { nextStart } from '../../lambda/adapters/system/cron-starts';
import { randomId } from '../../lambda/adapters/system/random-id';
import { systemClock } from '../../lambda/adapters/system/system-clock';
import type { Config } from '../../lambda/core/config/config';
import type { Answer, AnyAnswer } from '../../lambda/core/invoke/answer';
import { answerRequest, SILENCE_ANSWERS, type SilencePorts } from '../../lambda/core/invoke/answer-request';
import { type Commands, readCheckerRequest } from '../../lambda/core/invoke/checker-request';
import { nearMiss } from '../../lambda/core/keys/near-miss';
import { plannerOf } from '../../lambda/core/silences/maintenance';
import { ACK_KEYS, SILENCE_KEYS } from '../../lambda/core/silences/silence-request';
import type { ReadStates } from '../../lambda/core/state/store';
import type { JsonObject } from '../../lambda/core/words/json';
import { checkDeployed, type DeployedOptions } from '../input/deployed-options';
import { loadConfig } from '../input/load-config';
import { PassingError, UserError } from '../input/user-error';
import { invokeChecker } from '../remote/invoke-checker';
import { readStates } from '../store/file-store';
import { createSilenceFiles, type SilenceFilesOptions } from '../store/silence-files';
import { stateFolder } from '../store/state-folder';
import type { Terminal } from '../terminal/terminal';
import { type ReadAnswer, readAnswer, readSilenceAnswer } from './read-answer';

export interface RequestOptions extends DeployedOptions {
  readonly config: string;
  readonly state: string;
  readonly json?: boolean;
}

/** The key of an event that a fault begins with, and that is an option of the command line. */
const OPTION = new RegExp(
  `^(?:${[...SILENCE_KEYS, ...ACK_KEYS, 'status', 'incident', 'title', 'from'].join('|')})(?= )`,
);

/** The absolute path of the folder with the silences of this machine. */
export function folderOf({ config, state }: RequestOptions): string {
  return resolve(stateFolder(state, loadConfig(config, 'none').name));
}

/**
 * The answer to an event about silences. Throws a `UserError` if no checker can answer it, or if the request is refused: then `hint` is the
 * last line of the message.
 */
export function request<Kind extends Answer['kind']>(
  event: JsonObject,
  kind: Kind,
  options: RequestOptions,
  terminal: Terminal,
  hint?: string,
): Promise<Extract<Answer, { kind: Kind }>> {
  const read = readSilenceAnswer as ReadAnswer<Extract<Answer, { kind: Kind }>>;
  return requestOf({ event, kind, stored: 'silences', read, hint }, options, terminal);
}

/** A request to a checker, and how it is answered. */
export interface Request<Found extends AnyAnswer> {
  readonly event: JsonObject;
  readonly kind: string;
  /** The things in the folder that it is about, for faults. */
  readonly stored: string;
  /** Reads the answer of a deployed checker. */
  readonly read: ReadAnswer<Found>;
  /** The commands of a feature, which the folder's checker knows too. */
  readonly commands?: (config: Config, ports: FolderPorts) => Commands;
  /** The last line of a refusal. */
  readonly hint?: string | undefined;
}

/** The ports of the checker of a folder. */
export interface FolderPorts extends Required<Omit<SilencePorts, 'silences'>> {
  readonly files: SilenceFilesOptions;
}

export async function requestOf<Found extends AnyAnswer>(
  wanted: Request<Found>,
  options: RequestOptions,
  terminal: Terminal,
): Promise<Found> {
  const { event, kind, read, hint } = wanted;
  const { deployed, region } = options;
  checkDeployed(options);
  const answer =
    deployed === undefined
      ? await answerHere(wanted, options, terminal)
      : readAnswer(
          await invokeChecker({ deployment: deployed, ...(region !== undefined && { region }) }, event),
          kind,
          read,
          deployed,
        );
  if (isRefused(answer)) {
    const faults = answer.faults.map((fault) => fault.replace(OPTION, '--$&'));
    throw new UserError([...faults, ...(hint === undefined ? [] : [hint])].join('\n  '));
  }
  return answer as Found;
}

type Refused = Extract<Answer, { kind: 'refused' }>;

function isRefused(answer: AnyAnswer): answer is Refused {
  return answer.kind === 'refused';
}

/** Answers by the same code as the function, with a folder in place of the table. A watch of this folder may run in the meantime. */
async function answerHere<Found extends AnyAnswer>(
  { event, stored, commands }: Request<Found>,
  { config: file, state }: RequestOptions,
  terminal: Terminal,
): Promise<AnyAnswer> {
  const config = loadConfig(file, 'none');
  const folder = stateFolder(state, config.name);
  const warn = (message: string) => terminal.err.write(`statuswatch: ${message}\n`);
  // An incomplete list would be wrong. A request can be made or ended all the same.
  const leaveOut = event.silences === undefined && {
    onUnreadable: (message: string) => warn(`${message}; it is left out`),
  };
  const files = { folder, onDamage: warn, ...leaveOut };
  const ports = {
    clock: systemClock,
    readStates: statesIn(folder),
    newId: randomId,
    planned: plannerOf(config, nextStart),
    silences: createSilenceFiles(files),
  };
  const parsed = readCheckerRequest(event, config, systemClock.now(), commands?.(config, { ...ports, files }));
  const answer = await answerRequest(parsed, SILENCE_ANSWERS, config, ports).catch((error: Error) => {
    throw new PassingError(`the ${stored} in ${folder} can't be used: ${error.message}`);
  });
  if (!isRefused(answer)) return answer;
  const ids = config.services.map(({ id }) => id);
  const refused: Refused = {
    ...answer,
    faults: [...answer.faults, ...hints(event.silence ?? event.ack ?? [event.post].flat(), ids)],
  };
  return refused;
}

function statesIn(folder: string): ReadStates {
  return async (services) => (await readStates(folder, services)).states;
}

function hints(names: unknown, ids: readonly string[]): readonly string[] {
  if (!Array.isArray(names)) return [];
  const meant = names.flatMap((name) => (ids.includes(name) ? [] : (nearMiss(String(name), ids) ?? [])));
  return meant.length === 0 ? [] : [`did you mean ${meant.join(', ')}?`];
}
