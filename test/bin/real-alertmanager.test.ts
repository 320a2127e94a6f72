/** A watch that notifies two real Alertmanagers: what people behind them see, whatever is away meanwhile. */

import fc from 'fast-check';
import { notificationOf } from '../../lambda/core/message/notification';
import { alertmanager } from '../../lambda/receivers/alertmanager/form';
import { alertOn } from '../support/core/alerts';
import { hostileNotification } from '../support/core/receiver-requests';
import {
  findAlertmanager,
  type RealAlertmanager,
  realAlertmanager,
  until,
  type Webhook,
} from '../support/http/real-alertmanager';
import { startHttp } from '../support/http/servers';
import { type RunningCommand, start, statuswatch, temporaryFolder } from '../support/laptop/command-line';

const program = findAlertmanager();
const describeWithAlertmanager = program === null ? describe.skip : describe;
const folder = temporaryFolder();

const ROUTING = {
  route: { receiver: 'hook', group_by: ['deployment'], group_wait: '1s', group_interval: '1s', repeat_interval: '1h' },
  inhibit_rules: [
    { source_matchers: ['service="gateway"'], target_matchers: ['service="cart"'], equal: ['deployment'] },
  ],
};
const SERVICES = ['gateway', 'cart', 'orders', 'search', 'silenced', 'late'];
/** The services that fail now. */
const failing = new Set<string>();

/** `firing gateway, orders`: the alerts of a message, by status. */
const wordsOf = ({ alerts }: Webhook, status: string) =>
  alerts
    .filter((alert) => alert.status === status)
    .map(({ labels }) => labels.service)
    .sort()
    .join(', ');

function writeConfig(name: string, interval: string, urls: readonly string[], address: string): string {
  return folder.write(
    `${name}.yaml`,
    [
      `name: ${name}`,
      `interval: ${interval}`,
      'timeout: 500ms',
      'retry: { attempts: 1 }',
      'contract: http',
      'alerts:',
      '  successThreshold: 1',
      `  receivers: [{ id: am, alertmanager: { urls: ${JSON.stringify(urls)} } }]`,
      'services:',
      ...SERVICES.map((id) => `  - { id: ${id}, baseUrl: "${address}", path: /${id} }`),
    ].join('\n'),
  );
}

