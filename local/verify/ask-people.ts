/** Asks a person for the codes that only somebody can know who sees the alerts. */

import type { Clock } from '../../lambda/core/words/clock';
import { type Finding, failed, ok, skipped } from '../doctor/finding';
import { shownSeconds } from '../doctor/reports';
import type { Channel } from './channels';

/** Asks a person; `null` if the input ends, or if that is not possible any more. `faultOf` returns why an answer is not taken. */
export type AskPerson = (question: string, faultOf: (answer: string) => string | null) => Promise<string | null>;

/** A channel, and what a person has typed of its code. */
export interface PersonAnswer {
  readonly channel: Channel;
  /** How long it took until the code was entered, in milliseconds; `null` if nobody saw it. */
  readonly tookMs: number | null;
}

/** The answers for each channel, one after the other. An empty answer says that nobody saw the alert. `since` by `clock.elapsed`. */
export async function askPeople(
  channels: readonly Channel[],
  ask: AskPerson,
  clock: Pick<Clock, 'elapsed'>,
  since: number,
): Promise<readonly PersonAnswer[]> {
  const answers: PersonAnswer[] = [];
  for (const channel of channels) {
    const faultOf = (answer: string) =>
      answer === '' || lettersOf(answer) === channel.code ? null : 'That is not the code of this alert: try again.';
    const answer = await ask(`Which code has ${channel.name}? (Enter if nobody sees it)`, faultOf);
    answers.push({ channel, tookMs: answer ? Math.round(clock.elapsed() - since) : null });
  }
  return answers;
}

function lettersOf(answer: string): string {
  return answer.toUpperCase().replace(/[^A-Z]/g, '');
}

export function peopleFindings(answers: readonly PersonAnswer[]): readonly Finding[] {
  return answers.map(({ channel: { name }, tookMs }) =>
    tookMs === null
      ? failed('people', `nobody saw ${name}`)
      : ok('people', `somebody read the code in ${name}, ${shownSeconds(tookMs)} after the alert was sent`, tookMs),
  );
}

/** Why nobody was asked. */
export function nobodyAsked(channels: readonly Channel[], why: string): readonly Finding[] {
  return channels.length === 0 ? [] : [skipped('people', `nobody was asked for a code: ${why}`)];
}
