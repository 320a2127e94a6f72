/** The views that readers follow, moment by moment, as server-sent events. */

import { createHash } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { type Address, addressPath } from '../../lambda/view/address';
import { renderView } from '../../lambda/view/page';
import type { Drawings } from './drawings';
import { sentEvent } from './sent-event';
import type { Source } from './source';

export interface Views {
  /**
   * The view at an address: that of now, and then one for each moment, until `gone` is aborted; a beat where it is as it
   * was, or not drawn yet. Whoever is slow to take one misses those in between, and gets the newest next.
   */
  follow(address: Address, gone: AbortSignal): AsyncGenerator<Uint8Array>;
}

/** Readers keep the mark of what they were sent, and not a view of half a megabyte. */
interface View {
  readonly mark: string;
  readonly event: Uint8Array;
}

const BEAT = sentEvent('beat');

/** A moment begins with news of the source, and else `momentMs` after the one before. Without readers nothing is done. */
export function createViews(source: Source, drawings: Drawings, momentMs: number): Views {
  const bell = new EventEmitter().setMaxListeners(0);
  let moment = 0;
  let readers = 0;
  let timer: NodeJS.Timeout | undefined;
  let unsubscribe = () => {};

  const begin = () => {
    clearTimeout(timer);
    timer = setTimeout(begin, momentMs).unref();
    moment++;
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
  };
  const draw = (address: Address, gone: AbortSignal): Promise<View | null> => {
    const view = drawings.draw(`view ${addressPath(address)}`, () => viewOf(renderView(source.known(), address)), gone);
    // Whoever is slow hears of a failure only later.
    view.catch(() => undefined);
    return view;
  };
  return {
    follow: async function* (address, gone) {
      enter();
      try {
        let [seen, shown] = [0, ''];
        let hasWaited = false;
        let drawing: Promise<View | null> | null = null;
        while (!gone.aborted) {
          // What is new is known when a run ends: until then a beat will do, but not for long. A run that hangs must not
          // leave on a page what nobody knows any more.
          const canWait = () => shown !== '' && !hasWaited && source.running() !== null;
          if (drawing === null && seen !== moment && !canWait()) {
            seen = moment;
            drawing = draw(address, gone);
          }
          const rung = once(bell, 'moment', { signal: gone }).then(nothing, nothing);
          const view: View | null = await (drawing === null ? rung : Promise.race([drawing, rung]));
          if (gone.aborted) return;
          if (view !== null) {
            yield view.mark === shown ? BEAT : view.event;
            [drawing, shown, hasWaited] = [null, view.mark, false];
          } else if (drawing !== null || canWait()) {
            hasWaited = true;
            yield BEAT;
          }
        }
      } finally {
        leave();
      }
    },
  };
}

function nothing(): null {
  return null;
}

function viewOf(html: string): View {
  return { mark: createHash('sha256').update(html).digest('base64'), event: sentEvent('view', html) };
}
