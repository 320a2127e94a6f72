/** The keys of a mail server in the config. */

import * as z from 'zod';
import { list, mailbox, textOrSecret, url } from '../../core/keys/values';
import { receiverKeys } from '../receiver-keys';

const MOST_ADDRESSES = 20;
export const SMTP_EXPECTED =
  'expected an address such as smtps://user:password@mail.company.com, or smtp:// and a port; other signs than letters and digits of a password as in a URL, such as %40 for @';
export const RECIPIENTS_EXPECTED = `expected an address such as oncall@company.com, or a list of up to ${MOST_ADDRESSES}`;

const recipient = mailbox('oncall@company.com');

export const smtpKeys = receiverKeys({
  meaning: 'Mail, by a server of your own, for a watch only. A deployment sends mail to alerts.subscriptions.',
  expected: 'expected a map with the keys url, from and to',
  keys: {
    url: textOrSecret(url(SMTP_EXPECTED, isSmtp)).describe(
      'The mail server, with user and password if needed: smtps:// for TLS, smtp:// for STARTTLS, which is required unless the server is on this machine.',
    ),
    from: mailbox('alerts@company.com').describe('The sender.'),
    to: z
      .union([recipient, list(recipient, RECIPIENTS_EXPECTED).max(MOST_ADDRESSES)], { error: RECIPIENTS_EXPECTED })
      .describe('The recipients. Each is a separate receiver and gets its own mails.'),
  },
  each: { key: 'to', setting: 'to' },
  targetOf: ({ from }, settings) => ({ settings: { ...settings, from: { kind: 'literal', value: from } } }),
  shownOf: ({ settings: { from } }) => ({ from: from?.kind === 'literal' ? from.value : '' }),
  watchOnly:
    'is for a watch alone: a deployment sends mail to the addresses in alerts.subscriptions, such as [{ email: oncall@company.com }]',
});

export function isSmtp({ protocol, hostname, pathname, search, hash, username, password }: URL): boolean {
  const isPlace = hostname !== '' && ['', '/'].includes(pathname) && search === '' && hash === '';
  const isWhole = (username === '') === (password === '') && isDecodable(username) && isDecodable(password);
  return ['smtp:', 'smtps:'].includes(protocol) && isPlace && isWhole;
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
