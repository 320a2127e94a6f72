/** What is behind what, on the page and in the widget: beside the service, its incident, and in a list of what needs a service. */

import { type Address, START } from '../../../../lambda/core/documents/address';
import type { DeploymentFacts } from '../../../../lambda/core/documents/facts/deployment-facts';
import { behind } from '../../../support/core/behind';
import { knownOf, often } from '../../../support/core/deployment-facts';
import { NOW } from '../../../support/core/observations';
import { renderPage } from '../../../support/view/drawn-page';
import { widgetOf } from '../../../support/view/shown-widget';
import { textOf } from '../../../support/view/text-of';

const WIDGET = { endpoint: 'arn:aws:lambda:x', theme: 'dark', from: NOW - 3_600_000, to: NOW } as const;
const SINCE = NOW - 2 * 60_000;

/** `shop` fails since two minutes, and needs `gateway`, which fails too. */
const known = async (until = NOW + 3_600_000) =>
  behind(await knownOf({ shop: ['well', ...often('500', 3)], gateway: ['well', ...often('503', 3)] }), 'shop', [
    { needed: 'gateway', at: SINCE, until },
  ]);

const renders: readonly (readonly [string, (known: DeploymentFacts) => string])[] = [
  ['the page', (facts) => renderPage(facts, START)],
  ['the page of a service', (facts) => renderPage(facts, { ...START, service: 'shop' })],
  ['the widget', (facts) => widgetOf({ ...facts, isDeployed: true }, null, WIDGET)],
  ['the pop-up of a service', (facts) => widgetOf({ ...facts, isDeployed: true }, 'shop', WIDGET)],
];

describe.each(renders)('%s', (_, render) => {
  it('says what the service is behind, and calls nothing silenced', async () => {
    const text = textOf(render(await known()));
    expect(text).toMatch(/held back: behind gateway.* held back: behind gateway since 11:58/i);
    expect(text).not.toMatch(/silenced|Silences/);
  });

  it('says what it was behind', async () => {
    const text = textOf(render(await known(NOW - 60_000)));
    expect(text).toContain('Was held back behind gateway from 11:58 to 11:59 ; nobody notified yet');
    expect(text).not.toMatch(/held back: behind/i);
  });
});

it('the page of an incident says it, and has it in its course', async () => {
  const facts = await known();
  const id = facts.services[0]?.state?.incidents[0]?.id ?? '';
  const text = textOf(renderPage(facts, { ...START, of: 'incidents', service: 'shop', incident: id }));
  expect(text).toMatch(/11:58:00 Held back : behind gateway .*Held back: behind gateway since 11:58/);
});

describe('what needs what', () => {
  const drawn = async (address: Partial<Address>) => renderPage(await known(), { ...START, ...address });

  it('is in the details of a service, with links', async () => {
    const html = await drawn({ service: 'shop' });
    expect(textOf(html)).toContain('Needs gateway Down');
    expect(html).toContain('<a href="/services/gateway">gateway</a>');
    expect(textOf(await drawn({ service: 'gateway' }))).toContain('Needed by shop : list 1 service');
    expect(await drawn({ service: 'gateway' })).toContain('href="/?needs=gateway"');
  });

  it('is a list with how the needed service is, and can be chosen', async () => {
    const html = await drawn({ needs: 'gateway' });
    expect(textOf(html)).toContain('Services that need gateway Down');
    expect(html).toContain('<option value="gateway" selected="">needs gateway (1)</option>');
    expect(html).not.toContain('id="service-gateway"');
  });

  it('is empty for what is no service, whatever its id', async () => {
    const html = await drawn({ needs: '<b>x' });
    expect(textOf(html)).toContain('No such service');
    expect(html).not.toContain('<b>x');
  });
});
