/** The input and result types that all contracts share. */

import type { StatusWords } from '../../config/config';
import type { CleanText } from '../../words/clean-text';
import type { Contract, Reason, VerdictKind } from '../../words/codes';
import type { HttpAnswer } from '../observation';
import type { ErrorBody, Report, Warning } from '../report';

/** The expectations that an answer is compared with. */
export interface Expectation {
  readonly contract: Contract;
  /** The service's own words for each status, in addition to the vocabulary; `null` if there are none. */
  readonly words: StatusWords | null;
  /** The dotted path of the word in the JSON of an answer. */
  readonly at: string;
  /** The service that the report must give. */
  readonly expectService: string;
  /** The environment that it should give; `null` accepts any. */
  readonly environment: string | null;
  /** Whether a report has to give a service at all. */
  readonly requireService: boolean;
  /** The limit of the body that the probe kept, in bytes. */
  readonly maxBodyBytes: number;
  /** The largest valid age of a report, in milliseconds; `null` accepts any. */
  readonly maxReportAgeMs: number | null;
  /** Texts that must never be shown, should the service repeat them. */
  readonly secrets: readonly string[];
}

/** A whole answer, and what it is judged by. */
export interface Answered {
  readonly answer: HttpAnswer;
  /** Its body as JSON; `undefined` if it is not JSON. */
  readonly json: unknown;
  readonly expectation: Expectation;
  readonly clean: CleanText;
  /** The time of the answer, in milliseconds since 1970. */
  readonly now: number;
  /** The header that shows that a cache answered; `null` if none does. */
  readonly cachedBy: string | null;
}

export interface Judgement {
  readonly kind: VerdictKind;
  readonly reason: Reason;
  /** A clean line for people. */
  readonly message: string;
}

/** The judgement of a contract on an answer. */
export interface Judged extends Judgement {
  readonly report: Report | null;
  readonly errorBody: ErrorBody | null;
  readonly warnings: readonly Warning[];
}
