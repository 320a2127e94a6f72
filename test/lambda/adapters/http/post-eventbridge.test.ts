/** Events that are put on an event bus: signed by the checker's role, with errors for events that were not accepted. */

import { createSigner } from '../../../../lambda/adapters/aws/sign-request';
import { httpProbe } from '../../../../lambda/adapters/http/http-probe';
import { openReceivers, unknownRegion } from '../../../../lambda/adapters/http/receivers';
import { systemClock } from '../../../../lambda/adapters/system/system-clock';
import { createAuthorizer } from '../../../../lambda/core/auth/authorizer';
import type { EventBus, ReceiverConfig } from '../../../../lambda/core/config/receivers';
import type { Alert } from '../../../../lambda/core/message/alert';
import { ACCOUNT, describeOnAws, REGION } from '../../../support/aws/moto';
import { alertOn } from '../../../support/core/alerts';
import { notificationOfAll } from '../../../support/core/receiver-requests';
import { startHttp, stopAfterEach } from '../../../support/http/servers';

const using = stopAfterEach();
const KEYS = { accessKeyId: 'AKID', secretAccessKey: 'key-of-the-role', sessionToken: 'token-of-the-role' };

function busConfig(bus: EventBus): ReceiverConfig {
  return {
    id: 'bus',
    kind: 'eventbridge',
    settings: {},
    bus,
    services: null,
    events: null,
    kinds: null,
    severities: null,
    afterMs: 0,
  };
}

function receiverOf(bus: string, environment: Readonly<Record<string, string>>) {
  const loadSigner = async () => createSigner(async () => KEYS, systemClock);
  const authorizer = createAuthorizer({ probe: httpProbe, clock: systemClock, loadSigner });
  const receivers = [busConfig({ bus, region: null })];
  const read = async () => {
    throw new Error('it has no secret');
  };
  const options = { allowLoopback: true, authorizer, environment };
  const [receiver] = openReceivers({ receivers, intervalMs: 60_000 }, read, systemClock, options);
  if (receiver === undefined) throw new Error('there is none');
  return (...alerts: readonly Alert[]) =>
    receiver.send(notificationOfAll(alerts)).then(
      () => 'sent',
      (error: Error) => {
        expect(`${error.message} ${error.stack}`).not.toMatch(/-of-the-role/);
        return `${error.name}: ${error.message}`;
      },
    );
}

it('is signed with every header that matters', async () => {
  const seen: Record<string, unknown>[] = [];
  const server = await using(
    startHttp((request, response) => {
      request.resume();
      seen.push({ ...request.headers });
      response.end('{"FailedEntryCount":0,"Entries":[{"EventId":"a"}]}');
    }),
  );
  const environment = { AWS_REGION: 'eu-west-1', AWS_ENDPOINT_URL_EVENTBRIDGE: server.url() };
  expect(await receiverOf('arn:aws:events:eu-west-2:123456789012:event-bus/ops', environment)(alertOn('opened'))).toBe(
    'sent',
  );
  expect(seen).toMatchObject([
    {
      'x-amz-target': 'AWSEvents.PutEvents',
      'content-type': 'application/x-amz-json-1.1',
      authorization: expect.stringMatching(
        /^AWS4-HMAC-SHA256 Credential=AKID\/\d{8}\/eu-west-2\/events\/aws4_request, SignedHeaders=host;(x-amz-[a-z0-9-]+;)+x-amz-target, Signature=/,
      ),
    },
  ]);
});

it.each([
  [
    200,
    '{"FailedEntryCount":1,"Entries":[{"ErrorCode":"InternalFailure","ErrorMessage":"no"}]}',
    'Error: the event was',
  ],
  [200, '{"FailedEntryCount":1,"Entries":[{"ErrorCode":"ThrottlingException"}]}', 'BusyError: the event was rejected'],
  [200, '{"FailedEntryCount":1,"Entries":[{"ErrorCode":"MalformedDetail"}]}', 'UnfitError: the event was rejected'],
  [200, '<html>', 'UnansweredError: the answer does not say whether the events were accepted'],
  [400, '{"__type":"AccessDeniedException","Message":"token-of-the-role"}', 'Error: refused with 400: {"__type":'],
])('an answer %d %s is a failure', async (status, body, message) => {
  const server = await using(
    startHttp((request, response) => {
      request.resume();
      response.writeHead(status).end(body);
    }),
  );
  const send = receiverOf('ops', { AWS_REGION: 'eu-west-1', AWS_ENDPOINT_URL: server.url() });
  expect(await send(alertOn('opened'))).toMatch(new RegExp(`^${message}`));
});

it('needs a region from its ARN, the config or the environment', () => {
  const lost = (bus: EventBus, environment: Readonly<Record<string, string>> = {}) =>
    unknownRegion({ receivers: [busConfig(bus)] }, environment);
  expect(lost({ bus: 'ops', region: null })).toBe('bus');
  expect(lost({ bus: 'ops', region: 'eu-west-1' })).toBeNull();
  expect(lost({ bus: 'ops', region: null }, { AWS_DEFAULT_REGION: 'eu-west-1' })).toBeNull();
  expect(lost({ bus: 'arn:aws:events:eu-west-2:123456789012:event-bus/ops', region: null })).toBeNull();
});

describeOnAws('a bus of the emulated AWS', (aws) => {
  const call = async (target: string, service: string, body: object) => {
    const headers = {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': target,
      authorization: `AWS4-HMAC-SHA256 Credential=test/20260301/${REGION}/${service}/aws4_request, SignedHeaders=host, Signature=x`,
    };
    const answer = await fetch(aws().url, { method: 'POST', headers, body: JSON.stringify(body) });
    return answer.json() as Promise<Record<string, string> & { readonly Messages?: { readonly Body: string }[] }>;
  };

  it('passes each alert to its rules, such as one for a queue', async () => {
    const { QueueUrl } = await call('AmazonSQS.CreateQueue', 'sqs', { QueueName: 'opened' });
    await call('AWSEvents.CreateEventBus', 'events', { Name: 'ops' });
    const EventPattern = JSON.stringify({ source: ['statuswatch'], 'detail-type': ['Alert opened'] });
    await call('AWSEvents.PutRule', 'events', { Name: 'opened', EventBusName: 'ops', EventPattern });
    const Arn = `arn:aws:sqs:${REGION}:${ACCOUNT}:opened`;
    await call('AWSEvents.PutTargets', 'events', { Rule: 'opened', EventBusName: 'ops', Targets: [{ Id: '1', Arn }] });
    const environment = { AWS_REGION: REGION, AWS_ENDPOINT_URL: aws().url };
    const alert = alertOn('opened');
    const other = { ...alert, id: 'other' };
    expect(await receiverOf('ops', environment)(alert, other, alertOn('resolved'))).toBe('sent');
    expect(await receiverOf(`arn:aws:events:${REGION}:${ACCOUNT}:event-bus/ops`, environment)(alert)).toBe('sent');
    const { Messages = [] } = await call('AmazonSQS.ReceiveMessage', 'sqs', { QueueUrl, MaxNumberOfMessages: 10 });
    const events = Messages.map(({ Body }) => JSON.parse(Body));
    expect(events.map(({ detail }) => detail)).toEqual([alert, other, alert]);
    expect(events[0]).toMatchObject({ source: 'statuswatch', 'detail-type': 'Alert opened' });
  });
});
