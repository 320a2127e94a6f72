/** The long lane: the tests that look at random, with a new seed each time and longer, and nothing else. */

const { randomInt } = require('node:crypto');
const { readdirSync, readFileSync } = require('node:fs');
const { join } = require('node:path');
const unit = require('./jest.config.js');

const { SEED = String(randomInt(2 ** 31)) } = process.env;
if (!/^\d{1,10}$/.test(SEED)) throw new Error(`SEED holds "${SEED}"; expected a whole number`);
process.env.SEED = SEED;
process.env.TEST_LANE = 'long';
process.stderr.write(`To repeat this run: SEED=${SEED} npm run test:long\n`);

// What fast-check tries, what asks for its lane, and what synthesizes, which the CDK's rules are for.
const LANED = /'fast-check'|support\/jest\/lane'|\b(appFor|emptyApp|templateOf|lookFaults)\(/;
const goesByLane = (file) => LANED.test(readFileSync(join(__dirname, file), 'utf8'));

module.exports = {
  ...unit,
  testMatch: readdirSync(join(__dirname, 'test'), { recursive: true })
    .map((file) => join('test', file))
    .filter((file) => file.endsWith('.test.ts') && goesByLane(file))
    .map((file) => `<rootDir>/${file}`),
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/e2e/'],
  // Nearly all of them compute.
  maxWorkers: Math.max(2, unit.maxWorkers - 1),
  testTimeout: 5 * unit.testTimeout,
};
