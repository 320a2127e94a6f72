/** A real Alertmanager as its own process, with a webhook behind it: what people would be notified of. */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { closedPort, startHttp } from './servers';

const PROGRAMS = ['prometheus-alertmanager', 'alertmanager'];

/** `null` where it is not installed, but then CI must not ask for it. */
export function findAlertmanager(): string | null {
  const found = PROGRAMS.find((program) => {
    try {
      execFileSync(program, ['--version'], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  });
  if (found === undefined && process.env.CI)
    throw new Error('the Alertmanager is missing: apt-get install prometheus-alertmanager');
  return found ?? null;
}

/** One message of the Alertmanager to its webhook: `firing` or `resolved` of each alert, by service. */
export interface Webhook {
  readonly status: string;
  readonly alerts: readonly {
    readonly status: string;
    readonly labels: Readonly<Record<string, string>>;
    readonly annotations: Readonly<Record<string, string>>;
    readonly startsAt: string;
    readonly endsAt: string;
  }[];
}

export interface RealAlertmanager {
  readonly url: string;
  /** What its webhook was sent, in order. */
  readonly messages: readonly Webhook[];
  start(): Promise<void>;
  /** `SIGTERM` lets it write its log of notifications first. */
  stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  /** Ends it, and its webhook. */
  end(): Promise<void>;
  /** The alerts that it has, as its API shows them. */
  alerts(): Promise<readonly ShownAlert[]>;
  /** How many ends it was sent since it was started. */
  endsReceived(): Promise<number>;
  post(path: string, body: object): Promise<void>;
  /** Waits until there is such a message. */
  message(isIt: (message: Webhook) => boolean): Promise<Webhook>;
}

interface ShownAlert {
  readonly labels: Readonly<Record<string, string>>;
  readonly endsAt: string;
  readonly startsAt: string;
  readonly status: { readonly state: string };
}

/** `routing` is its config, in which the receiver `hook` is the webhook. Nothing is started yet. */
export async function realAlertmanager(program: string, folder: string, routing: object): Promise<RealAlertmanager> {
  const messages: Webhook[] = [];
  const hook = await startHttp((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text;
    });
    request.once('end', () => {
      messages.push(JSON.parse(body));
      response.end();
    });
  });
  const port = await closedPort();
  const file = `${folder}.yml`;
  const receivers = [{ name: 'hook', webhook_configs: [{ url: hook.url(), send_resolved: true }] }];
  writeFileSync(file, stringify({ ...routing, receivers }));
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | null = null;
  const stop = async (signal: 'SIGTERM' | 'SIGKILL') => {
    const ending = child;
    child = null;
    if (ending === null || ending.exitCode !== null) return;
    ending.kill(signal);
    await once(ending, 'exit');
  };
  return {
    url,
    messages,
    stop,
    end: async () => {
      await stop('SIGKILL');
      await hook.stop();
    },
    start: async () => {
      const args = [
        `--config.file=${file}`,
        `--storage.path=${join(folder)}`,
        `--web.listen-address=127.0.0.1:${port}`,
        '--cluster.listen-address=',
      ];
      child = spawn(program, args, { stdio: 'ignore' });
      await until(async () => (await fetch(`${url}/-/ready`).catch(() => null))?.ok ?? false);
    },
    alerts: async () => (await (await fetch(`${url}/api/v2/alerts`)).json()) as readonly ShownAlert[],
    endsReceived: async () => {
      const metrics = await (await fetch(`${url}/metrics`)).text();
      return Number(/^alertmanager_alerts_received_total\{status="resolved",version="v2"\} (\d+)/m.exec(metrics)?.[1]);
    },
    post: async (path, body) => {
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    },
    message: async (isIt) => {
      await until(async () => messages.some(isIt));
      return messages.find(isIt) as Webhook;
    },
  };
}

/** Asks until it is so; fails after twenty seconds. */
export async function until(isSo: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 20_000;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error('it did not become so within 20 s');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
