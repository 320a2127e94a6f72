/** The keys of an Alertmanager in the config. */

import { receiverAuth, receiverHeaders } from '../../core/config/schema/credential-keys';
import { isHttp, list, textOrSecret, url } from '../../core/keys/values';
import { receiverKeys } from '../receiver-keys';

/** A high availability cluster has two or three. */
const MOST_INSTANCES = 5;
const INSTANCE_EXPECTED =
  'expected the address of an Alertmanager, such as https://alertmanager-1.company.com, without /api/v2/alerts, user name, password, ? and #';

export const alertmanagerKeys = receiverKeys({
  meaning: 'An Alertmanager, with all its instances: its routes, silences and inhibitions apply.',
  expected: 'expected a map with the key urls',
  keys: {
    urls: list(textOrSecret(url(INSTANCE_EXPECTED, isInstance)), 'expected a list of addresses, one of each instance')
      .max(MOST_INSTANCES, { error: `expected at most ${MOST_INSTANCES} addresses` })
      .describe('The address of each instance, without /api/v2/alerts; never a load balancer.'),
    auth: receiverAuth.optional(),
    headers: receiverHeaders,
  },
  each: { key: 'urls', setting: 'url' },
  hasOpenAddress: 'always',
  allEvents:
    "can't be combined with alertmanager: it gets what is open and each end, and its routes choose who is notified",
});

function isInstance(value: URL): boolean {
  const { username, password, search, hash, pathname } = value;
  const isBare = username === '' && password === '' && search === '' && hash === '';
  return isHttp(value) && isBare && !/\/api\/v\d+(\/alerts)?\/*$/.test(pathname);
}
