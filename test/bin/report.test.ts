/** `statuswatch report` of what a watch has kept in its folder. */

import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DAY_MS } from '../../lambda/core/documents/report/period';
import { REPORT_SCHEMA, type ReportDocument } from '../../lambda/core/documents/report/report-document';
import { HOUR_MS } from '../../lambda/core/history/running-history';
import { faultsOf } from '../support/core/document-schemas';
import { keepInFolder, pastOutage, pastService } from '../support/core/past-services';
import { inOwnProcess, refusal, statuswatch, temporaryFolder } from '../support/laptop/command-line';

const folder = temporaryFolder();
const IDS = ['user-service', 'payment-service', 'young-service', 'new-service'];
const config = (ids: readonly string[]) =>
  `name: shop\nservices:\n${ids.map((id) => `  - { id: ${id}, baseUrl: "https://${id}.internal" }\n`).join('')}`;
const file = folder.write('statuswatch.yaml', `${config(IDS)}objective: { availability: 99.95% }\n`);
const ARGS = ['report', '--config', file, '--state', folder.file('state')];

const THIS_HOUR = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
/** All hours but the running one are over: it may change while a test runs. */
const TO = THIS_HOUR;
const FROM = TO - 10 * DAY_MS;
const instant = (time: number) => `${new Date(time).toISOString().slice(0, 16)}Z`;
/** Ten days, against the ten before. */
const PERIOD = ['--from', instant(FROM), '--to', instant(TO)];
const CHANGE = { at: FROM + DAY_MS, restarted: true, version: { from: '1.0', to: '1.1' } };

beforeAll(async () => {
  const since = (days: number) => ({ from: TO - days * DAY_MS, to: TO });
  await keepInFolder(join(folder.file('state'), 'shop'), {
    'user-service': pastService(since(25), () => ({ checks: 60, ms: 100 }), { changes: [CHANGE] }),
    'payment-service': pastService(
      since(25),
      (at) => ({
        checks: 60,
        failed: at === FROM + 5 * HOUR_MS ? 12 : 0,
        maintained: at === FROM ? 30 : 0,
        ms: at < FROM ? 100 : 200,
      }),
      { incidents: [pastOutage(FROM + 5 * HOUR_MS, FROM + 5 * HOUR_MS + 720_000)], incidentCount: 1 },
    ),
    'young-service': pastService(since(2), () => ({ checks: 60, restarts: 1, versions: 1 })),
  });
});

const documentOf = async (args: readonly string[]): Promise<ReportDocument> => {
  const { stdout, stderr, exitCode } = await statuswatch([...ARGS, '--json', ...args]);
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
  const document = JSON.parse(stdout);
  expect(faultsOf('report', document)).toEqual([]);
  return document;
};

describe('the document', () => {
  it.concurrent('has all services in the order of the config, and their sums', async () => {
    const document = await documentOf(PERIOD);
    expect(document).toMatchObject({
      schema: REPORT_SCHEMA,
      deployment: 'shop',
      period: { from: new Date(FROM).toISOString(), to: new Date(TO).toISOString() },
      before: { from: new Date(FROM - 10 * DAY_MS).toISOString(), to: new Date(FROM).toISOString() },
    });
    expect(document.services.map(({ service }) => service)).toEqual(IDS);
    const [, payment, young, unknown] = document.services;
    expect(payment).toMatchObject({
      checks: 14_370,
      failures: { unreachable: 12 },
      outages: { count: 1, seconds: 720 },
      incidents: [{ kind: 'outage', openedAt: new Date(FROM + 5 * HOUR_MS).toISOString(), durationSeconds: 720 }],
      objectives: [{ aim: 'availability', target: 0.9995, missed: true, budgetLeftSeconds: -290 }],
      before: { checks: 14_400, availability: 1 },
    });
    expect(young).toMatchObject({ checks: 2_880, restarts: 48, change: null });
    expect(unknown).toMatchObject({ checks: 0, availability: null, responseMs: null, knownSince: null });
    expect(document.totals).toMatchObject({ services: 4, unknown: 1, checks: 14_400 + 14_370 + 2_880 });
  });
});

it.concurrent('as a text has a row for each service, the worst first', async () => {
  const { stdout, stderr, exitCode } = await inOwnProcess([...ARGS, ...PERIOD]);
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
  expect(stdout).toMatch(/\n {2}payment-service {3}99\.92 % \/ 99\.95 % +1, 12 min +12 min +\d+ ms \+\d+ %/);
  expect(stdout).toContain('2 of 3 services with an objective met it\n');
  const order = ['payment-service', 'user-service', 'young-service', 'new-service'].map((id) =>
    stdout.indexOf(`\n  ${id} `),
  );
  expect(order).toEqual([...order].sort((left, right) => left - right));
});

it.concurrent('as CSV has a row for each service', async () => {
  const { stdout, stderr, exitCode } = await statuswatch([...ARGS, '--csv', ...PERIOD]);
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
  const rows = stdout.split('\r\n');
  expect(rows.map((row) => row.split(',')[0])).toEqual(['service', ...IDS, '']);
  expect(rows.some((row) => row.startsWith('payment-service,') && row.includes(',0.9995,'))).toBe(true);
});

it.concurrent('says that it leaves out what is damaged, and changes nothing in the folder', async () => {
  const state = join(folder.file('damaged'), 'shop');
  await keepInFolder(state, { 'user-service': pastService({ from: TO - 3 * DAY_MS, to: TO }, () => ({ checks: 60 })) });
  const history = join(state, 'history');
  const [days = ''] = readdirSync(history).filter((name) => name.includes('.days.'));
  writeFileSync(join(history, days), '{ "days');
  writeFileSync(join(state, 'payment-service.state.json'), '{"revision":3,"state":{}}');
  const before = readdirSync(history);
  const { stderr, exitCode } = await statuswatch([...ARGS, '--state', folder.file('damaged'), '--json', ...PERIOD]);
  const [ofState, ofHistory, end] = stderr.split('\n');
  expect([ofState, end]).toEqual(['statuswatch: the stored state of payment-service is invalid', '']);
  expect(ofHistory).toMatch(/^statuswatch: .*\.days\.\d{4}\.json is damaged; invalid parts are left out$/);
  expect(exitCode).toBe(0);
  expect(readdirSync(history)).toEqual(before);
});

describe('a report that can not be made is one line:', () => {
  it.concurrent.each<[readonly string[], string]>([
    [['--last', '7d', '--month', '2026-10'], '--last and --month exclude each other: use one of them'],
    [['--month', '2099-01'], '--month is "2099-01", which is in the future'],
    [['--json', '--csv'], '--json and --csv exclude each other: use one of them'],
    [['--only', 'usr-service'], '--only names services that '],
    [['--state', 'elsewhere'], 'nothing has been watched yet: there is no elsewhere/shop'],
    [['--from', instant(TO - 60 * DAY_MS), '--to', instant(TO - 50 * DAY_MS)], 'there is no data for '],
    [['payment-service'], 'unexpected word "payment-service": report takes only options'],
  ])('%j', async (args, complaint) => {
    expect(await refusal([...ARGS, ...args], { cwd: folder.path })).toContain(complaint);
  });
});
