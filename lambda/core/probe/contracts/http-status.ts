/** Judges an answer by its HTTP status alone, and finds the faults that all contracts share. */

import type { CleanText } from '../../words/clean-text';
import { bodyText } from '../../words/json';
import { withoutQuery } from '../../words/shown-value';
import type { HttpAnswer } from '../observation';
import type { Answered, Judgement } from './contract';

/** `expected` is the right status, for people; `given` is the rest of what the answer says, or empty. */
export function judgeStatus(answer: HttpAnswer, expected: string, given: string, clean: CleanText): Judgement {
  const status = answer.httpStatus;
  const reason = `http_${status}` as const;
  if (status === 503) return { kind: 'unhealthy', reason, message: `HTTP 503${given}` };
  if (status >= 500 && status <= 599) return { kind: 'error', reason, message: `HTTP ${status}${given}` };
  return { kind: 'invalid', reason, message: unexpectedStatus(answer, expected, given, clean) };
}

/** Matches the answers of nginx, Go, Apache and Tomcat to plain HTTP on a TLS port. */
const WANTS_TLS = /HTTP .*to (?:an )?(?:HTTPS|SSL)|port requires TLS/;

/** Matches the answer of a Node server that serves HTTP/2 only. */
const WANTS_HTTP2 = /ALPN Protocol, expected `h2`/;

function unexpectedStatus(
  { httpStatus, headers, body }: HttpAnswer,
  expected: string,
  given: string,
  clean: CleanText,
): string {
  if (httpStatus >= 300 && httpStatus <= 399 && headers.location !== null) {
    return `HTTP ${httpStatus}, a redirect to ${withoutQuery(clean(headers.location))}, which is not followed`;
  }
  if (httpStatus === 400 && WANTS_TLS.test(bodyText(body)))
    return 'HTTP 400 to plain HTTP: it speaks TLS, use https://';
  if (httpStatus === 403 && WANTS_HTTP2.test(bodyText(body))) return 'HTTP 403: it speaks HTTP/2 only';
  return `HTTP ${httpStatus} where ${expected} was expected${given}`;
}

export function judgeTooLarge({ answer, expectation }: Answered): Judgement {
  return { kind: 'invalid', reason: 'body_too_large', message: tooLarge(answer, expectation.maxBodyBytes) };
}

/** If the announced length is within the limit, the body was over it only after decompression. */
function tooLarge({ announcedBytes }: HttpAnswer, maxBodyBytes: number): string {
  if (announcedBytes === null) return `the answer is larger than maxBodyBytes (${maxBodyBytes} bytes)`;
  if (announcedBytes > maxBodyBytes) return `the answer has ${announcedBytes} bytes, maxBodyBytes is ${maxBodyBytes}`;
  return `the answer of ${announcedBytes} bytes is, unpacked, larger than maxBodyBytes (${maxBodyBytes} bytes)`;
}

/** Matches the content encodings that the probe decodes. */
const READ_ENCODINGS = /^(?:(?:x-)?gzip|deflate|br|identity|[,\s])*$/i;

/** Why a body is no JSON: `HTTP 200 with an empty body`. */
export function notJson({ httpStatus, body, headers }: HttpAnswer, clean: CleanText): string {
  if (body.length === 0) return `HTTP ${httpStatus} with an empty body`;
  const encoding = headers.contentEncoding ?? '';
  if (!READ_ENCODINGS.test(encoding))
    return `HTTP ${httpStatus} in the content encoding "${clean(encoding, 40)}", which was not requested`;
  const type = contentType(headers, clean);
  const charset = /charset="?([^\s";]+)/i.exec(headers.contentType ?? '')?.[1] ?? 'utf-8';
  if (!/^(?:utf-?8|us-ascii)$/i.test(charset))
    return `HTTP ${httpStatus} in the charset ${clean(charset, 40)}; JSON is UTF-8`;
  const text = bodyText(body);
  const fault = /^\s*[{[]/.test(text) ? jsonFault(text) : 'something that is not JSON';
  return `HTTP ${httpStatus} with ${fault}${type}`;
}

/** Says where a text that begins like JSON stops being JSON, as far as V8 does. In `Unexpected token`, it quotes the text instead. */
function jsonFault(text: string): string {
  try {
    JSON.parse(text);
    return 'something that is not JSON';
  } catch (error) {
    const { message } = error as Error;
    const found = message.startsWith('Unexpected token') ? null : /JSON at position (\d+)/.exec(message);
    const isCut = message.startsWith('Unexpected end') || Number(found?.[1]) === text.length;
    if (isCut) return `JSON that is cut short after ${text.length} characters`;
    return found === null ? 'JSON that is broken' : `JSON that is broken at character ${Number(found[1]) + 1}`;
  }
}

/** ` (text/html)`; empty if the answer gives none. */
export function contentType({ contentType: type }: HttpAnswer['headers'], clean: CleanText): string {
  return type === null ? '' : ` (${clean(type, 80)})`;
}
