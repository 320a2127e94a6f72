/** What a region answers: only about services of its own config, and only what it saw for long enough. */

import type { Service } from '../../../../../lambda/core/config/config';
import type { Observation } from '../../../../../lambda/core/probe/observation';
import type { ProbeRequest } from '../../../../../lambda/core/probe/probe-request';
import { answerQuestion } from '../../../../../lambda/core/probe/regions/answer-question';
import { type AskedRequest, questionAbout } from '../../../../../lambda/core/probe/regions/region-question';
import { answer, failure, NOW, reportOf } from '../../../../support/core/observations';
import { configOf } from '../../../../support/core/runs';

const [pay, mail] = configOf({ pay: 'https://pay.company.com', mail: 'https://mail.company.com' }, [
  'path: "/status?of=a+b&x=(1)"',
  'timeout: 10s',
]).services as [Service, Service];
const healthy = answer(200, reportOf({ service: 'pay', timestamp: undefined }));

async function ask(service: Partial<AskedRequest>, seen: Observation | Error) {
  const requests: ProbeRequest[] = [];
  const probe = async (request: ProbeRequest) => {
    requests.push(request);
    if (seen instanceof Error) throw seen;
    return seen;
  };
  const asked = { id: 'pay', url: pay.statusUrl, headers: { Authorization: 'Bearer t' }, ...service };
  const answered = await answerQuestion(questionAbout([asked]), [pay, mail], { probe, clock: { now: () => NOW } });
  return { requests, seen: answered.seen };
}

it('sends the finished request, and returns the verdict without texts of the service', async () => {
  const { requests, seen } = await ask({}, healthy);
  expect(requests).toEqual([
    expect.objectContaining({ url: pay.statusUrl, headers: { Authorization: 'Bearer t' }, timeoutMs: 3_000 }),
  ]);
  expect(seen).toEqual([{ id: 'pay', kind: 'healthy', reason: 'ok', httpStatus: 200 }]);
});

it('knows an address whose query is escaped for a signature', async () => {
  expect((await ask({ url: 'https://pay.company.com/status?of=a%20b&x=%281%29' }, healthy)).seen).toHaveLength(1);
});

it.each([
  ['another address', { url: 'https://169.254.169.254/status?of=a+b&x=(1)' }],
  ['another path', { url: 'https://pay.company.com/admin?of=a+b&x=(1)' }],
  ['another query', { url: 'https://pay.company.com/status?of=b' }],
  ['the address of another service', { url: mail.statusUrl }],
  ['an unknown service', { id: 'shop' }],
  ['no address', { url: 'pay' }],
])('does not check %s', async (_name, service) => {
  expect(await ask(service, healthy)).toEqual({ requests: [], seen: [] });
});

it('has no vote on a service that it gives up before its time limit, or can not check', async () => {
  expect((await ask({}, failure('timeout_response', { limitMs: 3_000 }))).seen).toEqual([]);
  expect((await ask({}, failure('connection_refused'))).seen).toMatchObject([{ kind: 'unreachable' }]);
  expect((await ask({}, new Error('EMFILE'))).seen).toEqual([]);
});
