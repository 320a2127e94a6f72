/** The keys of a Slack channel in the config. */

import { receiverAddress } from '../../core/keys/values';
import { receiverKeys } from '../receiver-keys';

export const slackKeys = receiverKeys({
  meaning: 'A channel in Slack, by an incoming webhook.',
  expected: 'expected a map with the key url',
  keys: {
    url: receiverAddress('https://hooks.slack.com/services/T000/B000/XXXX').describe(
      'The address of an incoming webhook in Slack. It is a secret.',
    ),
  },
});
