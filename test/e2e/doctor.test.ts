/**
 * Tests of `statuswatch doctor` on a stack that is deployed to an emulated AWS and then broken piece by piece. Resources that moto skips are
 * made from the stack's template; a server in front of it answers invocations, and says which subscriptions are pending or gone.
 */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CloudWatchClient, DeleteAlarmsCommand, PutMetricAlarmCommand } from '@aws-sdk/client-cloudwatch';
import { GetScheduleCommand, SchedulerClient, UpdateScheduleCommand } from '@aws-sdk/client-scheduler';
import { CreateSecretCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { type FrontCall, type FrontOfAws, jsonAnswer, startFrontOfAws } from '../support/aws/front-of-aws';
import { type LambdaProcess, startLambda } from '../support/aws/lambda-process';
import { awsEnvironment, describeOnAws, pointAwsTo } from '../support/aws/moto';
import { reportText } from '../support/http/asking';
import { closedPort, type RunningServer, startHttp } from '../support/http/servers';
import { statuswatch } from '../support/laptop/command-line';
import { cdk } from './cdk-cli';
import { deployedFunction } from './deployed';
import { makeSkippedResources, type SkippedResources } from './skipped-resources';
import { unpackInto } from './unzip';

const NAME = 'ward';
const TOKEN = 'hunter2-is-the-token';
const SECRET = 'ward/hook';
const ADDRESS = 'http://a.samples.internal';

const configText = (timeout: string) =>
  [
    `name: ${NAME}`,
    `timeout: ${timeout}`,
    `headers: { X-Token: ${TOKEN} }`,
    'alerts:',
    '  subscriptions:',
    '    - { email: all@a.test }',
    '    - { email: some@a.test, services: [a], events: [opened] }',
    `  receivers: [{ id: hook, webhook: { url: { secret: ${SECRET} } } }]`,
    `services: [{ id: a, baseUrl: "${ADDRESS}" }]`,
  ].join('\n');

describeOnAws('the doctor', (aws) => {
  const folder = mkdtempSync(join(tmpdir(), 'statuswatch-e2e-'));
  const configFile = join(folder, 'statuswatch.yaml');
  let front: FrontOfAws;
  let service: RunningServer;
  let checker: LambdaProcess;
  let made: SkippedResources;
  /** The addresses that are pending or gone. */
  let losses: Readonly<Record<string, 'PendingConfirmation' | 'gone'>> = {};
  let denied: (call: FrontCall) => boolean = () => false;

  const ask = (args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) =>
    statuswatch(['doctor', '--deployed', NAME, '--config', configFile, ...args], {
      env: { ...awsEnvironment(front.url), HOME: folder, ...env },
    });
  /** Returns the findings that are not ok: mark, subject and text. */
  async function faults(): Promise<{ exitCode: number | null; found: string[]; fix: string[] }> {
    const { stdout, exitCode } = await ask(['--json']);
    const { findings } = JSON.parse(stdout) as { findings: Record<'mark' | 'about' | 'text', string>[] };
    const found = findings
      .filter(({ mark }) => mark !== 'ok')
      .map(({ mark, about, text }) => `${mark} ${about}: ${text}`);
    const fix = (findings as unknown as { fix: string[] }[]).flatMap((each) => each.fix);
    return { exitCode, found, fix };
  }

  beforeAll(async () => {
    service = await startHttp((_, response) => response.end(reportText({ service: 'a' })));
    writeFileSync(configFile, configText('2s'));
    pointAwsTo(aws().url);
    const secrets = new SecretsManagerClient();
    await secrets.send(new CreateSecretCommand({ Name: SECRET, SecretString: 'https://hooks.samples.internal/' }));
    const surroundings = { awsUrl: aws().url, configFile, folder };
    await cdk(['bootstrap'], surroundings);
    await cdk(['deploy', '--require-approval', 'never'], surroundings);
    made = await makeSkippedResources(NAME);

    const { configuration, code } = await deployedFunction(aws().url, `${NAME}-checker`);
    const { file } = unpackInto(join(folder, 'checker'), code, (text) => text.replaceAll(ADDRESS, service.url()));
    checker = startLambda(file, { ...configuration.Environment?.Variables, ...awsEnvironment(aws().url) });

    front = await startFrontOfAws(aws().url);
    front.answer((call, pass) => {
      if (denied(call)) return Promise.resolve({ denied: true });
      if (call.path.endsWith('/invocations')) {
        // There is no name server here: the function has the address instead of the name.
        const answerOf = (invoked: object) => JSON.stringify(invoked).replaceAll(service.url(), ADDRESS);
        return checker
          .invoke(JSON.parse(call.body))
          .then((invoked) => jsonAnswer(JSON.parse(answerOf(invoked)).result));
      }
      if (call.action !== 'ListSubscriptionsByTopic') return null;
      return pass().then(({ body, ...answer }) => ({
        ...answer,
        body: Buffer.from(withLosses(body.toString('utf8'))),
      }));
    });
  }, 300_000);
  afterAll(async () => {
    await Promise.all([checker?.kill(), front?.stop(), service?.stop()]);
    rmSync(folder, { recursive: true });
  });
  afterEach(() => {
    losses = {};
    denied = () => false;
    writeFileSync(configFile, configText('2s'));
  });

  function withLosses(xml: string): string {
    return xml.replace(/<member>.*?<\/member>/gs, (member) => {
      const loss = losses[/<Endpoint>(.*?)<\/Endpoint>/.exec(member)?.[1] ?? ''];
      if (loss === 'gone') return '';
      return loss === undefined ? member : member.replace(/<SubscriptionArn>.*?</, `<SubscriptionArn>${loss}<`);
    });
  }

  it('notices that the function has never run', async () => {
    const { exitCode, found } = await faults();
    expect([exitCode, found]).toEqual([1, ['failed runs: the function has not run, or sent no metrics, for 7 min']]);
  });

  it('finds everything ok after a run', async () => {
    expect(await checker.invoke()).toMatchObject({ outcome: 'resolved', result: { checked: 1 } });
    const { stdout, stderr, exitCode } = await ask();
    expect(stderr).toBe('');
    expect(stdout.split('\n')).toEqual([
      expect.stringMatching(/^ {2}✓ runs {7}the function has run within \d min/),
      '  ✓ schedule   the schedule is enabled',
      '  ✓ account    the account may run 1,000 invocations at once without a reservation',
      '  ✓ addresses  all 2 addresses are confirmed',
      '  ✓ alarms     all 9 alarms about the checker notify people',
      `  ✓ receiver   sns: nothing sent to it is recorded ("statuswatch drill --deployed ${NAME}" tries it)`,
      `  ✓ receiver   hook: nothing sent to it is recorded ("statuswatch drill --deployed ${NAME}" tries it)`,
      '  ✓ secrets    all secrets of the config exist',
      '  ✓ table      the table answers',
      `  ✓ config     the deployed config is ${configFile}`,
      '',
      '  10 ok',
      '',
    ]);
    expect(exitCode).toBe(0);
  });

  it('names addresses that are gone or pending, with the command for each topic', async () => {
    losses = { 'all@a.test': 'gone', 'some@a.test': 'PendingConfirmation' };
    const { exitCode, found, fix } = await faults();
    expect(exitCode).toBe(1);
    expect(found.map((line) => line.replace(/ \(.*\)/, ''))).toEqual([
      'failed address: all@a.test is gone: it does not get alerts',
      'failed address: some@a.test is pending: it does not get alerts',
      'failed address: some@a.test is pending: it does not get the alarms about the checker',
    ]);
    expect(fix[0]).toContain('--revert-drift');
    const commands = fix.filter((line) => line.startsWith('aws sns subscribe'));
    const { alerts, checker: checkerTopic } = made.topicArns;
    expect(commands.map((line) => /--topic-arn (\S+)/.exec(line)?.[1])).toEqual([alerts, checkerTopic]);
    expect(commands[0]).toContain(JSON.stringify({ service: ['a'], event: ['opened'] }).replaceAll('"', '\\"'));
  });

  it('notices a disabled schedule', async () => {
    const scheduler = new SchedulerClient();
    const [Name = ''] = made.scheduleNames;
    const { GroupName, ScheduleExpression, FlexibleTimeWindow, Target } = await scheduler.send(
      new GetScheduleCommand({ Name, GroupName: NAME }),
    );
    const set = (State: 'ENABLED' | 'DISABLED') =>
      scheduler.send(
        new UpdateScheduleCommand({ Name, GroupName, ScheduleExpression, FlexibleTimeWindow, Target, State }),
      );
    await set('DISABLED');
    const { exitCode, found, fix } = await faults();
    await set('ENABLED');
    expect([exitCode, found]).toEqual([1, [`failed schedule: disabled in the group ${NAME}: ${Name}`]]);
    expect(fix.join()).toContain('--revert-drift');
  });

  it('notices alarms that are missing, have no action, or are disabled', async () => {
    const cloudwatch = new CloudWatchClient();
    const [failing, throttled, letters] = ['checker failing', 'checker throttled', 'dead letters'].map(
      (each) => `${NAME}: ${each}`,
    );
    const how = {
      Namespace: 'n',
      MetricName: 'm',
      Statistic: 'Sum',
      Period: 60,
      EvaluationPeriods: 1,
      Threshold: 1,
    } as const;
    const put = (AlarmName: string | undefined, AlarmActions: string[], ActionsEnabled = true) =>
      cloudwatch.send(
        new PutMetricAlarmCommand({
          AlarmName,
          AlarmActions,
          ActionsEnabled,
          ...how,
          ComparisonOperator: 'GreaterThanThreshold',
        }),
      );
    const topics = Object.values(made.topicArns);
    await cloudwatch.send(new DeleteAlarmsCommand({ AlarmNames: [failing ?? ''] }));
    await put(throttled, []);
    await put(letters, topics, false);
    const { exitCode, found, fix } = await faults();
    await Promise.all([failing, throttled, letters].map((name) => put(name, topics)));
    expect([exitCode, found]).toEqual([
      1,
      [
        `failed alarms: missing: ${failing}`,
        `failed alarms: their actions are disabled: ${letters}`,
        `failed alarms: without an action that notifies people: ${throttled}`,
      ],
    ]);
    expect(fix).toContain(`aws cloudwatch enable-alarm-actions --region us-east-1 --alarm-names '${letters}'`);
  });

  it('shows the differences of the file here, but no value of a header', async () => {
    writeFileSync(configFile, configText('3s').replace('events: [opened]', 'events: [opened, resolved]'));
    const { stdout, exitCode } = await ask();
    expect(exitCode).toBe(1);
    expect(stdout).toContain(`✕ config     the deployed config is not ${configFile} (here → deployed)\n`);
    expect(stdout).toMatch(/^ +services\.a\.timeout: 3s → 2s$/m);
    expect(stdout).toMatch(/^ +alerts\.subscriptions\.some@a\.test\.events: \["opened","resolved"\] → \["opened"\]$/m);
    expect(stdout).not.toContain(TOKEN);
    writeFileSync(configFile, configText('2s').replace(TOKEN, 'another-t0ken'));
    expect((await faults()).fix[0]).toMatch(/^The differences are hidden: /);
  });

  it('names a missing permission, and checks everything else', async () => {
    denied = ({ action, path }) => action === 'ListSubscriptionsByTopic' || path === 'GET /schedules';
    const { exitCode, found, fix } = await faults();
    expect([exitCode, found]).toEqual([
      3,
      [
        'unknown schedule: not checked: you are not allowed scheduler:ListSchedules',
        'unknown addresses: not checked: you are not allowed sns:ListSubscriptionsByTopic',
      ],
    ]);
    expect(fix[0]).toContain('Allow scheduler:ListSchedules');
    denied = ({ path }) => path.includes('/functions/');
    const { stderr, exitCode: none } = await ask();
    expect([none, stderr]).toEqual([
      2,
      expect.stringMatching(
        /a permission is missing: lambda:GetFunctionConfiguration: .*doctor --deployed ward --policy"/s,
      ),
    ]);
  });

  it('says that there is no such deployment in another region', async () => {
    const { stdout, stderr, exitCode } = await ask(['--region', 'eu-west-1']);
    expect([stdout, exitCode]).toEqual(['', 2]);
    expect(stderr).toContain(`statuswatch: there is no function ${NAME}-checker in eu-west-1: `);
  });

  it('exits with 75 and the refused address without AWS', async () => {
    const port = await closedPort();
    const { stderr, exitCode } = await ask([], { AWS_ENDPOINT_URL: `http://localhost:${port}` });
    expect([stderr, exitCode]).toEqual([
      expect.stringContaining("statuswatch: AWS can't be reached in us-east-1: "),
      75,
    ]);
    expect(stderr).toContain(`ECONNREFUSED`);
  });
});
