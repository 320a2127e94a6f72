/** Lets the AWS SDK warn of a Node that is past its end before the tests, once, and not in each process of theirs. */

import { SNSClient } from '@aws-sdk/client-sns';

export default function warnOfNode(): void {
  new SNSClient({ region: 'us-east-1' }).destroy();
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
}
