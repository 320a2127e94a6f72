/**
 * The module loader of the tests. Each test file has modules of its own, except the CDK: Node loads it once for all test files
 * of a process. To load it and its rules takes seconds, and it keeps nothing of a stack beyond its app.
 */

const { createRequire } = require('node:module');
const { default: JestRuntime } = require('jest-runtime');

const SHARED = /^(aws-cdk-lib|cdk-nag|constructs)(\/|$)/;

module.exports = class Runtime extends JestRuntime {
  requireModuleOrMock(from, moduleName) {
    return SHARED.test(moduleName) ? createRequire(from)(moduleName) : super.requireModuleOrMock(from, moduleName);
  }
};
