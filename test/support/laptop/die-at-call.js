/**
 * Kills the process that requires it, as a loss of power would: right before the `DIE_AT_CALL`-th call of those that change a
 * file, counted from the start. A moment that is named so is met on every machine, however fast it is.
 */

const files = require('node:fs/promises');

const CHANGES = ['appendFile', 'copyFile', 'open', 'rename', 'rm', 'sync', 'truncate', 'writeFile'];
let left = Number(process.env.DIE_AT_CALL);

/** Of the module, or of a file that is open. */
function countChanges(target) {
  for (const name of CHANGES.filter((change) => change in target)) {
    const change = target[name].bind(target);
    target[name] = async (...args) => {
      if (--left === 0) process.kill(process.pid, 'SIGKILL');
      const result = await change(...args);
      if (name === 'open') countChanges(result);
      return result;
    };
  }
}

countChanges(files);
