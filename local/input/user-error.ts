/** What a person can put right: told as it stands, without a stack trace, with exit code 2. */
export class UserError extends Error {
  override readonly name = 'UserError';
}
