/** What a test file leaves behind costs the files after it nothing. */

import { AsyncLocalStorage } from 'node:async_hooks';
import { watchStorages } from './used-storages';

describe('a storage', () => {
  it('that was entered while it was watched for is switched off', () => {
    const forget = watchStorages();
    const storage = new AsyncLocalStorage<string>();
    storage.run('entered', () => {
      expect(storage.getStore()).toBe('entered');
      forget();
      expect(storage.getStore()).toBeUndefined();
    });
  });

  it('that is entered later is left alone', () => {
    const storage = new AsyncLocalStorage<string>();
    watchStorages()();
    storage.run('entered', () => expect(storage.getStore()).toBe('entered'));
  });
});
