/**
 * Loaded before the command line in the processes of tests: V8 then finds the program, and what it loads of the SDK, compiled. To
 * compile its megabyte and a half takes a quarter of the work of a start, and tests start it hundreds of times. A process
 * leaves what it is the first to have compiled when it ends; `build.ts` starts one.
 */

const { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } = require('node:fs');
const Module = require('node:module');
const { dirname, join, relative, sep } = require('node:path');
const { Script } = require('node:vm');

const ROOT = join(__dirname, '../../..');
// Not beside the program: what lies there is packed with it.
const FOLDER = join(ROOT, 'node_modules/.cache/statuswatch');

/** The scripts that no process before has compiled, by the file that each is to be kept in. */
const compiled = new Map();

Module.prototype._compile = function (code, filename) {
  // V8 itself would take the cache of another build of the same length.
  const cache = join(FOLDER, `${relative(ROOT, filename).replaceAll(sep, '+')}.${statSync(filename).mtimeMs}`);
  const cachedData = readIfThere(cache);
  const script = new Script(Module.wrap(code.replace(/^#!.*/, '')), { filename, cachedData });
  if (!cachedData) compiled.set(cache, script);
  const run = script.runInThisContext();
  return run.call(this.exports, this.exports, Module.createRequire(filename), this, filename, dirname(filename));
};

process.once('exit', () => {
  if (compiled.size > 0) mkdirSync(FOLDER, { recursive: true });
  for (const [cache, script] of compiled) {
    const draft = `${cache}.${process.pid}`;
    writeFileSync(draft, script.createCachedData());
    renameSync(draft, cache);
  }
});

function readIfThere(file) {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}
