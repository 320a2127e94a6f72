/** How the tests end to end run: against an emulated AWS, one file after the other. Those of the pages that take a browser longest, too. */

const unit = require('./jest.config.js');

module.exports = {
  ...unit,
  testMatch: ['<rootDir>/test/e2e/**/*.test.ts', '<rootDir>/test/browser/{hostile,wall}.test.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
  maxWorkers: 1,
};
