/** The tests outside `test/e2e` that run in the lane end to end: what needs a browser or another program, and what waits for long. */

/** Folders end with a slash. */
const END_TO_END = [
  'bench/',
  'bin/demo.test.ts',
  'bin/drill.test.ts',
  'bin/hanging-names.test.ts',
  'bin/inconclusive.test.ts',
  'bin/init.test.ts',
  'bin/init-receivers.test.ts',
  'bin/status-page/publish.test.ts',
  'bin/real-alertmanager.test.ts',
  'bin/real-services.test.ts',
  'bin/silence.test.ts',
  'bin/streams.test.ts',
  'bin/wait.test.ts',
  'bin/wait-deployed.test.ts',
  'bin/watch.test.ts',
  'bin/watch-terminal.test.ts',
  'browser/',
  'docs/client-certificates.test.ts',
  'lambda/adapters/aws/aws-bounds.test.ts',
  'lambda/adapters/http/http-probe-deadline.test.ts',
  'lambda/core/auth/oidc-provider.test.ts',
  'local/commands/watch-kill.test.ts',
].map((path) => `<rootDir>/test/${path}`);

exports.END_TO_END_PATHS = END_TO_END;
exports.END_TO_END_FILES = END_TO_END.map((path) => (path.endsWith('/') ? `${path}*.test.ts` : path));
