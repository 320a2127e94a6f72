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
        minDurationMs: 120_000,
        logo: null,
        favicon: null,
        support: null,
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
  ['{ id: chekout, name: A }', 'services[0].id is "chekout"; expected the id of a service; did you mean "checkout"?'],
  ['{ group: shopp, name: A }', 'services[0].group is "shopp"; expected the group of a service; did you mean "shop"?'],
  ['{ name: A }', 'services[0] shows nothing; set id or group'],
  ['{ idd: cart, name: A }', 'services[0].idd is not known; did you mean "id"?'],
  ['{ id: cart, group: shop, name: A }', "services[0].group can't be combined with id; use only one of them"],
  ['{ id: cart }', 'services[0].name is missing; expected a text such as Checkout'],
  [
    '{ group: shop, name: A }, { id: cart, name: B }',
    'services[1].id is "cart"; expected each service once: statusPage.services[0] shows it already',
  ],
  [
    '{ id: cart, name: The shop }, { id: checkout, name: the-SHOP }',
    'services[1].name is "the-SHOP"; expected another name: that of statusPage.services[0] has the same letters and digits',
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
  ['minDuration: 2h', 'minDuration is "2h"; expected a duration from 0ms to 1h, such as 2m'],
  ['support: "javascript:alert(1)"', 'expected where people find help, such as https://company.com/help'],
  ['support: "mailto:help"', 'expected where people find help'],
  ['logo: ""', 'expected the path of a picture, from the folder of this config'],
])('refuses the place %s', (more, fault) => {
  expect(faultsOf(page('{ id: cart, name: Cart }', `, ${more}`))).toEqual([expect.stringContaining(fault)]);
});

describe('a picture', () => {
  const PNG = Buffer.from('\x89PNG\r\n\x1a\n and so on', 'latin1');
  const SVG =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path id="a" d="M0 0h9v9z"/><use href="#a"/></svg>';
  const withFiles = (files: Readonly<Record<string, Buffer | string>>, more: string) =>
    parseConfig({
      file: 'a.yaml',
      text: `${page('{ id: cart, name: Cart }', `, ${more}`)}${SERVICES}`,
      environment: {},
      readCa: () => '',
      readImage: (path) => {
        const content = files[path];
        if (content === undefined) throw new Error('there is no such file');
        return Buffer.from(content as string);
      },
      probing: 'all',
    });
  const faultsWith = (files: Readonly<Record<string, Buffer | string>>, more: string) => {
    const result = withFiles(files, more);
    return result.ok ? [] : result.faults.map(formatFault);
  };

  it('becomes a part of the config', () => {
    expect(withFiles({ 'a.png': PNG, './b.svg': SVG }, 'logo: a.png, favicon: ./b.svg')).toMatchObject({
      config: {
        statusPage: {
          logo: { file: 'a.png', url: `data:image/png;base64,${PNG.toString('base64')}` },
          favicon: { file: './b.svg', url: `data:image/svg+xml;base64,${Buffer.from(SVG).toString('base64')}` },
        },
      },
    });
  });

  const svgWith = (inner: string) => `<?xml version="1.0"?><svg>${inner}</svg>`;
  it.each([
    [undefined, 'there is no such file'],
    ['GIF89a', 'it is none that a page can have: PNG, JPEG, WebP or SVG'],
    ['<!doctype html><svg></svg>', 'it is none that a page can have'],
    [`${'<!---->'.repeat(4_000)}<html>`, 'it is none that a page can have'],
    [`${SVG}${' '.repeat(32_000)}`, `it has ${SVG.length + 32_000} bytes, and may have 32000`],
    [svgWith('<script>alert(1)</script>'), 'this SVG has a script: a picture of a page has shapes alone'],
    [svgWith('<s:SCRIPT/>'), 'this SVG has a script'],
    [svgWith('<path onload="alert(1)"/>'), 'this SVG has an event handler'],
    [svgWith('<a xlink:href="javascript:alert(1)"/>'), 'this SVG has a script in an address'],
    [svgWith('<foreignObject/>'), 'this SVG has HTML'],
    [svgWith('<image href="https://elsewhere.com/a.png"/>'), 'this SVG has an address'],
    [svgWith('<path fill="url(https://elsewhere.com/#a)"/>'), 'this SVG has an address'],
    [svgWith('<style>@import "a.css"</style>'), 'this SVG has a style sheet from elsewhere'],
  ])('is refused if it is %j', (content, why) => {
    const found = faultsWith(content === undefined ? {} : { 'a.svg': content }, 'logo: a.svg');
    expect(found).toEqual([
      expect.stringContaining('statusPage.logo is "a.svg"; expected the path of a picture, from the folder'),
    ]);
    expect(found[0]).toContain(why);
  });
});
