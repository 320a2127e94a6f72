/** The channels of Amazon Q Developer, from an API that a server on loopback plays. */

import { buffer } from 'node:stream/consumers';
import { slackReader } from '../../../local/remote/slack-channels';
import { pointAwsTo } from '../../support/aws/moto';
import { type RunningServer, startHttp } from '../../support/http/servers';

interface ApiRequest {
  readonly path: string | undefined;
  readonly authorization: string | undefined;
  readonly body: Record<string, unknown>;
}

let server: RunningServer;
const requests: ApiRequest[] = [];
let refused: string | null = null;

beforeAll(async () => {
  server = await startHttp(async (request, response) => {
    const body = JSON.parse((await buffer(request)).toString('utf8'));
    requests.push({ path: request.url, authorization: request.headers.authorization, body });
    if (refused !== null) {
      response.writeHead(403, { 'x-amzn-errortype': `${refused}:http://internal.amazon.com/` });
      return response.end(JSON.stringify({ message: 'you are not authorized' }));
    }
    const page = body.NextToken === undefined ? ['C1', 'next'] : ['C2', undefined];
    const channel = { SlackTeamId: 'T1', SlackChannelId: page[0], SnsTopicArns: ['arn:topic'], State: 'ENABLED' };
    return response.end(JSON.stringify({ SlackChannelConfigurations: [channel], NextToken: page[1] }));
  });
  pointAwsTo(server.url());
});
afterAll(() => server.stop());
beforeEach(() => {
  requests.length = 0;
  refused = null;
});

const reader = (region: string) =>
  slackReader({
    region,
    credentials: async () => ({ accessKeyId: 'AKIATEST', secretAccessKey: 'test', sessionToken: 'session' }),
    maxAttempts: 1,
    requestHandler: { connectionTimeout: 5_000, requestTimeout: 5_000, throwOnRequestTimeout: true },
  });

// AWS Chatbot API reference, "DescribeSlackChannelConfigurations", NextToken: "An optional token returned from a prior request. Use this
// token for pagination of results from this action."
it('are read page by page', async () => {
  const channel = (channelId: string) => ({ workspaceId: 'T1', channelId, topicArns: ['arn:topic'], state: 'ENABLED' });
  expect(await reader('eu-west-1').listSlackChannels()).toEqual([channel('C1'), channel('C2')]);
  expect(requests.map(({ path, body }) => [path, body.NextToken])).toEqual([
    ['/describe-slack-channel-configurations', undefined],
    ['/describe-slack-channel-configurations', 'next'],
  ]);
});

// The regions of its API: AWS Chatbot API reference, "Welcome".
it.each([
  ['eu-west-1', 'eu-west-1'],
  ['ap-southeast-1', 'ap-southeast-1'],
  ['eu-central-1', 'us-east-2'],
  ['us-east-1', 'us-east-2'],
])('of a deployment in %s are asked for in %s', async (region, near) => {
  await reader(region).listSlackChannels();
  expect(requests[0]?.authorization).toMatch(
    new RegExp(`^AWS4-HMAC-SHA256 Credential=AKIATEST/\\d{8}/${near}/chatbot/aws4_request, `),
  );
});

it('that may not be read are an error by the name of the API', async () => {
  refused = 'AccessDeniedException';
  await expect(reader('eu-west-1').listSlackChannels()).rejects.toMatchObject({
    name: 'AccessDeniedException',
    message: 'chatbot:DescribeSlackChannelConfigurations: you are not authorized',
  });
});
