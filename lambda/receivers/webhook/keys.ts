/** The keys of a webhook in the config. */

import { receiverAddress, setting } from '../../core/keys/receiver-values';
import { receiverKeys } from '../receiver-keys';
import { SETTING_RULES } from '../setting-rules';

export const webhookKeys = receiverKeys({
  meaning: 'An address of your own.',
  expected: 'expected a map with the key url',
  keys: {
    url: receiverAddress('https://hooks.company.com/statuswatch').describe(
      'The https:// address to which each notification is posted as JSON.',
    ),
    secret: setting(SETTING_RULES.secret)
      .optional()
      .describe('The key for Standard Webhooks signatures. Default: not signed.'),
  },
  hasOpenAddress: true,
});
