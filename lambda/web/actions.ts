/** The actions of a page: silence, acknowledge or check a service, and end a silence. */

import type { Context, Env, Hono } from 'hono';
import { type Address, addressPath, START } from '../core/documents/address';
import { cleanText } from '../core/words/clean-text';
import type { JsonObject } from '../core/words/json';
import { BY_LIMIT } from '../core/words/limits';
import { boundedForm, ownForm, readForm, type TextOf, textsOf } from './own-form';
import { readUrl } from './read-url';

export interface Actions {
  /** Answers an event of `silence`, `ack`, `unsilence` or `ask` in one line for people. */
  readonly answer: (event: JsonObject) => Promise<string>;
  readonly canSilence: boolean;
  readonly hasService: (id: string) => boolean;
  /** The answer to somebody who may not act; `null` if they may. */
  readonly refuse: (c: Context, form: URLSearchParams) => Response | Promise<Response> | null;
  /** Without a script another page shows the answer, so that a reload does not repeat the action. */
  readonly show: (c: Context, path: string, answer: string) => Response;
}

/** Adds the actions, as `POST` alone. */
export function addActions<Of extends Env>(app: Hono<Of>, actions: Actions): void {
  const { answer, canSilence, hasService, refuse, show } = actions;
  const act = async (c: Context, service: string | null, eventOf: (textOf: TextOf) => JsonObject | null) => {
    const form = await readForm(c);
    const refusal = refuse(c, form);
    if (refusal !== null) return refusal;
    const textOf = textsOf(form);
    const event = eventOf(textOf);
    if (event === null) return c.notFound();
    const answered = await answer(event);
    c.header('Cache-Control', 'no-store');
    if (isScript(c)) return c.text(answered);
    return show(c, pathBack(textOf('back'), { ...START, service }), answered);
  };
  app.post('/services/:id/:action{silence|ack|ask}', ownForm, boundedForm, (c) => {
    const { id, action } = c.req.param();
    return act(c, id, (textOf) => {
      if (!hasService(id)) return null;
      if (action === 'ask') return { ask: [id] };
      if (!canSilence) return null;
      // Like the command line, the page takes any name: nobody proves it.
      const by = cleanText(textOf('by'), BY_LIMIT) || 'the page';
      if (action === 'ack') return { ack: [id], note: textOf('reason'), by };
      const length = textOf('for');
      const end = length === 'well' ? { until: length } : { for: length };
      return { silence: [id], ...end, reason: textOf('reason'), by };
    });
  });
  app.post('/silences/:id/end', ownForm, boundedForm, (c) =>
    act(c, null, () => (canSilence ? { unsilence: c.req.param('id') } : null)),
  );
  // Somebody may open an address that forms are sent to.
  app.get('/services/:id/:action{silence|ack|ask}', (c) =>
    c.redirect(addressPath({ ...START, service: c.req.param('id') }), 303),
  );
  app.get('/silences/:id/end', (c) => c.redirect('/', 303));
}

/** Whether a request comes from the page's script, which shows the answer in place. */
export function isScript(c: Context): boolean {
  return c.req.header('accept') === 'text/plain';
}

/** The address that a form comes from, if it is an address of the page; else `otherwise`. */
export function pathBack(back: string, otherwise: Address): string {
  return addressPath((back === '' ? null : readUrl(back)) ?? otherwise);
}
