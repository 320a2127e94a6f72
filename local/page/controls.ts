/** What can be done through the page, by whom: a service is silenced, acknowledged, or asked again now, and a silence is ended. */

import { createHash, timingSafeEqual } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context, Hono, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { JsonObject } from '../../lambda/core/words/json';
import type { PageControls } from '../../lambda/view/controls/service-controls';
import type { Known } from '../../lambda/view/known/known';
import { serviceOf } from '../../lambda/view/known/service-view';
import { renderAnswer } from '../../lambda/view/page/page';
import type { Reach } from './reach';

export interface Control {
  /** Answers an event of `silence`, `ack`, `unsilence` or `ask` in one line for people. */
  readonly answer: (event: JsonObject) => Promise<string>;
  readonly canSilence: boolean;
}

export interface ControlOptions {
  /** `null` if nothing can be done through the page. */
  readonly control: Control | null;
  /** What has to be given with each action; `null` for nothing. */
  readonly token: string | null;
  readonly reach: Reach;
}

/** What the page offers: whoever reaches it from another machine has to know the token. `null` for nothing. */
export function offeredControls({ control, token, reach }: ControlOptions): PageControls | null {
  if (control === null || (reach.isOpen && token === null)) return null;
  return { needsToken: token !== null, canSilence: control.canSilence };
}

const MOST_BYTES = 4_096;
const FORM = 'application/x-www-form-urlencoded';

/** Adds the actions, `POST` alone; none are added if none are offered. Whoever called has been let in by the name of the host before. */
export function addControls(app: Hono<{ Bindings: HttpBindings }>, options: ControlOptions, known: () => Known): void {
  const { control, token } = options;
  const offered = offeredControls(options);
  if (control === null || offered === null) return;
  const admit = admitting(token);
  const bounded = bodyLimit({ maxSize: MOST_BYTES, onError: (c) => c.text('This form is too large.\n', 413) });
  const act = async (c: Context, service: string | null, eventOf: (textOf: TextOf) => JsonObject | null) => {
    const given = new URLSearchParams(await c.req.text());
    const textOf: TextOf = (name) => given.get(name) ?? '';
    const refusal = admit(c, textOf('token'));
    if (refusal !== null) return refusal;
    const event = eventOf(textOf);
    if (event === null) return c.notFound();
    c.header('Cache-Control', 'no-store');
    return c.html(renderAnswer(known(), service, await control.answer(event)));
  };
  app.post('/services/:id/:action{silence|ack|ask}', ownForm, bounded, (c) => {
    const { id, action } = c.req.param();
    return act(c, id, (textOf) => {
      if (serviceOf(known(), id) === null) return null;
      if (action === 'ask') return { ask: [id] };
      if (!control.canSilence) return null;
      if (action === 'ack') return { ack: [id], note: textOf('reason'), by: 'the page' };
      const length = textOf('for');
      const end = length === 'well' ? { until: length } : { for: length };
      return { silence: [id], ...end, reason: textOf('reason'), by: 'the page' };
    });
  });
  app.post('/silences/:id/end', ownForm, bounded, (c) =>
    act(c, null, () => (control.canSilence ? { unsilence: c.req.param('id') } : null)),
  );
}

/** How long nothing is taken from an address after a wrong token. */
const PAUSE_MS = 1_000;

/** Refuses whoever doesn't give the token; who tries many has one try a second. */
function admitting(token: string | null): (c: Context, given: string) => Response | null {
  const barred = new Set<string>();
  return (c, given) => {
    if (token === null) return null;
    const { address = '' } = getConnInfo(c).remote;
    if (barred.has(address))
      return c.text('The last token was wrong: try again in a second.\n', 429, { 'Retry-After': '1' });
    if (isSame(given, token)) return null;
    barred.add(address);
    setTimeout(() => barred.delete(address), PAUSE_MS).unref();
    return c.text('This needs the token of the watch.\n', 403);
  };
}

/** The text of a field of a form; empty if it is missing. */
type TextOf = (name: string) => string;

/** Lets in what a form of the page sends, before anything of it is read. */
const ownForm: MiddlewareHandler = async (c, next) => {
  if (!isSameOrigin(c)) return c.text('This was asked for by another page than this one.\n', 403);
  if (!c.req.header('content-type')?.startsWith(FORM)) return c.text(`Only a form is understood: ${FORM}.\n`, 415);
  return await next();
};

/** Browsers name the origin of each `POST`. A form of another site, or of another port, has another one. */
function isSameOrigin(c: Context): boolean {
  const [origin = '', host = ''] = [c.req.header('origin'), c.req.header('host')];
  const site = c.req.header('sec-fetch-site') ?? 'same-origin';
  return URL.canParse(origin) && host !== '' && new URL(origin).host === host.toLowerCase() && site === 'same-origin';
}

/** Takes the same time wherever they differ, and however long they are. */
function isSame(given: string, wanted: string): boolean {
  const [left, right] = [given, wanted].map((text) => createHash('sha256').update(text).digest());
  return left !== undefined && right !== undefined && timingSafeEqual(left, right);
}
