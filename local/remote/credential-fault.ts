/** The message for missing or refused AWS credentials, the same for all commands. It needs no SDK. */

import { cleanText } from '../../lambda/core/words/clean-text';
import { errorMessage } from '../../lambda/core/words/run-failure';

/** The names of the SDK's errors if it has found no credentials. */
const NONE = /^(CredentialsProvider|TokenProvider)/;
/** The names of AWS's errors if it does not accept the credentials: "Common Errors" of the AWS API references. */
const REFUSED =
  /^(ExpiredToken|InvalidClientTokenId|UnrecognizedClient|InvalidSignature|SignatureDoesNotMatch|IncompleteSignature|MissingAuthenticationToken|InvalidAccessKeyId)/;

const TEXT_LIMIT = 500;

/** Whether an error is about the credentials: there are none, or AWS does not accept them. */
export function isCredentialFault(error: unknown): boolean {
  return [NONE, REFUSED].some((names) => names.test(errorName(error)));
}

/** The fault of the credentials, and the steps to take, in one sentence. */
export function credentialFault(error: unknown): string {
  const [what, how] = NONE.test(errorName(error))
    ? ['there are no credentials for AWS', 'set AWS_PROFILE, or log in with "aws configure" or "aws sso login"']
    : ['AWS does not accept your credentials', 'renew them, for example with "aws sso login"'];
  return `${what}: ${how}, until "aws sts get-caller-identity" answers (${cleanText(errorMessage(error), TEXT_LIMIT)})`;
}

function errorName(error: unknown): string {
  return String((error as Error | null)?.name ?? '');
}
