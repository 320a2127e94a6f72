/** Tests of the phases of a probe. */

import { NO_PHASES, type Timings } from '../../../../lambda/core/probe/observation';
import { Waterfall } from '../../../../lambda/view/charts/waterfall';
import { TIMINGS } from '../../../support/core/observations';

it('the phases say if the checker itself was blocked', () => {
  const drawn = (more: object) => String(Waterfall({ timings: { ...TIMINGS, ...more } }));
  const sentence = 'The checker itself was blocked for 12 ms of it: these times count nowhere.';
  expect(drawn({ blockedMs: 12 })).toContain(sentence);
  expect(drawn({})).not.toContain('blocked');
});

it('the phases say how long the request waited for a token, and if it got none', () => {
  const drawn = (timings: Timings) => String(Waterfall({ timings }));
  expect(drawn({ ...TIMINGS, tokenMs: 120 })).toContain('Before it was sent, it waited 120 ms for an access token');
  expect(drawn({ ...NO_PHASES, tokenMs: 3_000 })).toContain('it waited 3.00 s for an access token, and got none');
});
