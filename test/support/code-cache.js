/**
 * Loaded before the command line in the processes of tests: V8 then finds the program compiled. To compile its megabyte and a
 * half takes a quarter of the work of a start, and tests start it hundreds of times. The first process of a build that ends
 * leaves what it has compiled; `build-cli.ts` starts it.
 */

const { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } = require('node:fs');
const Module = require('node:module');
const { basename, dirname, join } = require('node:path');
const { Script } = require('node:vm');

// Not beside the program: what lies there is packed with it.
const FOLDER = join(__dirname, '../../node_modules/.cache/statuswatch');

const compile = Module.prototype._compile;

Module.prototype._compile = function (code, filename) {
  Module.prototype._compile = compile;
  // V8 itself would take the cache of another build of the same length.
  const cache = join(FOLDER, `${basename(filename)}.${statSync(filename).mtimeMs}`);
  const cachedData = readIfThere(cache);
  const script = new Script(Module.wrap(code.replace(/^#!.*/, '')), { filename, cachedData });
  if (!cachedData) {
    process.once('exit', () => {
      const draft = `${cache}.${process.pid}`;
      mkdirSync(FOLDER, { recursive: true });
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
