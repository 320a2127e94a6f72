/** The keys of an ntfy topic in the config. */

import { receiverAddress, setting } from '../../core/keys/values';
import { receiverKeys } from '../receiver-keys';
import { SETTING_RULES } from '../setting-rules';

export const ntfyKeys = receiverKeys({
  meaning: 'A phone, by ntfy.',
  expected: 'expected a map with the key topic',
  keys: {
    topic: setting(SETTING_RULES.topic).describe(
      'The topic. Anyone who knows it can read it, unless the server needs a token.',
    ),
    url: receiverAddress('https://ntfy.company.com').optional().describe('The server. Default: https://ntfy.sh.'),
    token: setting(SETTING_RULES.token).optional().describe('The access token, if the server needs one.'),
  },
  hasOpenAddress: 'without a token',
});
