/** How the tests end to end run: against an emulated AWS of their own; and the others of their lane. */

const unit = require('./jest.config.js');
const { END_TO_END_FILES } = require('./test/support/jest/lanes');

module.exports = {
  ...unit,
  testMatch: ['<rootDir>/test/e2e/**/*.test.ts', ...END_TO_END_FILES],
  // All looks of the page are in the long lane.
  testPathIgnorePatterns: ['/node_modules/', '/browser/looks\\.test\\.ts$'],
  maxWorkers: 2,
};
