/** The key `statusPage`: what is made of it, and what is refused. */

import { formatFault } from '../../../../../lambda/core/config/parse/fault';
import { parseConfig } from '../../../../../lambda/core/config/parse/parse-config';

const SERVICES = `
services:
  - { id: checkout, baseUrl: "https://checkout.internal", group: shop }
  - { id: cart, baseUrl: "https://cart.internal", group: shop }
  - { id: payments, baseUrl: "https://payments.internal" }
`;
const ARN = 'arn:aws:acm:us-east-1:123456789012:certificate/1234abcd-12ab-34cd-56ef-1234567890ab';

const parse = (lines: string) =>
  parseConfig({ file: 'a.yaml', text: `${lines}${SERVICES}`, environment: {}, readCa: () => '', probing: 'all' });

function faultsOf(lines: string): readonly string[] {
  const result = parse(lines);
  return result.ok ? [] : result.faults.map(formatFault);
}

const page = (entries: string, more = '') => `statusPage: { title: Status, services: [${entries}]${more} }\n`;

it('is a page of components: a service, or all of a group', () => {
  const result = parse(page('{ group: shop, name: Shop }, { id: payments, name: Payments, under: Money }'));
  expect(result).toMatchObject({
    config: {
      statusPage: {
        title: 'Status',
        url: null,
        components: [
          { name: 'Shop', heading: null, group: 'shop', services: ['checkout', 'cart'] },
          { name: 'Payments', heading: 'Money', group: null, services: ['payments'] },
        ],
      },
    },
    deployment: { statusPage: { domain: null, region: null } },
  });
});

it('has the address of its domain, unless another is given', () => {
  const more = `, domain: status.company.com, certificateArn: "${ARN}"`;
  expect(parse(page('{ id: cart, name: Cart }', more))).toMatchObject({
    config: { statusPage: { url: 'https://status.company.com/' } },
    deployment: { statusPage: { domain: { name: 'status.company.com', certificateArn: ARN } } },
  });
  expect(parse(page('{ id: cart, name: Cart }', `${more}, url: "https://other.com/status/"`))).toMatchObject({
    config: { statusPage: { url: 'https://other.com/status/' } },
  });
});

it('is null if there is none', () => {
  expect(parse('')).toMatchObject({ config: { statusPage: null }, deployment: { statusPage: null } });
});

it.each([
  [
    '{ id: chekout, name: A }',
    'services[0].id holds "chekout"; expected the id of a service; did you mean "checkout"?',
  ],
  [
    '{ group: shopp, name: A }',
    'services[0].group holds "shopp"; expected the group of a service; did you mean "shop"?',
  ],
  ['{ name: A }', 'services[0] shows nothing; expected the key id, of a service, or group'],
  ['{ idd: cart, name: A }', 'services[0].idd is not known; did you mean "id"?'],
  ['{ id: cart, group: shop, name: A }', 'services[0].group does not go with id; expected one of them'],
  ['{ id: cart }', 'services[0].name is missing; expected a text such as Checkout'],
  [
    '{ group: shop, name: A }, { id: cart, name: B }',
    'services[1].id holds "cart"; expected each service once: statusPage.services[0] shows it already',
  ],
  [
    '{ id: cart, name: The shop }, { id: checkout, name: the-SHOP }',
    'services[1].name holds "the-SHOP"; expected another name: that of statusPage.services[0] has the same letters and digits',
  ],
])('refuses %s', (entries, fault) => {
  expect(faultsOf(page(entries))).toEqual([expect.stringContaining(`statusPage.${fault}`)]);
});

it.each([
  ['domain: status.company.com', 'domain needs the key certificateArn'],
  [`certificateArn: "${ARN}"`, 'certificateArn needs the key domain'],
  [
    `domain: status.company.com, certificateArn: "${ARN.replace('us-east-1', 'eu-west-1')}"`,
    'expected the ARN of a certificate in us-east-1',
  ],
  ['region: eu-west-1', 'region needs the key domain or url'],
  ['url: https://company.com/status', 'expected the address of a folder'],
])('refuses the place %s', (more, fault) => {
  expect(faultsOf(page('{ id: cart, name: Cart }', `, ${more}`))).toEqual([expect.stringContaining(fault)]);
});
