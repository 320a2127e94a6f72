/** How the tests end to end run: against an emulated AWS, one file after the other. */

const unit = require('./jest.config.js');

module.exports = {
  ...unit,
  testMatch: ['<rootDir>/test/e2e/**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
  maxWorkers: 1,
};
