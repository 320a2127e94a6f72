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
  /** The text of each group's row, whether it is open, and the number of its services. */
  const groupsIn = (html: string) =>
    shown(html)
      .all('group', /\d (healthy|down)/)
      .map((group) => [group.name, group.isOpen, servicesIn(group).length]);

  it('are rows that are open if a service is down, the worst first', async () => {
    const stories = fleet(15, { a: ['well'], b: ['well', '503'], c: ['well'], d: ['well'], e: ['refused'] });
    expect(groupsIn(renderPage(await groupedKnown(stories), START))).toEqual([
      ['office 2 of 7 down', true, 7],
      ['shop 7 healthy', false, 7],
      ['no group 6 healthy', false, 6],
    ]);
  });

  it.each<Partial<Address>>([{ group: 'shop' }, { show: 'healthy' }, { severity: 'critical' }, { sort: 'slowest' }])(
    'are left out where a filter or an order crosses them: %j',
    async (address) => {
      const known = await groupedKnown(fleet(20, {}));
      expect(groupsIn(renderPage(known, { ...START, ...address }))).toEqual([]);
    },
  );

  it('of more than twelve services show the healthy ones on demand, but all to a search', async () => {
    const { services, ...known } = await knownOf(fleet(29, { last: ['503'] }));
    const groupOf = (index: number) => (index < 5 ? 'shop' : 'office');
    const grouped = services.map((one, index) => ({ ...one, service: { ...one.service, group: groupOf(index) } }));
    const groups = (address: Partial<Address>) =>
      groupsIn(renderPage({ ...known, services: grouped }, { ...START, ...address }));
    expect(groups({})).toEqual([
      ['office 1 of 25 down', true, 25],
      ['24 healthy', false, 24],
      ['shop 5 healthy', false, 5],
    ]);
    expect(groups({ find: 'service-1' }).map(([, ...rest]) => rest)).toEqual([
      [true, 10],
      [true, 10],
      [true, 0],
    ]);
  });

  it('say how many of their services are on this page, and each service names its group', async () => {
    const { services: one, ...known } = await knownOf({ a: ['well'] });
    const services = Array.from({ length: 300 }, (_, index) =>
      one.map((each) => ({ ...each, service: { ...each.service, id: `s${index}`, group: index < 250 ? 'a' : 'b' } })),
    ).flat();
    const html = renderPage({ ...known, services }, { ...START, page: 2, range: '24h' });
    expect(groupsIn(html).map(([heading]) => heading)).toEqual(['a 250 healthy, 50 on this page', 'b 50 healthy']);
    const [first] = servicesIn(shown(html));
    expect(first && [idOf(first), first.all('link', 'a')[0]?.href]).toEqual(['s200', '/?range=24h&group=a']);
  });
});
