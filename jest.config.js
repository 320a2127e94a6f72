/** How `npm test` runs; the other lanes build on it. TypeScript and the few packages that ship only ES modules are turned into CommonJS by swc. */

const { availableParallelism } = require('node:os');
const { END_TO_END_PATHS } = require('./test/support/jest/lanes');

// It would be printed before the results, on Node 20; the README says which versions are recommended.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';

const ES_MODULES = ['ansi-regex', 'ansi-styles', 'get-east-asian-width', 'p-limit'].concat([
  'string-width',
  'strip-ansi',
  'wrap-ansi',
  'yocto-queue',
]);

// As tsconfig.json has it.
const JSX = { react: { runtime: 'automatic', importSource: 'hono/jsx' } };

module.exports = {
  runtime: '<rootDir>/test/support/jest/runtime.js',
  testEnvironment: '<rootDir>/test/support/jest/test-environment.ts',
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/e2e/', ...END_TO_END_PATHS],
  globalSetup: '<rootDir>/test/support/jest/build.ts',
  setupFiles: ['<rootDir>/test/support/jest/set-lane.ts', '<rootDir>/test/support/jest/close-connections.ts'],
  testSequencer: '<rootDir>/test/support/jest/sequencer.js',
  // More than two cores have: many tests only wait.
  maxWorkers: Math.max(3, availableParallelism() - 1),
  // Of the tests of a file that run at once: nearly all start processes.
  maxConcurrency: 4,
  transform: {
    '\\.[mc]?[jt]s$': ['@swc/jest', { jsc: { target: 'es2023', parser: { syntax: 'typescript' } } }],
    '\\.tsx$': [
      '@swc/jest',
      { jsc: { target: 'es2023', parser: { syntax: 'typescript', tsx: true }, transform: JSX } },
    ],
  },
  transformIgnorePatterns: [`/node_modules/(?!(${ES_MODULES.join('|')})/)`],
  // Otherwise each use looks them up in the sandbox of the test file, which is slow: loops of tests ran twice as long. Without
  // `Set`: a package that the tests use has a class of this name.
  sandboxInjectedGlobals: ['Array', 'Date', 'JSON', 'Map', 'Math', 'Number', 'Object', 'Promise', 'String'],
  // Ends a test that hangs. No test is about speed, and a busy machine may be ten times slower than an idle one.
  testTimeout: 120_000,
};
