/** The checker's handler, bundled and run as Lambda would, with a page for the public: an outage, what people write, and S3 away. */

import type { StubbedCall } from '../../support/aws/aws-stub';
import { configBelow, type StubbedLambda, startStubbedChecker } from '../../support/aws/stubbed-lambda';
import { reportText } from '../../support/http/asking';

let checker: StubbedLambda;
let isWell = true;
let isS3Away = false;

/** What was put into the bucket has no action. */
const isPut = ({ body }: StubbedCall) => body.startsWith('<!doctype html>') || body.startsWith('{"at":');
const pageIn = (calls: readonly StubbedCall[]) => calls.find(({ body }) => body.includes('data-made='))?.body ?? null;

beforeAll(async () => {
  checker = await startStubbedChecker({
    config: configBelow(
      ['pay', 'user'],
      [
        'retry: { attempts: 1 }',
        'statusPage: { title: Company, minDuration: 0ms, services: [{ id: pay, name: Payments }] }',
      ],
    ),
    serve: (service, response) =>
      isWell ? response.end(reportText({ service })) : response.writeHead(503).end(JSON.stringify({ error: 'db' })),
    aws: (call) => (isPut(call) && isS3Away ? { status: 503, code: 'SlowDown' } : null),
    environment: {
      STATUSWATCH_PAGE_BUCKET: 'pages',
      STATUSWATCH_PAGE_REGION: 'eu-west-1',
      STATUSWATCH_PAGE_URL_SUFFIX: 'amazonaws.com',
      STATUSWATCH_PAGE_OWNER: '123456789012',
      STATUSWATCH_PAGE_URL: 'https://d111.cloudfront.net/',
    },
  });
});
afterAll(() => checker.stop());

it('writes the page if something has changed, after people are notified', async () => {
  const first = await checker.invoke();
  expect(first.invoked).toMatchObject({ outcome: 'resolved' });
  expect(pageIn(first.calls)).toContain('All services are available');
  expect(first.calls.some(({ body }) => body.includes('<id>https://d111.cloudfront.net/feed.atom</id>'))).toBe(true);
  expect(pageIn((await checker.invoke()).calls)).toBeNull();
  isWell = false;
  const { calls } = await checker.invoke();
  expect(pageIn(calls)).toContain('Payments is not available');
  const published = calls.findLastIndex(({ action }) => action === 'Publish');
  expect(published).toBeGreaterThan(-1);
  expect(calls.findIndex(isPut)).toBeGreaterThan(published);
});

it('publishes what people write, from its next run on, and takes it back', async () => {
  const answer = await checker.resultOf({ post: 'pay', text: 'It is the database.', status: 'identified' });
  expect(answer).toMatchObject({ kind: 'posted', post: { service: 'pay', status: 'identified' } });
  expect(pageIn((await checker.invoke()).calls)).toContain('It is the database.');
  const { id } = answer.post as { readonly id: string };
  expect(await checker.resultOf({ post: id, remove: true, as: 'line' })).toBe(`The post ${id} was undone`);
  expect(pageIn((await checker.invoke()).calls)).not.toContain('It is the database.');
});

it('announces, says how it goes on, and takes all of it back', async () => {
  const answer = await checker.resultOf({ post: 'all', text: 'Cards may be refused.', title: 'Provider outage' });
  expect(answer).toMatchObject({ kind: 'posted', post: { kind: 'announcement', until: null } });
  expect(answer.text).toMatch(
    /^Announced about the whole page, since .* until you post that it is resolved; the id is /,
  );
  const { id } = answer.post as { readonly id: string };
  expect(await checker.resultOf({ post: 'all', text: 'They work.', incident: id, status: 'resolved' })).toMatchObject({
    post: { kind: 'update', service: null, incident: id, status: 'resolved' },
  });
  expect(await checker.resultOf({ post: 'all', text: 'It was DNS.', incident: id })).toMatchObject({
    post: { status: 'postmortem' },
  });
  expect(await checker.resultOf({ post: 'all', text: 'a', incident: id, status: 'monitoring' })).toMatchObject({
    faults: [`status "monitoring": the announcement ${id} is over; leave the status out`],
  });
  expect(pageIn((await checker.invoke()).calls)).toContain('It was DNS.');
  await checker.resultOf({ post: id, remove: true });
  expect(pageIn((await checker.invoke()).calls)).not.toContain('It was DNS.');
  expect(await checker.resultOf({ post: 'all', text: 'a', incident: id })).toMatchObject({
    faults: [`there is no announcement "${id}"`],
  });
  expect(await checker.resultOf({ post: 'user', text: 'a', title: 'Work' })).toMatchObject({
    faults: ['user is not on the public page: statusPage.services of the config lacks it'],
  });
});

it('refuses what is about no service of the page, or no open incident', async () => {
  expect(await checker.resultOf({ post: 'user', text: 'a' })).toMatchObject({
    kind: 'refused',
    faults: ['user is not on the public page: statusPage.services of the config lacks it'],
  });
  expect(await checker.resultOf({ post: 'pay', text: ' ', incident: 7 })).toMatchObject({
    faults: ['text " ": expected what people should read', 'incident 7: expected an id'],
  });
  expect(await checker.resultOf({ post: 'pay', text: 'a', status: 'resolved' })).toMatchObject({
    faults: ['status "resolved": the checks say when an incident of pay is over'],
  });
  expect(await checker.resultOf({ post: 'pay', text: 'a', incident: 'nope' })).toMatchObject({
    faults: [expect.stringMatching(/^pay has no incident "nope" on the public page: it has \d{8}T/)],
  });
});

it('fails the run if the page can not be written, and writes it in the next', async () => {
  isWell = true;
  isS3Away = true;
  const { invoked } = await checker.invoke();
  expect(invoked).toMatchObject({
    outcome: 'rejected',
    message: expect.stringContaining("the page can't be written: "),
  });
  isS3Away = false;
  expect(pageIn((await checker.invoke()).calls)).toContain('Payments was not available');
});
