/** The environment of each test file: that of Node, which takes with it what the file has left behind. */

import NodeEnvironment from 'jest-environment-node';
import { motoUrl } from './moto-server';
import { watchStorages } from './used-storages';

export default class TestEnvironment extends NodeEnvironment {
  private readonly forgetStorages = watchStorages();

  override async setup(): Promise<void> {
    await super.setup();
    // Not loaded anew in each test file, as all that a test file imports is.
    this.global.motoUrl = motoUrl;
  }

  override async teardown(): Promise<void> {
    this.forgetStorages();
    await super.teardown();
  }
}
