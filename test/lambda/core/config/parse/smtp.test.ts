/** A mail server as a receiver: of a laptop alone, and its password is never shown. */

import { formatFault } from '../../../../../lambda/core/config/parse/fault';
import { parseConfig } from '../../../../../lambda/core/config/parse/parse-config';

const ADDRESSES = 'from: alerts@company.com, to: [ana@company.com, ops@company.com]';

const MAILBOX = 'expected an address such as oncall@company.com or Name <oncall@company.com>';
const RECIPIENTS = 'expected an address such as oncall@company.com, or a list of up to 20';

function parse(smtp: string, deploying = false) {
  const text = `alerts: { receivers: [{ id: mail, smtp: ${smtp} }] }\nservices: [{ id: a, baseUrl: "https://a.internal" }]`;
  const environment = { SMTP_URL: 'smtps://ana:hunter2@mail.company.com' };
  return parseConfig({
    file: 'c.yaml',
    text,
    environment,
    readCa: () => '',
    probing: 'all',
    notifying: true,
    deploying,
  });
}

function faultsOf(smtp: string, deploying = false): readonly string[] {
  const result = parse(smtp, deploying);
  return result.ok
    ? []
    : result.faults.map((fault) => formatFault(fault).replace(/^\S+ {2}alerts\.receivers\[0\]\./, ''));
}

it('has its server, its sender and its addresses', () => {
  const result = parse(`{ url: "\${SMTP_URL}", ${ADDRESSES} }`);
  expect(result.ok && result.config.receivers).toMatchObject([
    {
      kind: 'smtp',
      settings: {
        url: { kind: 'hidden', value: 'smtps://ana:hunter2@mail.company.com', text: '${SMTP_URL}' },
        from: { value: 'alerts@company.com' },
        to: { value: 'ana@company.com, ops@company.com' },
      },
    },
  ]);
});

it.each([
  ['ana@company.com', 'ana@company.com'],
  ['Ops <ops@company.com>', 'Ops <ops@company.com>'],
  ['[Ops <ops@company.com>, ana@company.com]', 'Ops <ops@company.com>, ana@company.com'],
])('its recipients may be %s', (to, value) => {
  const result = parse(`{ url: "\${SMTP_URL}", from: Status <status@company.com>, to: ${to} }`);
  expect(result.ok && result.config.receivers).toMatchObject([
    { settings: { from: { value: 'Status <status@company.com>' }, to: { value } } },
  ]);
});

it.each([
  'smtp://localhost',
  'smtp://mail.company.com:2525',
  'smtps://ana:p%40ss@mail.company.com/',
  'smtp://[::1]:25',
])('its address may be %s', (url) => {
  expect(faultsOf(`{ url: "${url}", ${ADDRESSES} }`)).toEqual([]);
});

it.each([
  'mail.company.com',
  'https://mail.company.com',
  'smtp://',
  'smtp://ana@hunter2.company.com',
  'smtp://ana:hunter2%@mail.company.com',
  'smtp://mail.company.com/hunter2',
  'smtp://mail.company.com?password=hunter2',
])('its address may not be %s, and the fault does not repeat it', (url) => {
  const [fault = '', ...others] = faultsOf(`{ url: "${url}", ${ADDRESSES} }`);
  expect(others).toEqual([]);
  expect(fault).toMatch(/^smtp\.url is a text that is not shown here; expected an address such as smtps:/);
  expect(fault).not.toContain('hunter2');
});

it.each([
  ['to: []', `smtp.to is empty; ${RECIPIENTS}`],
  ['to: 7', `smtp.to is 7; ${RECIPIENTS}`],
  ['to: ana', `smtp.to is "ana"; ${MAILBOX}`],
  ['to: "Ana, Bob <ana@company.com>"', `smtp.to is "***@company.com>"; ${MAILBOX}`],
  [`to: [${Array.from({ length: 21 }, (_, at) => `a${at}@b`)}]`, `smtp.to is a list; ${RECIPIENTS}`],
  ['to: ["ana@company.com\\nBcc: x@y"]', `smtp.to[0] is "***@y"; ${MAILBOX}`],
  ['to: [a@b, "Bob <b@c> x"]', `smtp.to[1] is "***@c> x"; ${MAILBOX}`],
])('%s is a fault', (to, fault) => {
  expect(faultsOf(`{ url: "\${SMTP_URL}", from: a@b, ${to} }`)).toEqual([fault]);
});

it('is refused by a deployment, which has addresses of its own', () => {
  expect(faultsOf(`{ url: { secret: smtp }, ${ADDRESSES} }`, true)).toEqual([
    'smtp is for a watch alone: a deployment sends mail to the addresses in alerts.subscriptions, such as [{ email: oncall@company.com }]',
  ]);
});
