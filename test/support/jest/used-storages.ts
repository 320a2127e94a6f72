/** Which `AsyncLocalStorage`s have been used, so that they can be switched off when nobody needs them any more. */

import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Notes every storage that is entered from now on; the function that it gives back ends that, and switches them all off.
 *
 * Before Node 24 a storage that was entered once costs each promise of the process time, and is never collected. Jest
 * makes one for each test file: with a hundred of them a promise takes a hundred times as long.
 */
export function watchStorages(): () => void {
  const used = new Set<AsyncLocalStorage<unknown>>();
  const { run } = AsyncLocalStorage.prototype;
  AsyncLocalStorage.prototype.run = function (this: AsyncLocalStorage<unknown>, ...args: Parameters<typeof run>) {
    used.add(this);
    return run.apply(this, args);
  } as typeof run;
  return () => {
    AsyncLocalStorage.prototype.run = run;
    for (const storage of used) storage.disable();
  };
}
