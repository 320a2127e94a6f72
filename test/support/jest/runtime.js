/**
 * The module loader of the tests. Each test file has modules of its own, except some packages that take long to load and keep
 * nothing that another test file could notice: Node loads them once for all test files of a process. To load the CDK takes
 * seconds. All other modules run anew in each test file, but are compiled once in a process.
 */

const { createRequire } = require('node:module');
const { Script } = require('node:vm');
const { default: JestRuntime } = require('jest-runtime');

const SHARED = /^(aws-cdk-lib|cdk-nag|constructs|fast-check|playwright-core|yaml|zod)(\/|$)/;

/** By a file's name: its code, and the script that makes a function of it in any context. */
const scripts = new Map();

module.exports = class Runtime extends JestRuntime {
  constructor(...args) {
    super(...args);
    const { executor } = this;
    const compileAnew = executor.compile.bind(executor);
    const start = `(function(${executor.injectedModuleParameters}){`;
    executor.compile = (code, filename) => {
      const context = this._environment.getVmContext();
      if (context === null) return null;
      const known = scripts.get(filename);
      if (known?.code === code) return known.script.runInContext(context);
      try {
        const script = new Script(`${start}${code}\n})`, { filename, columnOffset: -start.length });
        scripts.set(filename, { code, script });
        return script.runInContext(context);
      } catch {
        // What is wrong with the code, Jest says better.
        return compileAnew(code, filename);
      }
    };
  }

  requireModuleOrMock(from, moduleName) {
    return SHARED.test(moduleName) ? createRequire(from)(moduleName) : super.requireModuleOrMock(from, moduleName);
  }
};
