/** The way to the table of a deployment: the AWS SDK is loaded only now, since other commands do without it. */

import { UserError } from '../input/user-error';

/** Throws a `UserError` if the SDK, the deployment, its region or credentials are not there. */
export async function openTable(deployment: string, region: string | undefined) {
  // The SDK warns of a Node that is past its end in many lines; this program says itself which versions it runs on.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
  const { tableSource } = await import('./table-source').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'MODULE_NOT_FOUND') throw error;
    throw new UserError('--deployed needs the AWS SDK beside statuswatch: npm ci installs it');
  });
  return tableSource(deployment, region);
}
