/** What a status of HTTP means by itself. */

/** Whether it says that all went well. Source: RFC 9110, 15.3. */
export function isSuccess(httpStatus: number): boolean {
  return httpStatus >= 200 && httpStatus <= 299;
}
