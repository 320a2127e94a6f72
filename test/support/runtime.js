/**
 * The module loader of the tests. Each test file has modules of its own, except some packages that take long to load and keep
 * nothing that another test file could notice: Node loads them once for all test files of a process. To load the CDK takes
 * seconds; fast-check lists all of Unicode before it makes its first string of any characters.
 */

const { createRequire } = require('node:module');
const { default: JestRuntime } = require('jest-runtime');

const SHARED = /^(aws-cdk-lib|cdk-nag|constructs|fast-check|playwright-core|yaml|zod)(\/|$)/;

module.exports = class Runtime extends JestRuntime {
  requireModuleOrMock(from, moduleName) {
    return SHARED.test(moduleName) ? createRequire(from)(moduleName) : super.requireModuleOrMock(from, moduleName);
  }
};
