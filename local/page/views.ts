/** The views that readers follow, moment by moment: each is rendered once a moment, however many follow it. */

import { EventEmitter, once } from 'node:events';
import { type Address, addressPath } from '../../lambda/view/address';
import type { Known } from '../../lambda/view/known';
import { renderView } from '../../lambda/view/page';
import type { Source } from './source';

export interface Views {
  /**
   * The view at an address, as HTML text: that of now, and then one for each moment, until `gone` is aborted. Whoever is
   * slow to take one misses those in between, and gets the newest next.
   */
  follow(address: Address, gone: AbortSignal): AsyncGenerator<string>;
}

/** A moment begins with news of the source, and else `momentMs` after the one before. Without readers nothing is done. */
export function createViews(source: Source, momentMs: number): Views {
  const bell = new EventEmitter().setMaxListeners(0);
  const rendered = new Map<string, string>();
  let known: Known | null = null;
  let moment = 0;
  let readers = 0;
  let timer: NodeJS.Timeout | undefined;
  let unsubscribe = () => {};

  const begin = () => {
    clearTimeout(timer);
    timer = setTimeout(begin, momentMs).unref();
    moment++;
    known = null;
    rendered.clear();
    bell.emit('moment');
  };
  const enter = () => {
    if (readers++ > 0) return;
    unsubscribe = source.subscribe(begin);
    begin();
  };
  const leave = () => {
    if (--readers > 0) return;
    unsubscribe();
    clearTimeout(timer);
    rendered.clear();
  };
  const viewAt = (address: Address): string => {
    const key = addressPath(address);
    known ??= source.known();
    const view = rendered.get(key) ?? renderView(known, address);
    rendered.set(key, view);
    return view;
  };
  return {
    follow: async function* (address, gone) {
      enter();
      try {
        for (let seen = 0; !gone.aborted; ) {
          if (seen === moment) await once(bell, 'moment', { signal: gone }).catch(() => undefined);
          else {
            seen = moment;
            yield viewAt(address);
          }
        }
      } finally {
        leave();
      }
    },
  };
}
