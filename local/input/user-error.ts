/** The exit code for bad usage or a faulty config: trying again does not help. */
export const USAGE = 2;
/** The exit code for a cause that can pass, such as a port that is taken. Source: `EX_TEMPFAIL` of <sysexits.h>. */
export const PASSING = 75;

/** An error that the user can correct: its message is shown as it is, without a stack trace. */
export class UserError extends Error {
  override readonly name = 'UserError';
  readonly exitCode: number = USAGE;
}

/** An error that can pass by itself: the same command may work later. */
export class PassingError extends UserError {
  override readonly exitCode = PASSING;
}
