/** The standing of objectives in words: the same on a page, a dashboard and a terminal. */

import { shareText } from '../../incident/objectives/standing';
import { roughDuration } from '../../words/duration';
import type { StandingDocument } from '../standing-document';
import { minutesText } from './days';
import { describeInstant, describeMs, describeShare, NOTHING, plural } from './format';

/** The rest of a budget: most of it, less than a quarter, or nothing. */
export type Budget = 'enough' | 'low' | 'spent';

const DAY_S = 86_400;
/** Below this share of the budget, little is left. */
const LOW = 0.25;

/** Returns the budget of a whole window, in whole seconds like the part that is left. */
function budgetSeconds({ target, windowSeconds }: StandingDocument): number {
  return Math.round(windowSeconds * (1 - target));
}

/** Returns the share of the budget that is left, from 0 to 1. */
export function shareLeft(standing: StandingDocument): number {
  if (standing.budgetLeftSeconds <= 0) return 0;
  return Math.min(1, standing.budgetLeftSeconds / budgetSeconds(standing));
}

export function budgetOf(standing: StandingDocument): Budget {
  if (standing.budgetLeftSeconds <= 0) return 'spent';
  return shareLeft(standing) < LOW ? 'low' : 'enough';
}

/** Returns `99.95 %`, no finer than the number of checks allows. */
function reachedWords({ checks, bad }: StandingDocument): string {
  return describeShare(checks - bad, checks);
}

/** `99.9 %`: a target as it is written, never rounded. */
export function aimText({ target }: Pick<StandingDocument, 'target'>): string {
  return shareText(target);
}

/** `availability 99.95 % (aim 99.9 %)`, `99.4 % of answers under 800 ms (aim 99 %)`. */
function standingWords(standing: StandingDocument, reached: string): string {
  const { underMs } = standing;
  const aim = `(aim ${aimText(standing)})`;
  if (underMs === null) return `availability ${reached} ${aim}`;
  return `${reached} of answers under ${describeMs(underMs).replace(/\.0+(?= )/, '')} ${aim}`;
}

/** `31 min of 43 min left`, `budget of 43 min overdrawn by 12 min`. */
function budgetWords(standing: StandingDocument): string {
  const whole = budgetSeconds(standing);
  const left = standing.budgetLeftSeconds;
  if (left < 0) return `budget of ${minutesText(whole)} overdrawn by ${minutesText(-left)}`;
  return `${minutesText(left)} of ${minutesText(whole)} left`;
}

/** `0.4×`. */
function burnRateWords(burnRate: number): string {
  return `${burnRate >= 10 ? Math.round(burnRate) : Number(burnRate.toFixed(1))}×`;
}

/** Returns when the budget is used up at this rate; `null` if it lasts for the window, or is already used up. */
function goneWords(standing: StandingDocument): string | null {
  const { budgetLeftSeconds, burnRate, windowSeconds } = standing;
  if (burnRate === null || burnRate <= 1 || budgetLeftSeconds <= 0) return null;
  return `gone in ${roughDuration((shareLeft(standing) * windowSeconds * 1_000) / burnRate)} at this rate`;
}

/** The parts of `availability 99.95 % (aim 99.9 %), 31 min of 43 min left, burns 0.4×`, and the start of a young count. */
export interface ObjectiveWords {
  readonly reached: string;
  /** `null` without checks. */
  readonly budget: string | null;
  readonly others: readonly string[];
}

/** `now` in milliseconds since 1970. */
export function objectiveWords(standing: StandingDocument, now: number): ObjectiveWords {
  const { checks, burnRate, windowSeconds } = standing;
  const since = Date.parse(standing.since);
  const reached = standingWords(standing, checks === 0 ? NOTHING : reachedWords(standing));
  if (checks === 0) return { reached: `${reached}, no checks yet`, budget: null, others: [] };
  const gone = goneWords(standing);
  return {
    reached,
    budget: budgetWords(standing),
    others: [
      ...(burnRate === null ? [] : [`burns ${burnRateWords(burnRate)}`]),
      ...(gone === null ? [] : [gone]),
      ...(since > now - windowSeconds * 1_000 ? [`counted since ${describeInstant(since, now)}`] : []),
    ],
  };
}

/** Returns a few words for a table: `99.95 %, 31 min left, 0.4×`. */
export function objectiveBrief(standing: StandingDocument): string {
  const { budgetLeftSeconds, burnRate, checks } = standing;
  if (checks === 0) return NOTHING;
  const left =
    budgetLeftSeconds < 0 ? `${minutesText(-budgetLeftSeconds)} over` : `${minutesText(budgetLeftSeconds)} left`;
  return [reachedWords(standing), left, ...(burnRate === null ? [] : [burnRateWords(burnRate)])].join(', ');
}

/** `18 min left`, `of 43 min` and `99.9 % over 30 days`; once spent, `spent` and `12 min over 43 min`. */
export function budgetFigures(standing: StandingDocument): { readonly [Part in 'left' | 'of' | 'aim']: string } {
  const { budgetLeftSeconds: left, checks, target, underMs, windowSeconds } = standing;
  const whole = minutesText(budgetSeconds(standing));
  const under = underMs === null ? '' : ` under ${describeMs(underMs).replace(/\.0+(?= )/, '')}`;
  const aim = `${shareText(target)}${under} over ${plural(Math.round(windowSeconds / DAY_S), 'day')}`;
  if (checks === 0) return { left: NOTHING, of: 'no checks yet', aim };
  if (left <= 0)
    return { left: 'spent', of: left === 0 ? `all of ${whole}` : `${minutesText(-left)} over ${whole}`, aim };
  return { left: `${minutesText(left)} left`, of: `of ${whole}`, aim };
}

/** `Error budget`, `Response time budget`. */
export function budgetName({ aim }: Pick<StandingDocument, 'aim'>): string {
  return aim === 'availability' ? 'Error budget' : 'Response time budget';
}

/** `101 min of 43 min`: the part of the budget that is used. */
export function budgetUse(standing: StandingDocument): string {
  const whole = budgetSeconds(standing);
  return `${minutesText(whole - standing.budgetLeftSeconds)} of ${minutesText(whole)}`;
}

/** Returns the standing with the least budget left; `null` without any. */
export function worstStanding(standings: readonly StandingDocument[]): StandingDocument | null {
  const leftOf = (standing: StandingDocument) => standing.budgetLeftSeconds / budgetSeconds(standing);
  return standings.reduce<StandingDocument | null>(
    (worst, standing) => (worst === null || leftOf(standing) < leftOf(worst) ? standing : worst),
    null,
  );
}
