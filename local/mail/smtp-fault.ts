/** Classifies failed deliveries to a mail server. */

import { BusyError, UnansweredError, UnfitError } from '../../lambda/core/deliver/notification-sink';
import type { CleanText } from '../../lambda/core/words/clean-text';

/** The error of nodemailer, as far as it is read. */
export interface SmtpFailure {
  readonly message: string;
  readonly code?: string | undefined;
  /** The command that failed, such as `DATA`. */
  readonly command?: string | undefined;
  readonly responseCode?: number | undefined;
  readonly response?: string | undefined;
  readonly syscall?: string | undefined;
  /** Which of its times is over. */
  readonly timeoutType?: string | undefined;
}

const ANSWER_LENGTH = 160;
/** Codes of failures before a mail is on its way. */
const BEFORE: readonly string[] = ['EDNS', 'ETLS', 'EREQUIRETLS', 'ENOAUTH', 'ECONFIG', 'EPROTOCOL'];
const BEFORE_TIMEOUTS: readonly string[] = ['DNS_TIMEOUT', 'CONNECT_TIMEOUT', 'GREETING_TIMEOUT', 'UPGRADE_TIMEOUT'];

/**
 * A reply of 400 to 499 is transient, such as that of a greylist: the mail is to be sent again later. One of 500 to 599 is permanent; to the
 * mail itself, it is about what the mail holds. Source: RFC 5321, section 4.2.1. `clean` hides secrets.
 */
export function smtpFault(failure: SmtpFailure, clean: CleanText): Error {
  const { code, command, responseCode, response } = failure;
  if (responseCode !== undefined && responseCode >= 400) {
    const answer = clean(response ?? String(responseCode), ANSWER_LENGTH);
    if (command === 'STARTTLS') return new Error(`no TLS, so nothing was sent: ${answer}`);
    if (code === 'EAUTH') return new Error(`the login was refused: ${answer}`);
    if (responseCode < 500) return new BusyError(`asked to try again later: ${answer}`, null);
    return command === 'DATA' ? new UnfitError(`refused: ${answer}`) : new Error(`refused: ${answer}`);
  }
  if (isBeforeMail(failure)) return new Error(`no connection (${clean(reasonOf(failure), ANSWER_LENGTH)})`);
  return new UnansweredError(`no answer (${clean(reasonOf(failure), ANSWER_LENGTH)})`);
}

function isBeforeMail({ code = '', syscall, timeoutType = '', message }: SmtpFailure): boolean {
  if (BEFORE.includes(code) || syscall === 'connect' || BEFORE_TIMEOUTS.includes(timeoutType)) return true;
  return code === 'ESOCKET' && /certificate|SSL|TLS/i.test(message);
}

/** The text of a failure may hold the address of the server. */
function reasonOf({ code, message }: SmtpFailure): string {
  const [systemCode] =
    /\b(?:ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)\b/.exec(message) ?? [];
  if (systemCode !== undefined) return systemCode;
  return code === 'EABORT' ? 'it took too long' : message;
}
