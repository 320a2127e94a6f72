/** Reasons in words: each has a phrase that fits into a subject, and none is a code. */

import { CONDITION_CODES } from '../../../../lambda/core/conditions/conditions';
import { findingPhrase, limitPhrase, reasonPhrase } from '../../../../lambda/core/reasons/reason-phrases';
import { capitalized } from '../../../../lambda/core/words/capitalized';
import { FAILURE_REASONS, OBJECTIVE_REASONS, PULSE_REASON, REFUSES_REASON } from '../../../../lambda/core/words/codes';

const REASONS = [...FAILURE_REASONS, ...CONDITION_CODES, ...OBJECTIVE_REASONS, REFUSES_REASON, PULSE_REASON];

it('each reason has its own phrase in ASCII, without its code', () => {
  const phrases = REASONS.map((reason) => reasonPhrase(reason));
  expect(new Set(phrases).size).toBe(phrases.length);
  for (const phrase of phrases) expect(phrase).toMatch(/^[a-zA-Z][a-zA-Z ]{2,34}$/);
});

it.each([
  ['http_503', 'HTTP 503'],
  ['ok', 'healthy'],
  ['of_a_later_version', 'of a later version'],
  ['constructor', 'constructor'],
])('%s is called "%s"', (reason, phrase) => {
  expect(reasonPhrase(reason)).toBe(phrase);
});

it('does not call a certificate expired that is not valid yet, except for a token server', () => {
  expect(reasonPhrase('tls_certificate_untrusted', 'CERT_NOT_YET_VALID')).toBe('TLS certificate not valid yet');
  expect(reasonPhrase('token_unreachable', 'CERT_NOT_YET_VALID')).toBe('no token from the token server');
});

it.each([
  ['timeout_response', 3_000, 'no answer within 3 s'],
  ['timeout_connect', 1_500, 'no connection within 1.5 s'],
  ['timeout_body', 300, 'answer not complete within 300 ms'],
])('%s has the limit, also if only its message is known', (reason, limitMs, phrase) => {
  expect(limitPhrase(reasonPhrase(reason), limitMs)).toBe(phrase);
  expect(findingPhrase({ reason, message: phrase })).toBe(phrase);
  expect(findingPhrase({ reason, message: `${phrase} <b>` })).toBe(reasonPhrase(reason));
});

it('has no text of a service', () => {
  expect(findingPhrase({ reason: 'http_503', message: 'HTTP 503: gone within 3 s' })).toBe('HTTP 503');
});

it.each([
  ['connection refused', 'Connection refused'],
  ['HTTP 503: gone', 'HTTP 503: gone'],
  ['p50 is 900 ms', 'p50 is 900 ms'],
  ['TLS certificate expired', 'TLS certificate expired'],
  ['team-hook does not accept its alerts', 'team-hook does not accept its alerts'],
  ['silenced; nobody was notified', 'Silenced; nobody was notified'],
])('"%s" begins a line as "%s"', (text, line) => {
  expect(capitalized(text)).toBe(line);
});
