/** Decides who may act through the page of a watch, and answers actions. */

import type { Context } from 'hono';
import type { DeploymentFacts } from '../../lambda/core/documents/facts/deployment-facts';
import { serviceOf } from '../../lambda/core/documents/facts/service-view';
import type { PageControls } from '../../lambda/view/controls/page-controls';
import { renderLocked } from '../../lambda/view/page/locked';
import { type Actions, isScript } from '../../lambda/web/actions';
import { isSame } from '../../lambda/web/own-form';
import type { Answers } from './answers';
import type { Reach } from './reach';

export type Control = Pick<Actions, 'answer' | 'canSilence'>;

export interface ControlOptions {
  /** `null` if the page has no actions. */
  readonly control: Control | null;
  /** The token that each action needs; `null` for none. */
  readonly token: string | null;
  readonly reach: Reach;
}

/** Returns the actions that the page offers; `null` for none. From another machine they need the token. */
export function offeredControls({ control, token, reach }: ControlOptions): PageControls | null {
  if (control === null || (reach.isOpen && token === null)) return null;
  return { needsToken: token !== null, canSilence: control.canSilence };
}

/** Returns the offered actions; `null` for none. The host name was checked before. */
export function actionsOf(options: ControlOptions, known: () => DeploymentFacts, answers: Answers): Actions | null {
  const { control, token } = options;
  if (control === null || offeredControls(options) === null) return null;
  const admit = admitting(token);
  return {
    ...control,
    hasService: (id) => serviceOf(known(), id) !== null,
    refuse: admit,
    show: (c, path, answer) => {
      const query = answer === null ? '' : `${path.includes('?') ? '&' : '?'}answer=${answers.keep(answer)}`;
      return c.redirect(`${path}${query}`, 303);
    },
  };
}

/** Refuses a request without the token. Wrong tokens are not slowed down: a token can't be guessed, and the right one may come from the same address. */
function admitting(token: string | null): Actions['refuse'] {
  return (c, form) => {
    const given = form.get('token') ?? '';
    return token === null || isSame(given, token) ? null : fetchToken(c, form, given !== '');
  };
}

/** Asks for the token. The page's script does so by itself; without it, a form sends the action again with the token. */
function fetchToken(c: Context, form: URLSearchParams, isWrong: boolean): Response | Promise<Response> {
  if (isScript(c)) return c.text('This needs the token of the watch.\n', 403);
  const fields = [...form].filter(([name]) => name !== 'token');
  return c.html(renderLocked({ path: c.req.path, fields, isWrong }), 403);
}
