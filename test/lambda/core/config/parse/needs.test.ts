/** The services that a service needs. */

import { faultsOf, understood } from '../../../../support/core/parsed';

const withNeeds = (needs: readonly (readonly [id: string, list: string])[]) =>
  `services:\n${needs.map(([id, list]) => `  - { id: ${id}, baseUrl: "http://${id}.internal", needs: [${list}] }`).join('\n')}`;

it('names the services that a service needs', () => {
  const { services } = understood(
    withNeeds([
      ['gateway', ''],
      ['orders', 'gateway, ledger'],
      ['ledger', 'gateway'],
    ]),
  ).config;
  expect(services.map(({ needs }) => needs)).toEqual([[], ['gateway', 'ledger'], ['gateway']]);
});

it('follows a chain of thousands of services', () => {
  const chain = Array.from(
    { length: 3_000 },
    (_, index) => [`s${index}`, index === 2_999 ? '' : `s${index + 1}`] as const,
  );
  expect(faultsOf(withNeeds(chain))).toEqual([]);
});
