/** Decides who may act through the page of a watch, and answers actions. */

import { START } from '../../lambda/core/documents/address';
import type { DeploymentFacts } from '../../lambda/core/documents/facts/deployment-facts';
import { serviceOf } from '../../lambda/core/documents/facts/service-view';
import type { PageControls } from '../../lambda/view/controls/page-controls';
import type { Actions } from '../../lambda/web/actions';
import { readUrl } from '../../lambda/web/read-url';
import { isLocked, locked } from '../../lambda/web/unlock';
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
export function actionsOf(options: ControlOptions, known: () => DeploymentFacts): Actions | null {
  const { control } = options;
  if (control === null || offeredControls(options) === null) return null;
  return {
    ...control,
    hasService: (id) => serviceOf(known(), id) !== null,
    refuse: (c, back) =>
      isLocked(c) ? locked(c, { deployment: known().deployment, isDeployed: false }, readUrl(back) ?? START) : null,
  };
}
