/** Checks services for the checker of another region. */

import * as v from 'valibot';
import type { Service } from '../../config/config';
import type { Clock } from '../../words/clock';
import { expectationOf } from '../attempt';
import { classify } from '../classify';
import type { Probe } from '../probe-request';
import { type AskedRequest, answerOf, questionSchema, type RegionAnswer, type SeenService } from './region-question';

/** The checker waits for 4 s: this leaves a second for collecting and for the way there and back. */
const LONGEST_MS = 3_000;

interface QuestionPorts {
  readonly probe: Probe;
  readonly clock: Pick<Clock, 'now'>;
}

/** Returns what it saw, once each. It checks only addresses of `services`; all others, and a question of another version, get no vote. */
export async function answerQuestion(
  event: unknown,
  services: readonly Service[],
  ports: QuestionPorts,
): Promise<RegionAnswer> {
  const question = v.safeParse(questionSchema, event);
  if (!question.success) return answerOf([]);
  const seen = await Promise.all(
    question.output.services.map((asked) => {
      const service = services.find(({ id, statusUrl }) => id === asked.id && isSameAddress(statusUrl, asked.url));
      return service === undefined ? null : look(asked, service, ports).catch(() => null);
    }),
  );
  return answerOf(seen.filter((each) => each !== null));
}

/** Resolves to `null` if the time limit of the service is longer than this region may take. */
async function look(
  asked: AskedRequest,
  service: Service,
  { probe, clock }: QuestionPorts,
): Promise<SeenService | null> {
  const { id, url, headers } = asked;
  const { timeoutMs, maxBodyBytes, tls } = service;
  const limitMs = Math.min(timeoutMs, LONGEST_MS);
  const request = { url, headers, timeoutMs: limitMs, maxBodyBytes, ca: tls?.ca ?? null, client: null };
  const observation = await probe(request);
  const isCut = observation.kind === 'failure' && observation.limitMs !== undefined && limitMs < timeoutMs;
  if (isCut) return null;
  const { kind, reason, httpStatus } = classify(observation, expectationOf(service, []), clock.now());
  return { id, kind, reason, httpStatus };
}

/** Whether two addresses are the same, however their queries are escaped: a signed one is escaped in its own way. */
function isSameAddress(left: string, right: string): boolean {
  return URL.canParse(right) && plainAddress(left) === plainAddress(right);
}

function plainAddress(address: string): string {
  const { origin, pathname, searchParams } = new URL(address);
  return `${origin}${pathname}?${searchParams}`;
}
