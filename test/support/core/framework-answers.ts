/** Reads the answers of well-known frameworks, with what they should mean. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Figures } from '../../../lambda/core/probe/report';
import type { VerdictKind } from '../../../lambda/core/words/codes';

export interface FrameworkAnswer {
  /** The framework and what it says. */
  readonly name: string;
  readonly httpStatus: number;
  readonly contentType: string;
  readonly body: string;
  /** The keys of the service's config that fit. */
  readonly keys: Readonly<Record<string, unknown>>;
  readonly kind: VerdictKind;
  readonly reason: string;
  readonly message: string;
  /** Whether the service has the condition `reports_degraded`, with the message as its detail. */
  readonly degraded?: true;
  /** What else the answer says about the service; missing if that is not checked. */
  readonly figures?: Figures;
}

/** Stands for the time of the answer in a body. */
export const NOW_HERE = '{now}';

const HEALTHY = { httpStatus: 200, kind: 'healthy', reason: 'ok', message: 'healthy' } as const;

interface Framework extends Pick<FrameworkAnswer, 'name' | 'contentType' | 'keys'> {
  readonly answers: readonly (Partial<FrameworkAnswer> & { readonly what: string; readonly body: unknown })[];
}

const FILE = join(__dirname, '../../fixtures/framework-answers.yaml');

export const FRAMEWORK_ANSWERS = (parse(readFileSync(FILE, 'utf8')) as readonly Framework[]).flatMap(
  ({ answers, ...framework }) =>
    answers.map(({ what, body, ...answer }): FrameworkAnswer => {
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      return { ...HEALTHY, ...framework, ...answer, name: `${framework.name}: ${what}`, body: text };
    }),
);
