import { type Address, START } from '../../../../lambda/core/documents/address';
import { type Found, knownOf } from '../../../support/core/deployment-facts';
import { renderPage } from '../../../support/view/drawn-page';
import { shown } from '../../../support/view/shown-parts';
import { fleet, idOf, servicesIn } from '../../../support/view/views';

describe('the groups of services', () => {
  const GROUPS = ['shop', 'office', null];
  const groupedKnown = async (stories: Readonly<Record<string, readonly Found[]>>) => {
    const { services, ...known } = await knownOf(stories);
    const groupOf = (index: number) => GROUPS[index % GROUPS.length] ?? null;
    const grouped = services.map((one, index) => ({ ...one, service: { ...one.service, group: groupOf(index) } }));
    return { ...known, services: grouped };
  };
  /** The heading of each group, whether it is open, and its services. */
  const groupsIn = (html: string) =>
    shown(html)
      .all('group', / of \d+ (healthy|down)/)
      .map((group) => [group.name, group.isOpen, servicesIn(group).map(idOf).join()]);
  const shopOf = () =>
    groupedKnown(fleet(15, { a: ['well'], b: ['well', '503'], c: ['well'], d: ['well'], e: ['refused'] }));
  /** The groups with the ids of the services outside the fleet. */
  const ownIn = (html: string) =>
    groupsIn(html).map(([name, isOpen, ids]) => [name, isOpen, String(ids).replace(/,?service-\d+/g, '')]);

  it('have a heading each, the worst first', async () => {
    expect(ownIn(renderPage(await shopOf(), START))).toEqual([
      ['office 2 of 7 down', true, 'e,b'],
      ['shop 7 of 7 healthy', false, expect.stringContaining('a,d')],
      ['no group 6 of 6 healthy', false, expect.stringContaining('c')],
    ]);
  });

  it('have headings that link to them, but none where a filter or an order crosses them', async () => {
    const known = await shopOf();
    const at = (address: Partial<Address>) => renderPage(known, { ...START, ...address });
    const links = shown(at({ range: '24h', show: 'failing' })).all('link');
    expect(links.map(({ href }) => href)).toContain('/?range=24h&show=failing&group=office');
    expect(groupsIn(at({ show: 'healthy' })).map(([heading]) => heading)).toEqual([
      'office 2 of 7 down, 5 of them listed',
      'shop 7 of 7 healthy',
      'no group 6 of 6 healthy',
    ]);
    for (const none of [{ group: 'shop' }, { find: 'a' }, { sort: 'slowest' }] as const)
      expect(groupsIn(at(none))).toEqual([]);
  });

  it('are folded if healthy and many, and say how many services are on this page', async () => {
    const known = await groupedKnown(fleet(29, { last: ['503'] }));
    expect(groupsIn(renderPage(known, START)).map(([heading, isOpen]) => [heading, isOpen])).toEqual([
      ['no group 1 of 10 down', true],
      ['shop 10 of 10 healthy', false],
      ['office 10 of 10 healthy', false],
    ]);
    // A filter unfolds all groups.
    for (const some of [{ show: 'healthy' }, { severity: 'critical' }] as const)
      expect(groupsIn(renderPage(known, { ...START, ...some })).map(([, isOpen]) => isOpen)).toEqual([
        true,
        true,
        true,
      ]);
    const one = known.services.slice(0, 1);
    const services = Array.from({ length: 300 }, (_, index) =>
      one.map((each) => ({ ...each, service: { ...each.service, id: `s${index}`, group: index < 250 ? 'a' : 'b' } })),
    ).flat();
    expect(groupsIn(renderPage({ ...known, services }, { ...START, page: 2 })).map(([heading]) => heading)).toEqual([
      'a 250 of 250 healthy, 50 of them listed',
      'b 50 of 50 healthy',
    ]);
  });
});
