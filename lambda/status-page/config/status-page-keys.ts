/** The part of the config about the page for the public: `statusPage`. */

import * as z from 'zod';
import { compared, repeated } from '../../core/keys/compared';
import { noted } from '../../core/keys/notes';
import {
  duration,
  isHttp,
  line,
  list,
  map,
  orNull,
  type Parsed,
  region,
  someText,
  text,
  url,
} from '../../core/keys/values';
import { slugOf } from '../core/status-page';

const MOST_COMPONENTS = 200;
const HOUR_MS = 3_600_000;

const PICTURE = 'expected the path of a picture, from the folder of this config';
const image = orNull(noted(someText(PICTURE), { file: 'image' }));

const component = compared(
  map(
    {
      id: z.string({ error: 'expected the id of a service' }).optional().describe('The service to show; or use group.'),
      group: z.string({ error: 'expected the name of a group' }).optional().describe('The group to show as one.'),
      name: line('a text such as Checkout', 60).describe(
        'What the public calls it. Ids and groups are never published.',
      ),
      under: orNull(line('a text such as Shop', 60)).describe('A heading above it. Default: none.'),
    },
    'expected a map with an id or a group, and a name',
  ),
  (_, report, { given, unknown }) => {
    const [hasId, hasGroup] = [given.includes('id'), given.includes('group')];
    if (hasId && hasGroup) report(['group'], "can't be combined with id; use only one of them", 'key');
    // An unknown key may be the missing one, misspelt.
    if (!hasId && !hasGroup && unknown.length === 0) report([], 'shows nothing; set id or group', 'key');
  },
);
const components = compared(
  list(component, 'expected a list, each with an id or a group, and a name').max(MOST_COMPONENTS, {
    error: `expected at most ${MOST_COMPONENTS} entries`,
  }),
  (entries, report) => {
    // Files are named by the names, and so are ids.
    for (const { index, first } of repeated(
      entries.map((entry) => entry?.name && (slugOf(entry.name) ?? entry.name)),
    )) {
      const expected = `expected another name: that of statusPage.services[${first}] has the same letters and digits`;
      report([index, 'name'], expected);
    }
  },
);

const domain = text(
  /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/,
  'expected a domain such as status.company.com, in lower case',
).describe('The domain of the page; point its name to the output StatusPageTarget.');
// Amazon CloudFront developer guide, "Requirements for using SSL/TLS certificates with CloudFront": "To use a certificate in AWS
// Certificate Manager (ACM) to require HTTPS between viewers and CloudFront, make sure you request (or import) the certificate in
// the US East (N. Virginia) Region (us-east-1)."
const certificateArn = text(
  /^arn:aws[a-z-]*:acm:us-east-1:\d{12}:certificate\/[A-Za-z0-9-]+$/,
  'expected the ARN of a certificate in us-east-1, the only region that CloudFront takes one from',
).describe('The ARN of its certificate in AWS Certificate Manager, in us-east-1.');

export const statusPage = compared(
  map(
    {
      title: line('a text such as Company status', 80).describe('The title of the page.'),
      services: components.describe('What the page shows, in order. Everything else stays private.'),
      url: orNull(
        url(
          'expected the address of a folder, such as https://company.github.io/status/',
          (value) => isHttp(value) && value.href.endsWith('/') && !/[?#@]/.test(value.href),
        ),
      ).describe('The address of the page, ending in /, if it is neither a domain nor chosen by CloudFront.'),
      minDuration: duration(0, HOUR_MS, '2m').default({ ms: 120_000 }).describe('Shorter incidents are not published.'),
      logo: image.describe('A PNG, JPEG, WebP or SVG file of at most 32 kB, shown before the title.'),
      favicon: image.describe('The same, for the browser tab. Default: a mark of the state.'),
      support: orNull(
        url(
          'expected where people find help, such as https://company.com/help or mailto:help@company.com',
          (value) => isHttp(value) || /^mailto:[^@\s]+@[^@\s]+$/.test(value.href),
        ),
      ).describe('A link to help for visitors.'),
      domain: orNull(domain),
      certificateArn: orNull(certificateArn),
      region: orNull(region).describe("Another region for the page, in its own stack. Default: the checker's stack."),
    },
    'expected a map with the keys title and services',
  ),
  (_, report, { given }) => {
    const has = (key: string) => given.includes(key);
    if (has('domain') && !has('certificateArn')) {
      report(['domain'], 'needs the key certificateArn: a certificate for it in us-east-1', 'key');
    }
    if (has('certificateArn') && !has('domain')) {
      report(['certificateArn'], 'needs the key domain, which it is for', 'key');
    } else if (has('region') && !has('domain') && !has('url')) {
      report(
        ['region'],
        'needs the key domain or url: the checker can not look up an address of another region',
        'key',
      );
    }
  },
).describe('A public page: static files, written when something changes.');

export type StatusPageInput = Parsed<typeof statusPage>;
