/** What services need: known services alone, never themselves, whatever the way. */

import { formatFault } from '../../../../../lambda/core/config/parse/fault';
import { parseConfig } from '../../../../../lambda/core/config/parse/parse-config';

function parse(needs: Readonly<Record<string, string>>) {
  const services = Object.entries(needs).map(
    ([id, list]) => `  - { id: ${id}, baseUrl: "http://${id}.internal"${list === '' ? '' : `, needs: ${list}`} }\n`,
  );
  return parseConfig({
    file: 'f',
    environment: {},
    readCa: () => '',
    probing: 'all',
    text: `services:\n${services.join('')}`,
  });
}

function faults(needs: Readonly<Record<string, string>>): readonly string[] {
  const result = parse(needs);
  return result.ok ? [] : result.faults.map(formatFault);
}

it('names the services that a service needs', () => {
  const result = parse({ gateway: '', orders: '[gateway, ledger]', ledger: '[gateway]' });
  const services = result.ok ? result.config.services : [];
  expect(services.map(({ id, needs }) => [id, needs])).toEqual([
    ['gateway', []],
    ['orders', ['gateway', 'ledger']],
    ['ledger', ['gateway']],
  ]);
});

it('refuses an unknown service, and names the one that may be meant', () => {
  expect(faults({ gateway: '', orders: '[gatewey]', ledger: '[database]' })).toEqual([
    'f:3:62  services[1].needs[0] is "gatewey"; expected the id of a service; did you mean "gateway"?',
    'f:4:62  services[2].needs[0] is "database"; expected the id of a service',
  ]);
});

it('refuses a service that needs itself', () => {
  expect(faults({ orders: '[orders]' })).toEqual([
    'f:2:62  services[0].needs[0] is "orders"; expected another service: nothing needs itself',
  ]);
});

it('refuses each need that closes a cycle, at its place, with the way', () => {
  expect(faults({ a: '[b]', b: '[c, d]', c: '[a]', d: '[b]', e: '[a]' })).toEqual([
    'f:4:52  services[2].needs[0] is "a"; expected no cycle: a needs b needs c needs a',
    'f:5:52  services[3].needs[0] is "b"; expected no cycle: b needs d needs b',
  ]);
});

it('takes two ways to the same service for no cycle', () => {
  expect(faults({ a: '[b, c]', b: '[d]', c: '[d]', d: '' })).toEqual([]);
});

it('refuses what is no list', () => {
  expect(faults({ a: 'b', b: '' })).toEqual([
    'f:2:51  services[0].needs is "b"; expected a list of the ids of services',
  ]);
});

it('walks a chain of thousands of services', () => {
  const chain = Array.from(
    { length: 3_000 },
    (_, index) => [`s${index}`, index === 2_999 ? '' : `[s${index + 1}]`] as const,
  );
  expect(faults(Object.fromEntries(chain))).toEqual([]);
});
