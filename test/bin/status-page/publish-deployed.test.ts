/** `statuswatch publish` of a deployment: its function and its table behind a stand-in for AWS. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { packedJson } from '../../../lambda/adapters/table/packed-json';
import { keyItem } from '../../../lambda/adapters/table/state-reader';
import { shownConfig } from '../../../lambda/core/config/shown-config';
import { HOUR_MS } from '../../../lambda/core/history/running-history';
import { ENVIRONMENT } from '../../../lambda/core/invoke/invocation';
import { storedForm } from '../../../lambda/core/state/stored-state';
import { postKey, stateKey } from '../../../lambda/core/state/table-keys';
import { type Post, storedPost } from '../../../lambda/status-page/core/post';
import { fakeTable } from '../../support/aws/fake-table';
import { actionOf } from '../../support/aws/fault-proxy';
import { awsEnvironment } from '../../support/aws/moto';
import { pastOutage, pastService } from '../../support/core/past-services';
import { configOf } from '../../support/core/runs';
import { type RunningServer, startHttp } from '../../support/http/servers';
import { statuswatch, temporaryFolder } from '../../support/laptop/command-line';

const folder = temporaryFolder();
const NOW = Date.now();
const HOUR = Math.floor(NOW / HOUR_MS) * HOUR_MS;
const OUTAGE = pastOutage(NOW - 3 * HOUR_MS, NOW - 2 * HOUR_MS);
const POST: Post = {
  kind: 'update',
  id: 'abc123',
  service: 'pay',
  incident: OUTAGE.id,
  status: 'postmortem',
  text: 'It was a disk.',
  at: NOW - HOUR_MS,
};
const lines = [
  'name: shop',
  'statusPage: { title: Shop, url: "https://shop.com/", services: [{ id: pay, name: Payments }] }',
];
let config: object = shownConfig(configOf({ pay: 'https://pay.internal', user: 'https://user.internal' }, lines));
let aws: RunningServer;

beforeAll(async () => {
  const table = fakeTable();
  const { state } = pastService({ from: HOUR, to: HOUR + HOUR_MS }, () => ({ checks: 60, failed: 6 }), {
    incidents: [OUTAGE],
  });
  table.put({
    ...keyItem(stateKey('shop', 'pay')),
    revision: { N: '1' },
    state: packedJson(storedForm(state)),
  } as never);
  table.put({ ...keyItem(postKey('shop', POST.id)), post: { S: JSON.stringify(storedPost(POST)) } } as never);
  aws = await startHttp(async (request, response) => {
    const body = await text(request);
    const answer = (json: object) =>
      response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' }).end(JSON.stringify(json));
    if (request.url?.endsWith('/configuration')) {
      return answer({ FunctionArn: 'arn', Environment: { Variables: { [ENVIRONMENT.table]: 'shop-table' } } });
    }
    if (request.url?.endsWith('/invocations')) return answer({ kind: 'config', config, deployment: {} });
    return answer(table.answer(actionOf(request, Buffer.from(body)), body) ?? {});
  });
});
afterAll(() => aws.stop());

const run = (site: string) =>
  statuswatch(['publish', site, '--deployed', 'shop'], { cwd: folder.path, env: awsEnvironment(aws.url()) });

it('writes the page of what the checker has kept, and of what people wrote', async () => {
  const site = folder.file('site');
  expect(await run(site)).toMatchObject({ exitCode: 0, stderr: '' });
  const page = readFileSync(join(site, 'index.html'), 'utf8');
  for (const said of ['It was a disk.', 'Payments was not available', ', for 1 h', '90 %'])
    expect(page).toContain(said);
  expect(readFileSync(join(site, 'feed.atom'), 'utf8')).toContain('<id>https://shop.com/feed.atom</id>');
});

it('says that the deployment has no page, also if it is older than the command line', async () => {
  const { statusPage: _, ...older } = config as { readonly statusPage: unknown };
  config = older;
  expect(await run(folder.file('none'))).toMatchObject({
    exitCode: 2,
    stderr:
      'statuswatch: the config of shop has no statusPage: docs/reference/status-page.md says what the page can show\n',
  });
});
