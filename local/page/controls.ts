/** Who may do something through the page of a watch, and how it is answered. */

import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import type { Known } from '../../lambda/core/documents/facts/known';
import { serviceOf } from '../../lambda/core/documents/facts/service-view';
import type { PageControls } from '../../lambda/view/controls/service-controls';
import type { Actions } from '../../lambda/web/actions';
import { isSame } from '../../lambda/web/own-form';
import type { Answers } from './answers';
import type { Reach } from './reach';

export type Control = Pick<Actions, 'answer' | 'canSilence'>;

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

/** The actions that are offered; `null` for none. Whoever called has been let in by the name of the host before. */
export function actionsOf(options: ControlOptions, known: () => Known, answers: Answers): Actions | null {
  const { control, token } = options;
  if (control === null || offeredControls(options) === null) return null;
  const admit = admitting(token);
  return {
    ...control,
    hasService: (id) => serviceOf(known(), id) !== null,
    refuse: (c, textOf) => admit(c, textOf('token')),
    show: (c, path, answer) =>
      c.redirect(`${path}${path.includes('?') ? '&' : '?'}answer=${answers.keep(answer)}`, 303),
  };
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
