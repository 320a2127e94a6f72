/** The standard text of an HTTP status. */

const STATUS_TEXT =
  /^(?:http\b)?[\s:]*(?:[1-5]\d\d)?[\s:,-]*(?:service (?:temporarily )?unavailable|internal (?:server )?error|bad gateway|gateway time-?out|not implemented|bad request|unauthorized|forbidden|not found|too many requests|error)?[\s.!]*$/i;

/** Whether a text says nothing but the status: `Service Unavailable`, `HTTP 503`. Source: RFC 9110, 15. */
export function repeatsStatus(text: string): boolean {
  return text.length < 60 && STATUS_TEXT.test(text);
}

/** Whether it says that all went well. Source: RFC 9110, 15.3. */
export function isSuccess(httpStatus: number): boolean {
  return httpStatus >= 200 && httpStatus <= 299;
}
