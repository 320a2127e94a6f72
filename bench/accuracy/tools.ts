/** The tools that are compared, each with all services of a world and a webhook at its end. */

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { freePort, isListening } from '../free-port';
import { temporaryFolder, writeTemporary } from '../workplace';

/** How often each tool checks, in seconds. */
const INTERVAL_S = 10;
const COMMAND = join(__dirname, '../../dist/statuswatch.js');

export const TOOLS = ['statuswatch', 'blackbox, for: 0s', 'blackbox, for: 1m'] as const;
export type Tool = (typeof TOOLS)[number];

/** One message about one service. */
export interface Message {
  readonly tool: Tool;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly service: string;
  readonly isOver: boolean;
  /** Whether it says that a service fails for the first time. */
  readonly isOpening: boolean;
  /** The code of the cause, if the tool names one. */
  readonly reason: string | null;
}

export interface Watched {
  readonly id: string;
  readonly baseUrl: string;
}

/** Starts a program; it may resolve names by itself. */
export type Start = (command: string, args: readonly string[]) => Promise<{ end(): void }>;

export interface Tools {
  readonly messages: readonly Message[];
  end(): void;
}

/** Starts all tools; resolves once each listens. */
export async function startTools(services: readonly Watched[], ca: string, start: Start): Promise<Tools> {
  const messages: Message[] = [];
  const sink = createServer((request, response) => {
    const at = Date.now();
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text;
    });
    request.once('end', () => {
      response.end();
      const tool = TOOLS[Number(request.url?.slice(1))] as Tool;
      const read = tool === 'statuswatch' ? ofStatuswatch : ofAlertmanager;
      messages.push(...read(JSON.parse(body)).map((one) => ({ ...one, tool, at })));
    });
  }).listen(0, '127.0.0.1');
  await once(sink, 'listening');
  const address = `http://127.0.0.1:${(sink.address() as AddressInfo).port}`;
  const caFile = writeTemporary('ca.pem', ca);
  const programs = [
    await statuswatch(services, caFile, `${address}/0`, start),
    ...(await blackbox(services, caFile, [`${address}/1`, `${address}/2`], start)),
  ];
  return {
    messages,
    end: () => {
      for (const program of programs) program.end();
      sink.close();
      sink.closeAllConnections();
    },
  };
}

async function statuswatch(services: readonly Watched[], caFile: string, url: string, start: Start) {
  const config = {
    interval: `${INTERVAL_S}s`,
    // Three attempts of 3 s, the default, don't fit into 10 s.
    retry: { attempts: 2 },
    tls: { caFile },
    services,
    alerts: { groupFrom: 'never', receivers: [{ id: 'sink', webhook: { url } }] },
  };
  const file = writeTemporary('statuswatch.yaml', stringify(config));
  const args = [COMMAND, 'watch', '--config', file, '--state', temporaryFolder(), '--no-page'];
  return start(process.execPath, args);
}

interface OwnAlert {
  readonly event?: string;
  readonly service?: { readonly id: string };
  readonly reason?: string;
}

function ofStatuswatch({ event = '', service, reason }: OwnAlert): Omit<Message, 'tool' | 'at'>[] {
  if (service === undefined) return [];
  return [{ service: service.id, isOver: event === 'resolved', isOpening: event === 'opened', reason: reason ?? null }];
}

async function blackbox(services: readonly Watched[], caFile: string, sinks: readonly string[], start: Start) {
  const [exporterPort, prometheusPort, managerPort] = [await freePort(), await freePort(), await freePort()];
  const module = {
    prober: 'http',
    timeout: '5s',
    http: {
      preferred_ip_protocol: 'ip4',
      fail_if_body_not_matches_regexp: ['"status":"healthy"'],
      tls_config: { ca_file: caFile },
    },
  };
  const rule = (sink: number, wait: string) => ({
    alert: 'ProbeFailed',
    expr: 'probe_success == 0',
    for: wait,
    labels: { sink: String(sink) },
  });
  const rules = writeTemporary(
    'rules.yml',
    stringify({ groups: [{ name: 'probes', rules: [rule(0, '0s'), rule(1, '1m')] }] }),
  );
  const scrape = {
    job_name: 'services',
    metrics_path: '/probe',
    params: { module: ['http'] },
    static_configs: services.map(({ id, baseUrl }) => ({ targets: [`${baseUrl}/status`], labels: { service: id } })),
    relabel_configs: [
      { source_labels: ['__address__'], target_label: '__param_target' },
      { target_label: '__address__', replacement: `127.0.0.1:${exporterPort}` },
    ],
  };
  const prometheus = {
    global: { scrape_interval: `${INTERVAL_S}s`, scrape_timeout: '6s', evaluation_interval: `${INTERVAL_S}s` },
    rule_files: [rules],
    alerting: { alertmanagers: [{ static_configs: [{ targets: [`127.0.0.1:${managerPort}`] }] }] },
    scrape_configs: [scrape],
  };
  const manager = {
    route: {
      receiver: 'sink-0',
      group_by: ['service', 'sink'],
      group_wait: '0s',
      group_interval: '1s',
      routes: sinks.map((_, index) => ({ receiver: `sink-${index}`, matchers: [`sink="${index}"`] })),
    },
    receivers: sinks.map((url, index) => ({ name: `sink-${index}`, webhook_configs: [{ url, send_resolved: true }] })),
  };
  const listen = (port: number) => `--web.listen-address=127.0.0.1:${port}`;
  const file = (name: string, content: object) => `--config.file=${writeTemporary(name, stringify(content))}`;
  const storage = (flag: string) => `${flag}=${temporaryFolder()}`;
  const programs = [
    await start('prometheus-blackbox-exporter', [
      file('blackbox.yml', { modules: { http: module } }),
      listen(exporterPort),
    ]),
    await start('prometheus-alertmanager', [
      file('alertmanager.yml', manager),
      storage('--storage.path'),
      listen(managerPort),
      '--cluster.listen-address=',
    ]),
    await start('prometheus', [
      file('prometheus.yml', prometheus),
      storage('--storage.tsdb.path'),
      listen(prometheusPort),
    ]),
  ];
  for (const port of [exporterPort, managerPort, prometheusPort]) await isListening(port);
  return programs;
}

interface ManagerMessage {
  readonly alerts: readonly { readonly status: string; readonly labels: { readonly service: string } }[];
}

function ofAlertmanager({ alerts }: ManagerMessage): Omit<Message, 'tool' | 'at'>[] {
  return alerts.map(({ status, labels: { service } }) => ({
    service,
    isOver: status === 'resolved',
    isOpening: status === 'firing',
    reason: null,
  }));
}
