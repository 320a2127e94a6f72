/** Tests of dependencies on the page. */

import { type Address, START } from '../../../../lambda/core/documents/address';
import { behind } from '../../../support/core/behind';
import { knownOf, often } from '../../../support/core/deployment-facts';
import { NOW } from '../../../support/core/observations';
import { renderPage } from '../../../support/view/drawn-page';
import { textOf } from '../../../support/view/text-of';
import { VIEWS } from '../../../support/view/views';

const SINCE = NOW - 2 * 60_000;

/** `shop` has been failing for two minutes, and needs `gateway`, which fails too. */
const known = async (until = NOW + 3_600_000) =>
  behind(await knownOf({ shop: ['well', ...often('500', 3)], gateway: ['well', ...often('503', 3)] }), 'shop', [
    { needed: 'gateway', at: SINCE, until },
  ]);

describe.each(VIEWS.slice(0, 2))('%s', (_, render) => {
  it('names the service that holds the outage back, and does not call it silenced', async () => {
    const text = textOf(render(await known()));
    expect(text).toMatch(/held back: gateway is down.* 11:58:00 Held back : gateway is down /i);
    expect(text).not.toMatch(/silenced|Silences/);
  });

  it('names the service that held the outage back', async () => {
    const text = textOf(render(await known(NOW - 60_000)));
    expect(text).toContain('11:58:00 Held back : gateway is down For 1 min');
    expect(text).not.toMatch(/held back: gateway/i);
  });
});

it('the page of an incident names the service that holds it back, also as a step', async () => {
  const facts = await known();
  const id = facts.services[0]?.state?.incidents[0]?.id ?? '';
  const text = textOf(renderPage(facts, { ...START, of: 'incidents', service: 'shop', incident: id }));
  expect(text).toMatch(/11:58:00 Held back : gateway is down .*Held back since 11:58 : gateway is down/);
});

describe('dependencies', () => {
  const drawn = async (address: Partial<Address>) => renderPage(await known(), { ...START, ...address });

  it('are on the page of a service, with links', async () => {
    const html = await drawn({ service: 'shop' });
    expect(textOf(html)).toContain('Needs gateway Down');
    expect(html).toContain('<a href="/services/gateway">gateway</a>');
    expect(textOf(await drawn({ service: 'gateway' }))).toContain('Needed by shop : list 1 service');
    expect(await drawn({ service: 'gateway' })).toContain('href="/?needs=gateway"');
  });

  it('filter the list, which names the needed service and its state', async () => {
    const html = await drawn({ needs: 'gateway' });
    expect(textOf(html)).toContain('Services that need gateway Down');
    expect(html).toContain('<option value="gateway" selected="">gateway (1)</option>');
    expect(html).not.toContain('id="service-gateway"');
  });

  it('find nothing for an unknown service, also if its id is hostile', async () => {
    const html = await drawn({ needs: '<b>x' });
    expect(textOf(html)).toContain('No matching services');
    expect(html).not.toContain('<b>x');
  });
});
