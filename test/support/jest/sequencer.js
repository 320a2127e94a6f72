/**
 * The order of the test files: those that take long begin first, so that at the end no process goes on alone with one. Jest knows from
 * earlier runs which these are; in a new clone, the ones that start processes, browsers or the CDK, and that try many times.
 */

const { default: Sequencer } = require('@jest/test-sequencer');

const LONG = /\/test\/(bin|browser|lib|e2e)\/|\.(model|property)\.test|simulation|growing|aws-bounds/;

module.exports = class extends Sequencer {
  sort(tests) {
    const isShort = ({ path }) => Number(!LONG.test(path));
    return super.sort(tests).toSorted((left, right) => isShort(left) - isShort(right));
  }
};
