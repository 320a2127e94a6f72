/** A real Prometheus scrapes the page: its linter, its queries, a rule, and the dashboard of the examples. */

import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { DeploymentFacts } from '../../lambda/core/documents/facts/deployment-facts';
import { knownOf, often } from '../support/core/deployment-facts';
import { NOW } from '../support/core/observations';
import { stopAfterEach } from '../support/http/servers';
import { temporaryFolder } from '../support/laptop/command-line';
import { askPage, handSource, OPEN, startPage } from '../support/view/page';

const ROOT = join(__dirname, '../..');
const hasPrometheus = spawnSync('promtool', ['--version']).status === 0;
const onPrometheus = hasPrometheus || process.env.CI ? it : it.skip;

const stopLater = stopAfterEach();
const folder = temporaryFolder();

const started: ChildProcess[] = [];
afterEach(async () => {
  for (const server of started.splice(0)) {
    server.kill('SIGKILL');
    if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
  }
});

interface Found {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: readonly [number, string];
}

let known: DeploymentFacts;
beforeAll(async () => {
  const stories = {
    shop: [...often('well', 30), '503'],
    till: often('well', 30),
    tills: [...often('well', 3), ...often('none', 20)],
    new: [],
  } as const;
  known = await knownOf(stories, {}, ['objective: { availability: 99%, window: 30d }']);
});

const startKnown = () => stopLater(startPage(handSource(known), { reach: OPEN }));

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { readonly port: number };
  server.close();
  return port;
}

/** Starts a Prometheus that scrapes the page each second; the query function gives what an expression finds. */
async function startPrometheus(target: string) {
  const port = await freePort();
  folder.write('rules.yml', RULES);
  folder.write('prometheus.yml', configFor(target));
  const args = [
    `--config.file=${folder.file('prometheus.yml')}`,
    `--storage.tsdb.path=${folder.file('data')}`,
    `--web.listen-address=127.0.0.1:${port}`,
  ];
  const server = spawn('prometheus', args, { stdio: 'ignore' });
  started.push(server);
  const ask = async <Answer>(path: string): Promise<Answer> => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`);
    const { status, error, data } = (await answer.json()) as { status: string; error?: string; data: Answer };
    if (status !== 'success') throw new Error(`${path}: ${error}`);
    return data;
  };
  const query = async (expression: string) =>
    (await ask<{ readonly result: readonly Found[] }>(`query?query=${encodeURIComponent(expression)}`)).result;
  return { ask, query };
}

const RULES = `groups:
  - name: statuswatch
    interval: 1s
    rules:
      - { alert: ServiceDown, expr: 'probe_success == 0', labels: { severity: page } }
      - { alert: ServiceNotChecked, expr: 'statuswatch_up == 0' }
`;

function configFor(target: string): string {
  return `global: { scrape_interval: 1s, evaluation_interval: 1s }
rule_files: [rules.yml]
scrape_configs:
  - job_name: statuswatch
    honor_labels: true
    static_configs: [{ targets: ["${target}"] }]
`;
}

async function until<Value>(read: () => Promise<Value>, isThere: (value: Value) => boolean): Promise<Value> {
  for (let tries = 0; ; tries++) {
    const value = await read().catch(() => null);
    if (value !== null && isThere(value)) return value;
    if (tries > 100) throw new Error(`never seen: ${JSON.stringify(value)}`);
    await wait(200);
  }
}

onPrometheus('finds nothing to mend in the metrics', async () => {
  const { text } = await askPage(await startKnown(), '/metrics');
  expect(execFileSync('promtool', ['check', 'metrics'], { input: text, encoding: 'utf8' })).toBe('');
});

onPrometheus(
  'answers each query of the dashboard, and fires for what is down and for what is not checked',
  async () => {
    const page = await startKnown();
    const { ask, query } = await startPrometheus(new URL(page.url()).host);
    await until(
      () => query('probe_success'),
      (found) => found.length === 2,
    );

    const successes = await query('probe_success');
    expect(successes.map(({ metric, value }) => [metric.service, metric.instance, value[1]]).sort()).toEqual([
      ['shop', 'https://shop.internal/status', '0'],
      ['till', 'https://till.internal/status', '1'],
    ]);
    expect((await query('statuswatch_run_timestamp_seconds'))[0]?.value[1]).toBe(String(NOW / 1_000));

    interface Alerts {
      readonly alerts: readonly { readonly state: string; readonly labels: Readonly<Record<string, string>> }[];
    }
    const { alerts } = await until(
      () => ask<Alerts>('alerts'),
      (found) => found.alerts.filter(({ state }) => state === 'firing').length === 3,
    );
    expect(alerts.map(({ labels }) => `${labels.alertname} ${labels.service}`).sort()).toEqual([
      'ServiceDown shop',
      'ServiceNotChecked new',
      'ServiceNotChecked tills',
    ]);

    for (const expression of dashboardQueries()) {
      const found = await query(expression.replaceAll('$service', '.*'));
      if (!EMPTY.some((name) => expression.startsWith(name)))
        expect([expression, found.length]).not.toEqual([expression, 0]);
    }
  },
);

/** Nothing in the story has a condition, or a certificate. */
const EMPTY = ['statuswatch_condition', 'probe_ssl_earliest_cert_expiry'];

interface Dashboard {
  readonly panels: readonly { readonly targets: readonly { readonly expr: string }[] }[];
}

function dashboardQueries(): readonly string[] {
  const text = readFileSync(join(ROOT, 'examples/grafana/statuswatch.json'), 'utf8');
  return (JSON.parse(text) as Dashboard).panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
}
