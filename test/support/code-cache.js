/**
 * Loaded before the command line in the processes of tests: V8 then finds the program compiled. To compile its megabyte and a
 * half takes a quarter of the work of a start, and tests start it hundreds of times. The first process of a build that ends
 * leaves beside the program what it has compiled; `build-cli.ts` starts it.
 */

const { readFileSync, renameSync, statSync, writeFileSync } = require('node:fs');
const Module = require('node:module');
const { dirname } = require('node:path');
const { Script } = require('node:vm');

const compile = Module.prototype._compile;

Module.prototype._compile = function (code, filename) {
  Module.prototype._compile = compile;
  // V8 itself would take the cache of another build of the same length.
  const cache = `${filename}.${statSync(filename).mtimeMs}.cache`;
  const cachedData = readIfThere(cache);
  const script = new Script(Module.wrap(code.replace(/^#!.*/, '')), { filename, cachedData });
  if (!cachedData) {
    process.once('exit', () => {
      const draft = `${cache}.${process.pid}`;
      writeFileSync(draft, script.createCachedData());
      renameSync(draft, cache);
    });
  }
  const run = script.runInThisContext();
  return run.call(this.exports, this.exports, Module.createRequire(filename), this, filename, dirname(filename));
};

function readIfThere(file) {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}
