/** The fast lane: what needs no other process and no CDK. It builds nothing, and says within half a minute whether it holds. */

const unit = require('./jest.config.js');

module.exports = {
  ...unit,
  globalSetup: undefined,
  testMatch: [
    '<rootDir>/test/lambda/**/*.test.ts',
    '<rootDir>/test/architecture.test.ts',
    '<rootDir>/test/docs/runbook.test.ts',
  ],
  testPathIgnorePatterns: [
    '/node_modules/',
    // The emulated AWS, or a process of their own.
    '/lambda/(status-page/)?(widget|checker[^/]*|core/auth/oidc-provider|aws/post-table)\\.test\\.ts$',
    '/adapters/(aws/(secrets|cloudwatch-metrics|sns-notifications)|table/[^/]+|http/http-probe-process)\\.test\\.ts$',
    // The limits of a call, and many runs.
    '/(aws-bounds|http-probe\\.property|run-check(-at-once)?\\.model|(backlog|combined|receivers)\\.model)\\.test\\.ts$',
  ],
};
