/** Asks a checker for silences and posts: the checker of a state folder, or a deployed one. */

import { resolve } from 'node:path';
import { nextStart } from '../../lambda/adapters/system/cron-starts';
import { randomId } from '../../lambda/adapters/system/random-id';
import { systemClock } from '../../lambda/adapters/system/system-clock';
import { type Answer, refusedAnswer } from '../../lambda/core/invoke/answer';
import { answerOnPosts, NO_PAGE } from '../../lambda/core/invoke/answer-post';
import { answerOnSilences } from '../../lambda/core/invoke/answer-request';
import { readCheckerRequest } from '../../lambda/core/invoke/checker-request';
import { nearMiss } from '../../lambda/core/keys/near-miss';
import { ACK_KEYS, SILENCE_KEYS } from '../../lambda/core/silences/ask-silence';
import { plannerOf } from '../../lambda/core/silences/maintenance';
import type { ReadStates } from '../../lambda/core/state/store';
import type { JsonObject } from '../../lambda/core/words/json';
import { checkDeployed, type DeployedOptions } from '../input/deployed-options';
import { loadConfig } from '../input/load-config';
import { PassingError, UserError } from '../input/user-error';
import { invokeChecker } from '../remote/invoke-checker';
import { readStates } from '../store/file-store';
import { createPostFiles } from '../store/post-files';
import { createSilenceFiles } from '../store/silence-files';
import { stateFolder } from '../store/state-folder';
import type { Terminal } from '../terminal/terminal';
import { readAnswer } from './read-answer';

export interface RequestOptions extends DeployedOptions {
  readonly config: string;
  readonly state: string;
  readonly json?: boolean;
}

/** The key of an event that a fault begins with, and that is an option of the command line. */
const OPTION = new RegExp(
  `^(?:${[...SILENCE_KEYS, ...ACK_KEYS, 'status', 'incident', 'title', 'from'].join('|')})(?= )`,
);

/** The absolute path of the folder in which the silences of this machine are kept. */
export function folderOf({ config, state }: RequestOptions): string {
  return resolve(stateFolder(state, loadConfig(config, 'none').name));
}

/**
 * The answer to an event of `kind`. Throws a `UserError` if no checker can answer it, or if the request is refused: then `hint` is the
 * last line of the message.
 */
export async function request<Kind extends Answer['kind']>(
  event: JsonObject,
  kind: Kind,
  options: RequestOptions,
  terminal: Terminal,
  hint?: string,
): Promise<Extract<Answer, { kind: Kind }>> {
  const { deployed, region } = options;
  checkDeployed(options);
  const answer =
    deployed === undefined
      ? await answerHere(event, options, terminal)
      : readAnswer(
          await invokeChecker({ deployment: deployed, ...(region !== undefined && { region }) }, event),
          kind,
          deployed,
        );
  if (answer.kind === 'refused') {
    const faults = answer.faults.map((fault) => fault.replace(OPTION, '--$&'));
    throw new UserError([...faults, ...(hint === undefined ? [] : [hint])].join('\n  '));
  }
  return answer as Extract<Answer, { kind: Kind }>;
}

/** Answers by the same code as the function, with a folder in place of the table. A watch of this folder may run in the meantime. */
async function answerHere(
  event: JsonObject,
  { config: file, state }: RequestOptions,
  terminal: Terminal,
): Promise<Answer> {
  const config = loadConfig(file, 'none');
  const folder = stateFolder(state, config.name);
  const asked = readCheckerRequest(event, config, systemClock.now());
  if (asked.kind === 'drill' || asked.kind === 'ask' || asked.kind === 'config')
    throw new Error('no request for what is kept');
  const warn = (message: string) => terminal.err.write(`statuswatch: ${message}\n`);
  // An incomplete list would be wrong. A request can be made or ended all the same.
  const leaveOut = asked.kind !== 'silences' && {
    onUnreadable: (message: string) => warn(`${message}; it is left out`),
  };
  const files = { folder, onDamage: warn, ...leaveOut };
  const common = {
    clock: systemClock,
    readStates: statesIn(folder),
    newId: randomId,
    planned: plannerOf(config, nextStart),
  };
  const answering = async (): Promise<Answer> => {
    if (asked.kind !== 'post')
      return answerOnSilences(asked, config, { ...common, silences: createSilenceFiles(files) });
    if (config.statusPage === null) return refusedAnswer([NO_PAGE]);
    return answerOnPosts(asked, config.statusPage, { ...common, posts: createPostFiles(files) });
  };
  const answer = await answering().catch((error: Error) => {
    throw new PassingError(
      `the ${asked.kind === 'post' ? 'posts' : 'silences'} in ${folder} can't be used: ${error.message}`,
    );
  });
  if (answer.kind !== 'refused') return answer;
  const ids = config.services.map(({ id }) => id);
  return {
    ...answer,
    faults: [...answer.faults, ...hints(event.silence ?? event.ack ?? [event.post ?? event.hide].flat(), ids)],
  };
}

function statesIn(folder: string): ReadStates {
  return async (services) => (await readStates(folder, services)).states;
}

function hints(names: unknown, ids: readonly string[]): readonly string[] {
  if (!Array.isArray(names)) return [];
  const meant = names.flatMap((name) => (ids.includes(name) ? [] : (nearMiss(String(name), ids) ?? [])));
  return meant.length === 0 ? [] : [`did you mean ${meant.join(', ')}?`];
}
