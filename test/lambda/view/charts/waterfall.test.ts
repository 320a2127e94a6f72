/** Tests of the phases of a probe. */

import { NO_PHASES } from '../../../../lambda/core/probe/observation';
import { Waterfall } from '../../../../lambda/view/charts/waterfall';
import { TIMINGS } from '../../../support/core/observations';

it.each([
  [{ ...TIMINGS, blockedMs: 12 }, 'The checker itself was blocked for 12 ms, so these times do not count.'],
  [{ ...TIMINGS, tokenMs: 120 }, 'The request waited 120 ms for an access token first; this does not count.'],
  [{ ...NO_PHASES, tokenMs: 3_000 }, 'Not sent: no access token within 3.00 s.'],
])('the phases in %j say why times are missing', (timings, sentence) => {
  expect(String(Waterfall({ timings }))).toContain(sentence);
  expect(String(Waterfall({ timings: TIMINGS }))).not.toContain('<p');
});
