/** The keys of a Microsoft Teams channel in the config. */

import { receiverAddress } from '../../core/keys/values';
import { receiverKeys } from '../receiver-keys';

export const teamsKeys = receiverKeys({
  meaning: 'A channel in Microsoft Teams, by a Workflows webhook.',
  expected: 'expected a map with the key url',
  keys: {
    url: receiverAddress('https://prod-00.westeurope.logic.azure.com/workflows/XXXX').describe(
      'The address of a Workflows webhook in Teams. It is a secret.',
    ),
  },
});
