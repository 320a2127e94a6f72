/** The phases of a probe: what is said of times that are the checker's own. */

import { Waterfall } from '../../../../lambda/view/charts/waterfall';
import { TIMINGS } from '../../../support/core/observations';

it('says so if the checker itself was blocked, and else nothing', () => {
  const drawn = (more: object) => String(Waterfall({ timings: { ...TIMINGS, ...more } }));
  const sentence = 'The checker itself was blocked for 12 ms of it: these times count nowhere.';
  expect(drawn({ blockedMs: 12 })).toContain(sentence);
  expect(drawn({})).not.toContain('blocked');
});
