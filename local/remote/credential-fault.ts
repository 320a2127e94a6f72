/** What to say if AWS can't be asked for want of credentials: the same, whichever command asks. It needs no SDK. */

import { cleanText } from '../../lambda/core/words/clean-text';
import { messageOf } from '../../lambda/core/words/run-failure';

/** The SDK has found none: names of its own errors. */
const NONE = /^(CredentialsProvider|TokenProvider)/;
/** AWS does not accept them: "Common Errors" of the AWS API references. */
const REFUSED =
  /^(ExpiredToken|InvalidClientTokenId|UnrecognizedClient|InvalidSignature|SignatureDoesNotMatch|IncompleteSignature|MissingAuthenticationToken|InvalidAccessKeyId)/;

const TEXT_LIMIT = 500;

/** Whether nothing can be asked with these credentials: there are none, or AWS does not accept them. */
export function isCredentialFault(error: unknown): boolean {
  return [NONE, REFUSED].some((names) => names.test(nameOf(error)));
}

/** What is wrong with them, and what to do, in one sentence. */
export function credentialFault(error: unknown): string {
  const [what, how] = NONE.test(nameOf(error))
    ? ['there are no credentials for AWS', 'set AWS_PROFILE, or log in with "aws configure" or "aws sso login"']
    : ['AWS does not accept your credentials', 'renew them, for example with "aws sso login"'];
  return `${what}: ${how}, until "aws sts get-caller-identity" answers (${cleanText(messageOf(error), TEXT_LIMIT)})`;
}

function nameOf(error: unknown): string {
  return String((error as Error | null)?.name ?? '');
}
