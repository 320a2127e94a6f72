/** The keys of an event bus in the config. */

import { region, text, yesOrNo } from '../../core/keys/values';
import { receiverKeys } from '../receiver-keys';

/** Source: Amazon EventBridge API reference, "CreateEventBus": "Pattern: [/\\.\\-_A-Za-z0-9]+", "Custom event bus names can't contain the / character". */
const EVENT_BUS = /^(?:arn:aws[a-z-]*:events:[a-z0-9-]+:\d{12}:event-bus\/)?[A-Za-z0-9._-]{1,256}$/;
const BUS_EXPECTED =
  'expected the name or the ARN of an event bus, such as default or arn:aws:events:eu-central-1:123456789012:event-bus/NAME';

export const eventbridgeKeys = receiverKeys({
  meaning: 'An event bus of Amazon EventBridge.',
  expected: 'expected a map with the key bus',
  keys: {
    bus: text(EVENT_BUS, BUS_EXPECTED).describe('The event bus: a name in the same account, or an ARN.'),
    region: region.optional().describe("The region of a bus given by name. Default: the deployment's."),
    changes: yesOrNo.default(true).describe('Whether to send version changes.'),
  },
  check: ({ bus, region }, report) => {
    if (bus?.startsWith('arn:') && region !== undefined) {
      report(['region'], "can't be combined with an ARN, which has its region", 'key');
    }
  },
  targetOf: ({ bus, region = null, changes }, settings) => ({
    settings,
    bus: { bus, region },
    ...(changes && { changes }),
  }),
  shownOf: ({ bus, changes = false }) => ({ ...bus, changes }),
});
