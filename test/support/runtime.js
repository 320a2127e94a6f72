/**
 * The module loader of the tests. Each test file has modules of its own, except the CDK and the driver of browsers: Node loads
 * them once for all test files of a process. To load them takes seconds, and they keep nothing beyond an app or a browser.
 */

const { createRequire } = require('node:module');
const { default: JestRuntime } = require('jest-runtime');

const SHARED = /^(aws-cdk-lib|cdk-nag|constructs|playwright-core)(\/|$)/;

module.exports = class Runtime extends JestRuntime {
  requireModuleOrMock(from, moduleName) {
    return SHARED.test(moduleName) ? createRequire(from)(moduleName) : super.requireModuleOrMock(from, moduleName);
  }
};
