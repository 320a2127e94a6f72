/** What people knew before, in words that say nothing twice. */

import { describeCause } from '../../../../../lambda/core/message/forms/finding-words';

it.each([
  ['http_302', 'HTTP 302 where 200 was expected', 'HTTP 302 where 200 was expected'],
  ['http_503', 'HTTP 503: the disk is full', 'HTTP 503, “the disk is full”'],
  ['http_503', 'HTTP 503', 'HTTP 503'],
  [
    'connection_refused',
    'connection refused (ECONNREFUSED 10.0.4.17:443)',
    'connection refused, ECONNREFUSED 10.0.4.17:443',
  ],
  ['reported_unhealthy', 'reports itself unhealthy (HTTP 200)', 'Reports itself unhealthy (HTTP 200)'],
])('says of %s with the message "%s": %s', (reason, message, words) => {
  expect(describeCause({ verdict: 'unhealthy', reason, message })).toBe(words);
});
