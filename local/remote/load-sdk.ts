/** Loads what needs the AWS SDK, which other commands do without: it lies beside this program, if it was installed. */

import { UserError } from '../input/user-error';

/** Throws a `UserError` that says who needs the SDK if it is not there. */
export function loadSdk<Loaded>(load: () => Promise<Loaded>, who: string): Promise<Loaded> {
  // The SDK warns of a Node that is past its end in many lines; this program says itself which versions it runs on.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
  return load().catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'MODULE_NOT_FOUND') throw error;
    throw new UserError(`${who} needs the AWS SDK beside statuswatch: npm ci installs it`);
  });
}
