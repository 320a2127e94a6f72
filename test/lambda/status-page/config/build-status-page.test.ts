/** The key `statusPage` and its pictures. */

import { faultsOf, type Options, understood } from '../../../support/core/parsed';

const SERVICES = `
services:
  - { id: checkout, baseUrl: "https://checkout.internal", group: shop }
  - { id: cart, baseUrl: "https://cart.internal", group: shop }
  - { id: payments, baseUrl: "https://payments.internal" }
`;
const ARN = 'arn:aws:acm:us-east-1:123456789012:certificate/1234abcd-12ab-34cd-56ef-1234567890ab';

const page = (entries: string, more = '') => `statusPage: { title: Status, services: [${entries}]${more} }${SERVICES}`;

it('is a page of components: a service, or all of a group', () => {
  const text = page('{ group: shop, name: Shop }, { id: payments, name: Payments, under: Money }');
  expect(understood(text)).toMatchObject({
    config: {
      statusPage: {
        title: 'Status',
        url: null,
        components: [
          { name: 'Shop', heading: null, group: 'shop', services: ['checkout', 'cart'] },
          { name: 'Payments', heading: 'Money', group: null, services: ['payments'] },
        ],
        minDurationMs: 120_000,
        logo: null,
        favicon: null,
        support: null,
        domain: null,
        region: null,
      },
    },
  });
});

it('has the address of its domain, unless another is given', () => {
  const more = `, domain: status.company.com, certificateArn: "${ARN}"`;
  expect(understood(page('{ id: cart, name: Cart }', more))).toMatchObject({
    config: {
      statusPage: {
        url: 'https://status.company.com/',
        domain: { name: 'status.company.com', certificateArn: ARN },
      },
    },
  });
  expect(understood(page('{ id: cart, name: Cart }', `${more}, url: "https://other.com/status/"`))).toMatchObject({
    config: { statusPage: { url: 'https://other.com/status/' } },
  });
});

it('is null if there is none', () => {
  expect(understood('')).toMatchObject({ config: { statusPage: null } });
});

describe('a picture', () => {
  const PNG = Buffer.from('\x89PNG\r\n\x1a\n and so on', 'latin1');
  const SVG =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path id="a" d="M0 0h9v9z"/><use href="#a"/></svg>';
  const withFiles = (files: Readonly<Record<string, Buffer | string>>): Options => ({
    readImage: (path) => {
      const content = files[path];
      if (content === undefined) throw new Error('there is no such file');
      return Buffer.from(content as string);
    },
  });

  it('becomes a part of the config', () => {
    const text = page('{ id: cart, name: Cart }', ', logo: a.png, favicon: ./b.svg');
    expect(understood(text, withFiles({ 'a.png': PNG, './b.svg': SVG }))).toMatchObject({
      config: {
        statusPage: {
          logo: { file: 'a.png', url: `data:image/png;base64,${PNG.toString('base64')}` },
          favicon: { file: './b.svg', url: `data:image/svg+xml;base64,${Buffer.from(SVG).toString('base64')}` },
        },
      },
    });
  });

  it.each([
    ['there is no such file', undefined],
    ['it is not a PNG, JPEG, WebP or SVG', 'GIF89a'],
    ['it is not a PNG', '<!doctype html><svg></svg>'],
    ['it is not a PNG', `${'<!---->'.repeat(4_000)}<html>`],
    [`it has ${SVG.length + 32_000} bytes; the most is 32000`, `${SVG}${' '.repeat(32_000)}`],
  ])('is refused: %s', (why, content) => {
    const text = page('{ id: cart, name: Cart }', ', logo: a.svg');
    const what = 'statusPage.logo is "a.svg"; expected the path of a picture, from the folder of this config; ';
    expect(faultsOf(text, withFiles(content === undefined ? {} : { 'a.svg': content }))).toEqual([
      expect.stringContaining(`${what}${why}`),
    ]);
  });
});
