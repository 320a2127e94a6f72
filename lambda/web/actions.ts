/** The actions of a page: silence, acknowledge or check services, and end a silence or an acknowledgement. */

import type { Context, Hono } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { type Address, addressPath, START } from '../core/documents/address';
import type { AnyAnswer } from '../core/invoke/answer';
import { cutBytes } from '../core/words/clean-text';
import type { JsonObject } from '../core/words/json';
import { boundedForm, ownForm, readForm, type TextOf, textsOf } from './own-form';
import { readUrl } from './read-url';
import type { COOKIE, OVER_TLS, WithReader } from './sessions';

export interface Actions {
  /** Answers an event of `silence`, `ack`, `unsilence` or `ask`. */
  readonly answer: (event: JsonObject) => Promise<AnyAnswer>;
  readonly canSilence: boolean;
  readonly hasService: (id: string) => boolean;
  /** The answer to somebody who may not act; `null` if they may. */
  readonly refuse: (c: Context<WithReader>, back: string) => Response | Promise<Response> | null;
}

/** The page itself shows the result of these answers. */
const DONE: ReadonlySet<string> = new Set(['acknowledged', 'silenced', 'unsilenced']);
/** Parameters of the path of all actions. */
const ACTION = '/:action{ack|silence|ask|end}';

/** The options of the cookie that holds the answer to an action until the page shows it. */
export type AnswerCookie = typeof COOKIE | typeof OVER_TLS;

const ANSWER = 'statuswatch-answer';
/** How long an answer waits for the page that shows it. */
const ANSWER_S = 60;
/** In bytes: encoded, they may be three times as long, and a browser stores at most 4 kB. */
const ANSWER_BYTES = 1_200;

/** Returns the answer to the last action, once; `null` if there is none. */
export function takeAnswer(c: Context, cookie: AnswerCookie): string | null {
  const answer = ('prefix' in cookie ? getCookie(c, ANSWER, cookie.prefix) : getCookie(c, ANSWER)) ?? null;
  if (answer !== null) deleteCookie(c, ANSWER, cookie);
  return answer;
}

/** Adds the actions, as `POST` alone. Each is one request, for any number of services. */
export function addActions(app: Hono<WithReader>, actions: Actions, cookie: AnswerCookie): void {
  const { answer, refuse } = actions;
  app.post(ACTION, ownForm, boundedForm, async (c) => {
    const textOf = textsOf(await readForm(c));
    const back = pathBack(textOf('back'), START);
    const refusal = refuse(c, back);
    if (refusal !== null) return refusal;
    // Like the command line, the page takes any name: nobody proves it.
    const events = eventsOf(c.req.param('action'), textOf, c.var.reader || 'the page', actions);
    if (events.length === 0) return c.notFound();
    const answers: AnyAnswer[] = [];
    for (const event of events) answers.push(await answer(event));
    const told = answers.filter(({ kind }) => !DONE.has(kind)).map(({ text }) => text);
    c.header('Cache-Control', 'no-store');
    // It shows the new state, and a reload of it does not repeat the action.
    if (told.length > 0) setCookie(c, ANSWER, cutBytes(told.join('; '), ANSWER_BYTES), { ...cookie, maxAge: ANSWER_S });
    return c.redirect(back, 303);
  });
  // Somebody may open an address that forms are sent to.
  app.get(ACTION, (c) => c.redirect('/', 303));
}

/** Returns the events of an action; none if it is about nothing that exists, or is not possible here. */
function eventsOf(
  action: string,
  textOf: TextOf,
  by: string,
  { canSilence, hasService }: Actions,
): readonly JsonObject[] {
  const services = words(textOf('services')).filter(hasService);
  if (action === 'ask') return services.length === 0 ? [] : [{ ask: services }];
  if (!canSilence) return [];
  if (action === 'end') return words(textOf('ids')).map((id) => ({ unsilence: id }));
  if (services.length === 0) return [];
  if (action === 'ack') return [{ ack: services, note: textOf('reason'), by }];
  const length = textOf('for');
  const end = length === 'well' ? { until: length } : { for: length };
  return [{ silence: services, ...end, reason: textOf('reason'), by }];
}

function words(text: string): readonly string[] {
  return text.split(' ').filter((word) => word !== '');
}

/** Whether a request comes from the page's script, which unlocks the page by itself. */
export function isScript(c: Context): boolean {
  return c.req.header('accept') === 'text/plain';
}

/** The address that a form comes from, if it is an address of the page; else `otherwise`. */
export function pathBack(back: string, otherwise: Address): string {
  return addressPath((back === '' ? null : readUrl(back)) ?? otherwise);
}
