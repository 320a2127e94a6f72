/** How the tests end to end run: against an emulated AWS, one file after the other; and those of the pages in a browser. */

const unit = require('./jest.config.js');

module.exports = {
  ...unit,
  testMatch: ['<rootDir>/test/e2e/**/*.test.ts', '<rootDir>/test/browser/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/browser/looks\\.test\\.ts$'],
  maxWorkers: 1,
};
