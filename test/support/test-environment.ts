/** The environment of each test file: that of Node, which takes with it what the file has left behind. */

import NodeEnvironment from 'jest-environment-node';
import { watchStorages } from './used-storages';

export default class TestEnvironment extends NodeEnvironment {
  private readonly forgetStorages = watchStorages();

  override async teardown(): Promise<void> {
    this.forgetStorages();
    await super.teardown();
  }
}
