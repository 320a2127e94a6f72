/** Tests of the badge. */

import { renderBadge } from '../../../../lambda/view/page/badge';

describe('the badge', () => {
  it('is an image with a word and a shape for the state', async () => {
    const badge = renderBadge('payment-service', 'unreachable');
    expect(badge).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" .*<title>payment-service: down<\/title>/);
    expect(badge).toContain('✕ down');
  });
});
