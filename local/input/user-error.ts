/** An error that the user can correct: its message is shown as it is, without a stack trace, and the exit code is 2. */
export class UserError extends Error {
  override readonly name = 'UserError';
}
