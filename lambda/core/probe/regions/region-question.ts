/** The question to another region, which services it reaches, and its answer. */

import * as v from 'valibot';
import { code, httpStatus, line, listOf, orNull, verdict } from '../../fields/stored-value';
import type { RegionViews, RegionVote } from '../../words/regions/region-views';

/** A region of another version may have another format: then it has no vote. */
const FORMAT = 1;

/** The finished request of a service. Its headers may have a token or a signature. */
export interface AskedRequest {
  readonly id: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface RegionQuestion {
  readonly format: typeof FORMAT;
  readonly services: readonly AskedRequest[];
}

export function questionAbout(services: readonly AskedRequest[]): RegionQuestion {
  return { format: FORMAT, services };
}

export const questionSchema: v.GenericSchema<unknown, RegionQuestion> = v.object({
  format: v.literal(FORMAT),
  services: v.array(v.object({ id: v.string(), url: v.string(), headers: v.record(v.string(), v.string()) })),
});

const seenSchema = v.object({ id: v.string(), kind: verdict, reason: code, httpStatus: orNull(httpStatus) });
/** The verdict of a region on a service, without texts of the service. */
export type SeenService = Readonly<v.InferOutput<typeof seenSchema>>;

/** A service that is missing in it was not checked there, or not for long enough. */
export interface RegionAnswer {
  readonly format: typeof FORMAT;
  readonly seen: readonly SeenService[];
}

export function answerOf(seen: readonly SeenService[]): RegionAnswer {
  return { format: FORMAT, seen };
}

const answerSchema: v.GenericSchema<unknown, RegionAnswer> = v.object({
  format: v.literal(FORMAT),
  seen: v.array(seenSchema),
});

/** Returns the answer of a region. Throws for anything else, such as the answer of another version. */
export function readAnswer(answered: unknown): RegionAnswer {
  const read = v.safeParse(answerSchema, answered);
  if (!read.success) throw new Error('answer of another version');
  return read.output;
}

/** The longest text of a region. */
export const VIEW_LENGTH = 80;
const votes: readonly RegionVote[] = ['healthy', 'reached', 'unreachable', null];
/** Reads the views that are stored with a check or an incident. */
export const viewsSchema: v.GenericSchema<unknown, RegionViews> = listOf(
  v.object({ region: line(40), vote: v.picklist(votes as readonly 'healthy'[]), text: line(VIEW_LENGTH) }),
);