describeWithAlertmanager('Alertmanager', () => {
  let first: RealAlertmanager;
  let second: RealAlertmanager;
  let address = '';
  let watch: RunningCommand;
  /** What is to be ended, in turn. */
  const ends: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    const services = await startHttp(({ url = '' }, response) => {
      response.writeHead(failing.has(url.slice(1)) ? 503 : 200).end();
    });
    ends.push(services.stop);
    address = services.url();
    first = await realAlertmanager(program ?? '', folder.file('am-1'), ROUTING);
    second = await realAlertmanager(program ?? '', folder.file('am-2'), ROUTING);
    ends.push(first.end, second.end);
    await Promise.all([first.start(), second.start()]);
    const config = writeConfig('shop', '1s', [first.url, second.url], address);
    watch = start(['watch', '--config', config, '--state', folder.file('states'), '--no-page']);
    ends.unshift(async () => {
      watch.child.kill('SIGINT');
      await watch.ended;
    });
    await watch.shows('6 of 6 healthy');
  });
  afterAll(async () => {
    for (const end of ends) await end();
  });

  const openIn = async (instance: RealAlertmanager) =>
    (await instance.alerts()).map(({ labels, status }) => `${labels.service} ${status.state}`).sort();

  it('groups services that fail together, and its silences and inhibitions apply', async () => {
    const matchers = [{ name: 'service', value: 'silenced', isRegex: false, isEqual: true }];
    const silence = {
      matchers,
      startsAt: new Date().toISOString(),
      endsAt: new Date(Date.now() + 3_600_000).toISOString(),
      createdBy: 'ana',
      comment: 'known',
    };
    for (const instance of [first, second]) await instance.post('/api/v2/silences', silence);
    const from = Date.now();
    for (const id of ['gateway', 'cart', 'orders', 'search', 'silenced']) failing.add(id);
    for (const instance of [first, second]) {
      const message = await instance.message(({ status }) => status === 'firing');
      expect(wordsOf(message, 'firing')).toBe('gateway, orders, search');
      const [alert] = message.alerts;
      expect(alert?.labels).toMatchObject({ alertname: 'ServiceDown', job: 'statuswatch', severity: 'critical' });
      expect(alert?.annotations.summary).toMatch(/^gateway is down: /);
      expect(Date.parse(alert?.startsAt ?? '')).toBeGreaterThanOrEqual(from);
      expect(await openIn(instance)).toEqual([
        'cart suppressed',
        'gateway active',
        'orders active',
        'search active',
        'silenced suppressed',
      ]);
    }
  });

  it('gets a recovery that happened while it was away; the other gets it at once', async () => {
    await second.stop('SIGTERM');
    const from = Date.now();
    failing.delete('orders');
    const isEnd = (message: Webhook) => wordsOf(message, 'resolved').includes('orders');
    const end = (await first.message(isEnd)).alerts.find(({ labels }) => labels.service === 'orders');
    expect(Date.parse(end?.endsAt ?? '')).toBeGreaterThanOrEqual(from);
    expect(Date.parse(end?.endsAt ?? '')).toBeLessThanOrEqual(Date.now());
    await watch.shows("can't be sent to am-2", 'stdout');
    await second.start();
    expect(await second.message(isEnd)).toMatchObject({
      alerts: expect.arrayContaining([expect.objectContaining({ endsAt: end?.endsAt, startsAt: end?.startsAt })]),
    });
  });

  it('gets an outage that began while it was away, and those from before', async () => {
    await second.stop('SIGKILL');
    failing.add('late');
    const isBegun = (message: Webhook) => wordsOf(message, 'firing').includes('late');
    await first.message(isBegun);
    await second.start();
    await second.message(isBegun);
    await until(async () => (await openIn(second)).includes('gateway active'));
  });

  it('has all open alerts soon after a crash, without a message to people', async () => {
    await first.stop('SIGTERM');
    const before = first.messages.length;
    await first.start();
    await until(async () => (await openIn(first)).length === 5);
    expect(await openIn(first)).toEqual([
      'cart suppressed',
      'gateway active',
      'late active',
      'search active',
      'silenced suppressed',
    ]);
    // On a busy machine it may say again that orders is over: it has forgotten the group by then.
    const resolved = first.messages.slice(before).map((message) => wordsOf(message, 'resolved'));
    expect(resolved.filter((words) => words !== '' && words !== 'orders')).toEqual([]);
  });

  it('resolves all recovered alerts, once', async () => {
    failing.clear();
    for (const instance of [first, second]) {
      await instance.message(
        (message) => message.status === 'resolved' && wordsOf(message, 'resolved').includes('gateway'),
      );
      await until(async () => (await instance.alerts()).every(({ endsAt }) => Date.parse(endsAt) <= Date.now()));
    }
    // An end is said again for five minutes, of which people are not notified.
    const count = first.messages.length;
    const ends = await first.endsReceived();
    await until(async () => (await first.endsReceived()) > ends + 2 * SERVICES.length);
    expect(first.messages).toHaveLength(count);
  });

  it('keeps open alerts for four intervals, however long they are', async () => {
    failing.add('gateway');
    const config = writeConfig('slow', '10m', [first.url], address);
    const from = Date.now();
    await statuswatch(['watch', '--once', '--config', config, '--state', folder.file('slow-states'), '--no-page']);
    const [alert] = (await first.alerts()).filter(({ labels }) => labels.deployment === 'slow');
    expect(Math.round((Date.parse(alert?.endsAt ?? '') - from) / 60_000)).toBe(40);
    failing.clear();
  });

  it('accepts whatever services say, and alerts that end as they start', async () => {
    const notifications = fc.sample(hostileNotification(3), 100);
    const end = { ...alertOn('resolved'), resolvedAt: '2026-01-01T00:00:00.000Z' };
    for (const notification of [...notifications, notificationOf(end)]) {
      const { url, body } = alertmanager.requestOf(notification, { url: second.url }, Date.now() + 60_000);
      await second.post(new URL(url).pathname, JSON.parse(body));
    }
  });

  it('shows a drill as a separate alert, which ends by itself', async () => {
    const config = writeConfig('drilled', '1m', [first.url, second.url], address);
    const from = Date.now();
    const { stdout } = await statuswatch(['drill', 'search', '--config', config]);
    expect(stdout).toContain('am accepted 2 alerts\n  ✓ am-2 accepted 2 alerts');
    const message = await first.message(({ alerts }) => alerts.some(({ labels }) => labels.drill === 'true'));
    expect(message.alerts[0]).toMatchObject({ status: 'firing', labels: { service: 'search', deployment: 'drilled' } });
    const [alert] = (await first.alerts()).filter(({ labels }) => labels.drill === 'true');
    expect(Math.round((Date.parse(alert?.endsAt ?? '') - from) / 60_000)).toBe(5);
  });
});
