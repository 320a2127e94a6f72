/** The Slack channels that Amazon Q Developer in chat applications has in an account. */

import { Sha256 } from '@smithy/core/checksum';
import { SignatureV4 } from '@smithy/signature-v4';
import { isJsonObject, jsonObjectOf } from '../../lambda/core/words/json';
import type { Apis, SlackFact } from '../doctor/facts';
import type { AwsAccess } from './open-aws';

/**
 * Where the API is. Configurations belong to the account: each region knows all of them. Source: AWS Chatbot API reference, "Welcome":
 * "AWS Chatbot APIs are currently available in the following Regions: US East (Ohio) - us-east-2, US West (Oregon) - us-west-2, Asia
 * Pacific (Singapore) - ap-southeast-1, Europe (Ireland) - eu-west-1. [...] Your configuration data however, is stored in each of the
 * relevant available Regions."
 */
const REGIONS = ['us-east-2', 'us-west-2', 'ap-southeast-1', 'eu-west-1'] as const;

/** Signs its requests itself: there is no client of this API in the version of the others. */
export function slackReader({ region, credentials, requestHandler }: AwsAccess): Pick<Apis, 'listSlackChannels'> {
  const near = REGIONS.find((each) => each === region) ?? REGIONS[0];
  const { AWS_ENDPOINT_URL_CHATBOT, AWS_ENDPOINT_URL } = process.env;
  const endpoint = AWS_ENDPOINT_URL_CHATBOT ?? AWS_ENDPOINT_URL ?? `https://chatbot.${near}.amazonaws.com`;
  const url = new URL('/describe-slack-channel-configurations', endpoint);
  const signer = new SignatureV4({ service: 'chatbot', region: near, credentials, sha256: Sha256 });
  const page = async (NextToken: string | undefined) => {
    const body = JSON.stringify({ MaxResults: 100, NextToken });
    const { protocol, hostname, host, pathname: path } = url;
    const headers = { host, 'content-type': 'application/json' };
    const signed = await signer.sign({ method: 'POST', protocol, hostname, path, headers, query: {}, body });
    const { host: _, ...sent } = signed.headers;
    const signal = AbortSignal.timeout(requestHandler.requestTimeout);
    const response = await fetch(url, { method: 'POST', headers: sent, body, signal });
    const document = jsonObjectOf(await response.json().catch(() => null));
    if (!response.ok) throw errorOf(response, document);
    return document;
  };
  return {
    listSlackChannels: async () => {
      const found: SlackFact[] = [];
      let token: string | undefined;
      do {
        const { SlackChannelConfigurations, NextToken } = await page(token);
        found.push(...(Array.isArray(SlackChannelConfigurations) ? SlackChannelConfigurations : []).map(channelOf));
        token = typeof NextToken === 'string' && NextToken !== '' ? NextToken : undefined;
      } while (token !== undefined);
      return found;
    },
  };
}

function channelOf(raw: unknown): SlackFact {
  const { SlackTeamId, SlackChannelId, SnsTopicArns, State } = isJsonObject(raw) ? raw : {};
  return {
    workspaceId: String(SlackTeamId),
    channelId: String(SlackChannelId),
    topicArns: Array.isArray(SnsTopicArns) ? SnsTopicArns.map(String) : [],
    state: String(State),
  };
}

/** An error in the form of the SDK's clients: its name is the API's own. */
function errorOf(response: Response, { message, Message }: Readonly<Record<string, unknown>>): Error {
  const reason = message ?? Message ?? `no reason is given (HTTP ${response.status})`;
  const error = new Error(`chatbot:DescribeSlackChannelConfigurations: ${reason}`);
  error.name = (response.headers.get('x-amzn-errortype') ?? '').split(':')[0] || `Http${response.status}`;
  return error;
}
