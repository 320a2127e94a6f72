/** How tests run: TypeScript and the few packages that ship only ES modules are turned into CommonJS by swc. */
module.exports = {
  testEnvironment: 'node',
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  transform: { '\\.[mc]?[jt]s$': ['@swc/jest', { jsc: { target: 'es2023', parser: { syntax: 'typescript' } } }] },
  transformIgnorePatterns: ['/node_modules/(?!(p-limit|yocto-queue)/)'],
  testTimeout: 20_000,
};
