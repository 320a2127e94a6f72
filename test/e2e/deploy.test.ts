/**
 * The whole way, on an emulated AWS: the real `cdk bootstrap`, `deploy` and `destroy`, and between them the deployed
 * code, run as Lambda would, through an outage and its end. Each test goes on where the one before has ended.
 *
 * Left out, because moto skips it: alarms, schedules, subscriptions of the template, the topic's policy, and what the
 * roles permit. Schedule and filters are taken from the deployed template; nobody but this test runs the function.
 */

import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import {
  CloudWatchClient,
  GetDashboardCommand,
  GetMetricDataCommand,
  ListMetricsCommand,
} from '@aws-sdk/client-cloudwatch';
import { CreateSecretCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { openTable } from '../../lambda/adapters/table/open-table';
import { createStateReader } from '../../lambda/adapters/table/state-reader';
import { ENVIRONMENT } from '../../lambda/core/invoke/invocation';
import { METRICS, NAMESPACE } from '../../lambda/core/metrics/metrics';
import { unsentAlerts } from '../../lambda/core/notify/unsent-alerts';
import { readState } from '../../lambda/core/state/stored-state';
import type { Fault } from '../../local/sample/sample-faults';
import { SAMPLE_IDS, type SampleId, type SampleService, startSampleServices } from '../../local/sample/sample-services';
import { alertsIn, type Inbox, subscribeInbox } from '../support/aws/inbox';
import { type LambdaProcess, startLambda } from '../support/aws/lambda-process';
import { awsEnvironment, describeOnAws, pointAwsTo } from '../support/aws/moto';
import { type CdkSurroundings, cdk } from './cdk-cli';
import { deployedFunction, deployedResources, remainsOf, type TemplateResource } from './deployed';
import { unpackInto } from './unzip';

const NAME = 'e2e';
const SECRET_TEXT = 'hunter2-is-the-token';
const HOUR_MS = 3_600_000;

/** Where a deployment finds a sample service: it takes no address of loopback. */
function nameOf({ id, baseUrl }: SampleService): string {
  const url = new URL(baseUrl);
  return `http://${id}.samples.internal:${url.port}`;
}

const HEADERS = 'headers: { X-Status-Token: { secret: e2e/status-token, key: token } }';

function configText(
  services: readonly SampleService[],
  urlOf: (service: SampleService) => string,
  headers = HEADERS,
): string {
  return [
    `name: ${NAME}`,
    'deploy: { table: delete }',
    'interval: 1m',
    'timeout: 1s',
    'retry: { attempts: 1 }',
    'environment: sample',
    headers,
    'alerts:',
    '  failureThreshold: 1',
    '  groupFrom: 3',
    '  successThreshold: 2',
    '  subscriptions:',
    '    - { email: oncall@statuswatch.internal, services: [payment-service], events: [resolved] }',
    'services:',
    ...services.map(
      (service) => `  - { id: ${service.id}, baseUrl: "${urlOf(service)}", origin: "https://shop.internal" }`,
    ),
    '',
  ].join('\n');
}

describeOnAws('a deployment', (aws) => {
  const folder = mkdtempSync(join(tmpdir(), 'statuswatch-e2e-'));
  const start = Date.now();
  let services: readonly SampleService[] = [];
  let surroundings: CdkSurroundings;
  let resources: readonly TemplateResource[] = [];
  let variables: Readonly<Record<string, string>> = {};
  let checker: LambdaProcess;
  let widget: LambdaProcess<string>;
  let everything: Inbox;
  let mailbox: Inbox;

  const setFault = (id: SampleId, fault: Fault | null) => services[SAMPLE_IDS.indexOf(id)]?.setFault(fault);
  const resourceOf = (type: string) => {
    const [resource, ...more] = resources.filter(({ Type }) => Type === type);
    if (!resource || more.length > 0) throw new Error(`expected one ${type}, not ${more.length + (resource ? 1 : 0)}`);
    return resource.Properties;
  };
  /** As the schedule would. */
  const run = async () => {
    const { Target } = resourceOf('AWS::Scheduler::Schedule') as { Target: { Input: string } };
    return checker.invoke(JSON.parse(Target.Input));
  };
  /** The text of the dashboard's widget, and the status of each service in it. */
  const draw = async (event: object = { widgetContext: { theme: 'light' } }) => {
    const drawn = await widget.invoke(event);
    if (drawn.outcome !== 'resolved') throw new Error(JSON.stringify(drawn));
    const html = drawn.result;
    const rows = [...html.matchAll(/<tr><td>. ([a-z ]+)<\/td><td>([^<]+)</g)];
    return { html, statuses: Object.fromEntries(rows.map(([, status, id]) => [id, status])) };
  };
  const load = async (name: string) => {
    const { configuration, code } = await deployedFunction(aws().url, name);
    // What a name server would answer is put in place of each name.
    const resolved = (text: string) =>
      services.reduce((found, each) => found.replaceAll(nameOf(each), each.baseUrl), text);
    const { file, names, text } = unpackInto(join(folder, name), code, resolved);
    expect(names).toEqual(expect.arrayContaining(['config.json', 'index.js', 'services-0.json']));
    return { configuration, code, file, text, variables: configuration.Environment?.Variables ?? {} };
  };
  const states = () =>
    createStateReader(openTable(variables[ENVIRONMENT.table] ?? '', NAME, process.env))(
      [...SAMPLE_IDS].sort(),
      Date.now(),
    );

  beforeAll(async () => {
    services = await startSampleServices(0);
    const configFile = join(folder, 'statuswatch.yaml');
    writeFileSync(configFile, configText(services, nameOf));
    surroundings = { awsUrl: aws().url, configFile, folder };
    pointAwsTo(aws().url);
    const SecretString = JSON.stringify({ token: SECRET_TEXT });
    await new SecretsManagerClient().send(new CreateSecretCommand({ Name: 'e2e/status-token', SecretString }));
  });
  afterAll(async () => {
    await Promise.all([checker, widget].map((each) => (each?.isAlive() ? each.kill() : undefined)));
    await Promise.all(services.map((service) => service.stop()));
    rmSync(folder, { recursive: true });
  });

  it('begins in an empty account', async () => {
    for (const names of Object.values(await remainsOf(NAME, aws().url))) expect(names).toEqual([]);
    // A fresh clone has addresses of example.com.
    expect(await cdk(['bootstrap'], { ...surroundings, configFile: 'statuswatch.yaml' })).toMatch(
      /Environment aws:\/\/123456789012\/us-east-1 bootstrapped/,
    );
    expect(await cdk(['deploy', '--require-approval', 'never'], surroundings)).toMatch(/✅ +e2e/);
    const { Stacks } = await new CloudFormationClient().send(new DescribeStacksCommand({ StackName: NAME }));
    expect(Stacks?.[0]?.StackStatus).toBe('CREATE_COMPLETE');
    for (const names of Object.values(await remainsOf(NAME, aws().url))) expect(names).not.toEqual([]);
    resources = await deployedResources(NAME);
  }, 300_000);

  it('deploys the checker with its config and all resources', async () => {
    const { configuration, code, file, text, ...its } = await load(`${NAME}-checker`);
    expect(configuration).toMatchObject({
      Runtime: 'nodejs24.x',
      Handler: 'index.handler',
      CodeSha256: createHash('sha256').update(code).digest('base64'),
    });
    for (const service of services) expect(text).toContain(nameOf(service));
    expect(text).not.toContain(SECRET_TEXT);
    expect(text).toContain('oncall@statuswatch.internal');

    variables = its.variables;
    // It has no Slack.
    const { slackChannel, ...wanted } = ENVIRONMENT;
    expect(variables).not.toHaveProperty(slackChannel);
    expect(Object.keys(variables)).toEqual(expect.arrayContaining(Object.values(wanted)));
    checker = startLambda(file, { ...variables, ...awsEnvironment(aws().url) });
    const topic = variables[ENVIRONMENT.topicArn] ?? '';
    everything = await subscribeInbox(topic, 'inbox');
    const subscriptions = resources.filter(({ Type }) => Type === 'AWS::SNS::Subscription');
    const [FilterPolicy] = subscriptions.flatMap(({ Properties }) => Properties.FilterPolicy ?? []);
    mailbox = await subscribeInbox(topic, 'mailbox', { FilterPolicy: JSON.stringify(FilterPolicy) });
  });

  it('deploys the widget, with the services but no headers', async () => {
    const { configuration, file, text, variables: its } = await load(`${NAME}-widget`);
    expect(configuration).toMatchObject({ Runtime: 'nodejs24.x', Handler: 'index.handler', Timeout: 10 });
    expect(its).toEqual({ [ENVIRONMENT.table]: variables[ENVIRONMENT.table] });
    for (const service of services) expect(text).toContain(nameOf(service));
    for (const hidden of ['X-Status-Token', 'e2e/status-token', SECRET_TEXT, 'oncall@statuswatch.internal'])
      expect(text).not.toContain(hidden);
    widget = startLambda(file, { ...its, ...awsEnvironment(aws().url) });
    expect((await draw({ describe: true })).html).toBe('The services of e2e. The widget has no parameters.');
  });

  it('finds all six services healthy', async () => {
    expect(await run()).toMatchObject({ outcome: 'resolved', result: { checked: 6, healthy: 6, failures: [] } });
    expect(await everything.take()).toEqual([]);
    expect((await states()).map(({ service }) => service)).toEqual([...SAMPLE_IDS].sort());
    expect((await draw()).statuses).toEqual(Object.fromEntries(SAMPLE_IDS.map((id) => [id, 'healthy'])));
  });

  it('notifies of an outage at once and only once', async () => {
    await Promise.all([setFault('payment-service', '503'), setFault('user-service', 'refuse')]);
    expect(await run()).toMatchObject({ outcome: 'resolved', result: { checked: 6, healthy: 4, failures: [] } });
    expect(await run()).toMatchObject({ outcome: 'resolved', result: { healthy: 4, alertsSent: [] } });
    const alerts = (await everything.take()).flatMap(alertsIn);
    expect(alerts.map(({ event, service, reason }) => [event, service.id, reason]).sort()).toEqual([
      ['opened', 'payment-service', 'http_503'],
      ['opened', 'user-service', 'connection_refused'],
    ]);
    for (const { links, drill, possiblyRepeated } of alerts) {
      expect(links.dashboard).toBe(variables[ENVIRONMENT.dashboardUrl]);
      expect([drill, possiblyRepeated]).toEqual([false, false]);
    }
    const verdicts = checker.log.filter(({ event }) => event === 'verdict');
    expect(verdicts.map(({ service }) => service).sort()).toEqual([
      'payment-service',
      'payment-service',
      'user-service',
      'user-service',
    ]);
  });

  it('shows the outage on its dashboard', async () => {
    const { html, statuses } = await draw();
    expect(html).toContain('2 of 6 down: ');
    expect(statuses).toMatchObject({ 'payment-service': 'down', 'user-service': 'down', 'invoice-service': 'healthy' });
    expect(html).toContain('HTTP 503');
  });

  it('notifies of the recovery after two healthy runs, and a filtered mailbox of its events', async () => {
    await Promise.all([setFault('payment-service', null), setFault('user-service', null)]);
    expect(await run()).toMatchObject({ outcome: 'resolved', result: { healthy: 6, alertsSent: [] } });
    expect((await draw()).statuses).toMatchObject({ 'payment-service': 'recovering', 'user-service': 'recovering' });
    expect(await run()).toMatchObject({ outcome: 'resolved', result: { healthy: 6, failures: [] } });
    const alerts = (await everything.take()).flatMap(alertsIn);
    expect(alerts.map(({ event, service }) => [event, service.id]).sort()).toEqual([
      ['resolved', 'payment-service'],
      ['resolved', 'user-service'],
    ]);
    for (const { openedAt, resolvedAt } of alerts) {
      expect(Date.parse(openedAt)).toBeGreaterThanOrEqual(start);
      expect(Date.parse(resolvedAt ?? '')).toBeGreaterThan(Date.parse(openedAt));
    }
    expect((await mailbox.take()).flatMap(alertsIn)).toEqual(
      alerts.filter(({ service }) => service.id === 'payment-service'),
    );
    for (const { service, state } of await states()) {
      const known = readState(state);
      if (known === null) throw new Error(`the state of ${service} makes no sense`);
      const ends = ['payment-service', 'user-service'].includes(service) ? ['well'] : [];
      expect([service, known.incidents.map(({ over }) => over?.why)]).toEqual([service, ends]);
      expect(unsentAlerts(known)).toEqual([]);
    }
  });

  it('shows the recovery on its dashboard', async () => {
    expect((await draw()).html).toContain('6 of 6 healthy');
    expect(widget.log).toEqual([]);
  });

  it('sends metrics', async () => {
    const sum = async (MetricName: string, Stat: string, dimensions: Readonly<Record<string, string>>) => {
      const Dimensions = Object.entries({ Deployment: NAME, ...dimensions }).map(([Name, Value]) => ({ Name, Value }));
      const MetricStat = { Metric: { Namespace: NAMESPACE, MetricName, Dimensions }, Period: 60, Stat };
      const { MetricDataResults } = await new CloudWatchClient().send(
        new GetMetricDataCommand({
          MetricDataQueries: [{ Id: 'm', MetricStat }],
          StartTime: new Date(start - HOUR_MS),
          EndTime: new Date(Date.now() + HOUR_MS),
        }),
      );
      return (MetricDataResults?.[0]?.Values ?? []).reduce((total, value) => total + value, 0);
    };
    const Service = 'payment-service';
    expect(await sum(METRICS.healthy, 'SampleCount', { Service })).toBe(5);
    expect(await sum(METRICS.healthy, 'Sum', { Service })).toBe(3);
    expect(await sum(METRICS.failures, 'Sum', { Service, Verdict: 'unhealthy' })).toBe(2);
    // A busy machine blocks the checker: a check that was blocked for most of its time has no response time.
    const answered = await sum(METRICS.responseTime, 'SampleCount', { Service });
    const unreachable = await sum(METRICS.responseTime, 'SampleCount', { Service: 'user-service' });
    expect([answered > 2, answered <= 5, unreachable > 0, unreachable <= 3]).toEqual([true, true, true, true]);
    expect(await sum(METRICS.healthy, 'Sum', { Service: 'invoice-service' })).toBe(5);
    expect(await sum(METRICS.servicesChecked, 'Sum', {})).toBe(30);
    expect(await sum(METRICS.servicesHealthy, 'Sum', {})).toBe(26);
  });

  it('shows only sent metrics on its dashboard', async () => {
    const client = new CloudWatchClient();
    const { DashboardBody = '' } = await client.send(new GetDashboardCommand({ DashboardName: `${NAME}-us-east-1` }));
    const { widgets } = JSON.parse(DashboardBody) as { widgets: { properties: { metrics?: unknown[][] } }[] };
    const drawn = widgets
      .flatMap(({ properties }) => properties.metrics ?? [])
      .map((metric) => metric.filter((part) => typeof part === 'string').join(' '))
      .filter((metric) => metric.startsWith(NAMESPACE) && !metric.includes('PICKED_SERVICE'));
    const { Metrics = [] } = await client.send(new ListMetricsCommand({ Namespace: NAMESPACE }));
    const sent = Metrics.map(({ MetricName, Dimensions = [] }) =>
      [NAMESPACE, MetricName, ...Dimensions.flatMap(({ Name, Value }) => [Name, Value])].join(' '),
    );
    // Certificates have no days here, where nothing is encrypted.
    const expected = drawn.filter((metric) => !metric.includes(METRICS.certificateDaysLeft));
    expect(new Set(expected).size).toBeGreaterThan(6 * 5);
    expect(sent).toEqual(expect.arrayContaining(expected));
  });

  it('sends a drill like real alerts, and leaves only those', async () => {
    const before = await states();
    expect(await checker.invoke({ drill: 'payment-service' })).toMatchObject({ result: { kind: 'drill' } });
    const alerts = (await everything.take()).flatMap(alertsIn);
    expect(alerts.map(({ event, drill, summary }) => [event, drill, summary.slice(0, 22)])).toEqual([
      ['opened', true, 'DRILL: payment-service'],
      ['resolved', true, 'DRILL: payment-service'],
    ]);
    expect(await mailbox.take()).toHaveLength(1);
    expect(await states()).toEqual(before);
    expect(await checker.invoke({ drill: 'payments' })).toMatchObject({
      outcome: 'resolved',
      result: { kind: 'refused', faults: [expect.stringContaining('user-service, ')] },
    });
  });

  it('never shows the secret', async () => {
    expect(checker.log.length).toBeGreaterThan(5);
    for (const kept of [checker.log, await draw(), await states(), resources])
      expect(JSON.stringify(kept)).not.toContain('hunter2');
  });

  it('leaves nothing when destroyed, also with an unfinished config, which deploys nothing', async () => {
    const configFile = join(folder, 'unfinished.yaml');
    writeFileSync(configFile, `name: ${NAME}\nservices: [{ id: payment-service, baseUrl: https://pay.example.com }]\n`);
    const unfinished = { ...surroundings, configFile };
    await expect(cdk(['deploy', '--require-approval', 'never'], unfinished)).rejects.toThrow(
      `${configFile}:2:44  services[0].baseUrl is "https://pay.example.com"`,
    );
    expect(await cdk(['destroy', '--force'], unfinished)).toMatch(/✅ +e2e: destroyed/);
    for (const [kind, names] of Object.entries(await remainsOf(NAME, aws().url)))
      expect([kind, names]).toEqual([kind, []]);
  });
});
