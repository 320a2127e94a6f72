/** Tests of how a degraded service is shown. */

import { type Address, START } from '../../../../lambda/core/documents/address';
import type { DeploymentFacts } from '../../../../lambda/core/documents/facts/deployment-facts';
import { renderBadge } from '../../../../lambda/view/page/badge';
import { degrade, knownOf, often } from '../../../support/core/deployment-facts';
import { NOW } from '../../../support/core/observations';
import { renderPage } from '../../../support/view/drawn-page';
import { textOf } from '../../../support/view/text-of';
import { statesIn } from '../../../support/view/views';

describe('a degraded service', () => {
  const known = async () => {
    const all = await knownOf({ b: ['well'], a: often('well', 20), c: [], d: ['503'] });
    return degrade(all, 'a', { slow: 12 });
  };
  const render = (of: DeploymentFacts, address: Partial<Address> = {}) => renderPage(of, { ...START, ...address });

  it('is listed between failing and healthy services', async () => {
    expect(statesIn(render(await known()))).toEqual(['d Down', 'c Unknown', 'a Degraded', 'b Healthy']);
  });

  it('has its conditions below its name, and the time since which it is degraded', async () => {
    const of = degrade(await known(), 'a', { slow: 12, certificate_expires_soon: 90 });
    const text = textOf(render(of, { service: 'a' }));
    expect(text).toContain('Status Degraded for 1 h, since 10:30');
    expect(text).toContain('Slow: slow in figures · Certificate expires soon: certificate_expires_soon in figures');
  });

  it('shows the days left for the certificates of the server and the client', async () => {
    const { services, ...rest } = await known();
    const expiresAt = NOW + 40 * 86_400_000;
    const of = {
      ...rest,
      services: services.map(({ state, ...service }) => {
        const latest = state?.latest ?? null;
        const life = { expiresAt, daysLeft: 40 };
        const certified = latest && { ...latest, certificate: life, clientCertificate: { ...life, daysLeft: 5 } };
        return { ...service, state: state && { ...state, latest: certified } };
      }),
    };
    expect(textOf(render(of, { service: 'a' }))).toContain(
      'TLS certificate 40 days left, until 2026-04-10 Client certificate 5 days left, until 2026-04-10',
    );
  });

  it('is named in the title, the icon and the badge, and passes the filter "not healthy"', async () => {
    const of = await known();
    expect(render(of, { service: 'a' })).toMatch(/<title>▲ a degraded · shop<.*\/icon\.svg\?state=degraded/);
    const { services, ...rest } = of;
    const whole = render({ ...rest, services: services.slice(0, 2) });
    expect(whole).toMatch(/<title>▲ 1 of 2 degraded: a · shop<.*\/icon\.svg\?state=degraded/);
    expect(renderBadge('a', 'degraded')).toContain('▲ degraded');
    expect(statesIn(render(of, { show: 'failing' }))).toContain('a Degraded');
  });

  it('no longer shows a condition once it fails or its checks stop', async () => {
    const of = await known();
    for (const [id, html] of [
      ['d', render(degrade(of, 'd', { slow: 3 }))],
      ['a', render({ ...of, now: NOW + 3_600_000 })],
    ] as const) {
      expect(textOf(html)).not.toMatch(new RegExp(`${id} slow`));
    }
  });
});
