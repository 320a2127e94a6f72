/** The keys of a PagerDuty service in the config. */

import { choice, setting, yesOrNo } from '../../core/keys/values';
import { receiverKeys } from '../receiver-keys';
import { SETTING_RULES } from '../setting-rules';

const EU_URL = 'https://events.eu.pagerduty.com/v2/enqueue';

export const pagerdutyKeys = receiverKeys({
  meaning: 'Opens, updates, acknowledges and resolves incidents in PagerDuty.',
  expected: 'expected a map with the key routingKey',
  keys: {
    routingKey: setting(SETTING_RULES.routingKey).describe(
      'The integration key of the PagerDuty service, type "Events API v2".',
    ),
    region: choice(['us', 'eu']).default('us').describe('Where the PagerDuty account is.'),
    changes: yesOrNo.default(false).describe('Whether to send version changes, as change events.'),
  },
  targetOf: ({ region, changes }, settings) => ({
    settings: region === 'eu' ? { ...settings, url: { kind: 'literal', value: EU_URL } } : settings,
    ...(changes && { changes }),
  }),
  shownOf: ({ settings, changes = false }) => ({ region: settings.url === undefined ? null : 'eu', changes }),
});
