/**
 * `statuswatch verify` on the emulated AWS, with the deployed code of the checker, whose runs follow each other as fast as they can. What moto
 * lacks is answered by a server in front of it: it keeps an alarm in the state that it was put into and sends no message, so the server does
 * both as CloudWatch would; it holds no queue back for a minute after it was deleted; it lets whoever has any key do anything, so the
 * permissions are those of the calls that were seen; and mails, Slack and people are not there, so the codes are in other tests.
 */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CloudWatchClient, PutMetricAlarmCommand, SetAlarmStateCommand } from '@aws-sdk/client-cloudwatch';
import { CreateSecretCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import {
  CreateTopicCommand,
  ListSubscriptionsByTopicCommand,
  PublishCommand,
  SNSClient,
  SubscribeCommand,
} from '@aws-sdk/client-sns';
import { ListQueuesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { openTable } from '../../lambda/adapters/table/open-table';
import { createSilenceAndDrillReader, createSilenceTable } from '../../lambda/adapters/table/silence-table';
import { createStateReader } from '../../lambda/adapters/table/state-reader';
import { configHash } from '../../lambda/core/config/config-hash';
import { ENVIRONMENT } from '../../lambda/core/invoke/invocation';
import { checkerTitles, PAGE_ALARM_TITLES } from '../../lambda/core/message/forms/alarm-text';
import { isDoneWith } from '../../lambda/core/state/retired';
import { readState } from '../../lambda/core/state/stored-state';
import { DRILL } from '../../lambda/core/words/ids';
import { verifyPolicy } from '../../local/doctor/policy';
import type { Verification } from '../../local/doctor/reports';
import { configFrom } from '../../local/input/load-config';
import { type FrontCall, type FrontOfAws, jsonAnswer, startFrontOfAws } from '../support/aws/front-of-aws';
import { alertsIn, type Inbox, subscribeInbox } from '../support/aws/inbox';
import { checkerCode, type LambdaProcess, startLambda } from '../support/aws/lambda-process';
import { ACCOUNT, awsEnvironment, describeOnAws, pointAwsTo, REGION } from '../support/aws/moto';
import { createStateTable } from '../support/aws/state-table';
import { deployable } from '../support/aws/synthesis';
import { reportText } from '../support/http/asking';
import { makeCertificates } from '../support/http/certificates';
import { type RunningServer, startHttp, startHttps } from '../support/http/servers';
import { inOwnProcess, start } from '../support/laptop/command-line';

const NAME = 'proof';
const SILENT = `${NAME}: checker silent`;
const RUN_EVERY_MS = 400;
const FUNCTION = `arn:aws:lambda:${REGION}:${ACCOUNT}:function:${NAME}-checker`;
const ADDRESSES = ['http://cart.samples.internal', 'http://mail.samples.internal'] as const;
const PAGE = '<form method="post" action="/unlock"></form>';

const configText = (cart: string, mail: string, hook: string) =>
  [
    `name: ${NAME}`,
    'retry: { attempts: 1 }',
    'page: { token: { secret: proof/page } }',
    'alerts:',
    '  subscriptions: [{ email: oncall@a.test }, { email: other@a.test, services: [mail] }]',
    '  receivers:',
    `    - { id: hook, webhook: { url: ${hook} } }`,
    `    - { id: mail-only, services: [mail], webhook: { url: ${hook} } }`,
    `services: [{ id: cart, baseUrl: "${cart}" }, { id: mail, baseUrl: "${mail}" }]`,
  ].join('\n');

describeOnAws('verify', (aws) => {
  const folder = mkdtempSync(join(tmpdir(), 'statuswatch-verify-'));
  const configFile = join(folder, 'statuswatch.yaml');
  const table = () => openTable(NAME, NAME, process.env);
  let front: FrontOfAws;
  let cart: RunningServer;
  let mail: RunningServer;
  let hook: RunningServer;
  let page: RunningServer;
  let checker: LambdaProcess;
  let topicArn = '';
  let topics: string[] = [];
  let inbox: Inbox;
  let isHookAway = false;
  /** The action that the command may not call. */
  let denied: string | null = null;
  let calls: FrontCall[] = [];
  /** Ends the command once a call of this action is done, before it has its answer. */
  let killAfter: { readonly action: string; readonly kill: () => void } | null = null;
  let schedule: { stop(): Promise<void> };

  const args = (...more: readonly string[]) => ['verify', '--deployed', NAME, '--config', configFile, ...more];
  const env = () => ({ ...awsEnvironment(front.url), HOME: folder });
  const run = (...more: readonly string[]) => inOwnProcess(args(...more), { env: env() });
  const prove = async (...more: readonly string[]) => {
    const { stdout, stderr, exitCode } = await run('--json', ...more);
    const verification = JSON.parse(stdout || 'null') as Verification | null;
    const proofs = (verification?.findings ?? []).map(({ mark, about, text }) => `${mark} ${about}: ${text}`);
    return { exitCode, stderr, verification, proofs };
  };
  /** All that a verification can leave in an account. */
  const remains = async () => {
    const { QueueUrls = [] } = await new SQSClient().send(
      new ListQueuesCommand({ QueueNamePrefix: `${NAME}-verify-` }),
    );
    const { Subscriptions = [] } = await new SNSClient().send(
      new ListSubscriptionsByTopicCommand({ TopicArn: topicArn }),
    );
    const { drill } = await createSilenceAndDrillReader(table())(Date.now());
    const ours = Subscriptions.filter(({ Endpoint = '' }) => Endpoint.includes(`${NAME}-verify-`));
    return { queues: QueueUrls.length, subscriptions: ours.length, drill };
  };
  const NOTHING = { queues: 0, subscriptions: 0, drill: null };

  /** As the schedule would. */
  function startSchedule() {
    let isOver = false;
    const loop = (async () => {
      while (!isOver) {
        await checker.invoke({});
        await new Promise((resolve) => setTimeout(resolve, RUN_EVERY_MS));
      }
    })();
    return {
      stop: async () => {
        isOver = true;
        await loop;
      },
    };
  }

  beforeAll(async () => {
    pointAwsTo(aws().url);
    cart = await startHttp((_, response) => response.end(reportText({ service: 'cart' })));
    mail = await startHttp((_, response) => response.end(reportText({ service: 'mail' })));
    const { valid, ca } = await makeCertificates();
    const caFile = join(folder, 'ca.pem');
    writeFileSync(caFile, ca);
    hook = await startHttps(valid, (_, response) => response.writeHead(isHookAway ? 401 : 200).end());
    page = await startHttp((_, response) => response.writeHead(403).end(PAGE));
    writeFileSync(configFile, configText(...ADDRESSES, '{ secret: proof/hook }'));
    await createStateTable(NAME);
    const { TopicArn = '' } = await new SNSClient().send(new CreateTopicCommand({ Name: NAME }));
    topicArn = TopicArn;
    inbox = await subscribeInbox(topicArn, 'everything');
    topics = [topicArn, (await new SNSClient().send(new CreateTopicCommand({ Name: `${NAME}-c` }))).TopicArn ?? ''];
    const subscribe = (TopicArn: string | undefined, Endpoint: string) =>
      new SNSClient().send(new SubscribeCommand({ TopicArn, Protocol: 'email', Endpoint }));
    await subscribe(topicArn, 'oncall@a.test');
    for (const topic of topics) await subscribe(topic, 'other@a.test');
    for (const Name of ['proof/hook', 'proof/page'])
      await new SecretsManagerClient().send(
        new CreateSecretCommand({ Name, SecretString: 'b4f1c09e7d2a8356b4f1c09e7d2a8356' }),
      );
    const how = { ComparisonOperator: 'LessThanThreshold', EvaluationPeriods: 1, Period: 60, Threshold: 1 } as const;
    for (const title of [...checkerTitles(1), ...Object.values(PAGE_ALARM_TITLES)]) {
      const alarm = { AlarmName: `${NAME}: ${title}`, AlarmActions: topics, ActionsEnabled: true };
      const metric = { MetricName: 'x', Namespace: 'x', Statistic: 'Sum' } as const;
      await new CloudWatchClient().send(new PutMetricAlarmCommand({ ...alarm, ...metric, ...how }));
    }
    const config = configFrom(
      '(verify)',
      configText(cart.url(), mail.url(), hook.url('localhost')).replace(/^page:.*\n/m, ''),
      {
        probing: 'all',
      },
    );
    const variables = { [ENVIRONMENT.table]: NAME, [ENVIRONMENT.topicArn]: topicArn };
    checker = startLambda(checkerCode(config, folder), {
      ...awsEnvironment(aws().url),
      ...variables,
      NODE_EXTRA_CA_CERTS: caFile,
    });
    front = await startFrontOfAws(aws().url);
    front.answer(async (call, pass) => {
      calls.push(call);
      if (call.action === denied) return { denied: true };
      if (call.path.endsWith('/configuration')) {
        const deployed = { [ENVIRONMENT.checkerTopicArn]: topics[1] };
        const { config, deployment } = deployable(readFileSync(configFile, 'utf8'));
        const hash = { [ENVIRONMENT.configHash]: configHash(config, deployment) };
        return jsonAnswer({
          FunctionArn: FUNCTION,
          Environment: { Variables: { ...variables, ...deployed, ...hash } },
        });
      }
      if (call.path === 'GET /schedules')
        return jsonAnswer({ Schedules: [{ Name: 'each', State: 'ENABLED', Target: { Arn: FUNCTION } }] });
      if (call.path.endsWith('/url')) return jsonAnswer({ FunctionUrl: page.url() });
      // The front itself answers this.
      if (call.path.endsWith('/account-settings')) return null;
      const answer = await pass();
      if (call.action === 'SetAlarmState') await asCloudWatch(call.body);
      if (call.action === killAfter?.action) {
        killAfter.kill();
        killAfter = null;
      }
      return answer;
    });
    await checker.invoke({});
    schedule = startSchedule();
  });
  afterAll(async () => {
    await schedule?.stop();
    await Promise.all([checker?.kill(), front?.stop(), cart?.stop(), mail?.stop(), hook?.stop(), page?.stop()]);
    rmSync(folder, { recursive: true });
  });
  beforeEach(async () => {
    calls = [];
    isHookAway = false;
    await inbox.take();
  });

  /** The alarm notifies people, and returns to its state. */
  async function asCloudWatch(body: string): Promise<void> {
    const { AlarmName, StateReason } = JSON.parse(body) as Record<string, string>;
    const Message = JSON.stringify({ AlarmName, NewStateValue: 'ALARM', NewStateReason: StateReason });
    await new SNSClient().send(new PublishCommand({ TopicArn: topicArn, Subject: `ALARM: ${AlarmName}`, Message }));
    const back = { AlarmName: SILENT, StateValue: 'OK', StateReason: 'evaluated' } as const;
    await new CloudWatchClient().send(new SetAlarmStateCommand(back));
  }

  it('passes on a working deployment, leaves nothing, and needs exactly the permissions of its policy', async () => {
    const { exitCode, proofs, verification, stderr } = await prove();
    expect(stderr).toContain('waiting for the scheduled runs');
    expect(proofs).toEqual([
      'ok drill: the scheduled runs picked up the drill',
      expect.stringMatching(/^ok opened: the alert "opened" arrived after \d+ s; the limit is 2 min 30 s$/),
      expect.stringMatching(/^ok resolved: the alert "resolved" arrived after \d+ s; /),
      expect.stringMatching(/^ok topic: it accepted the alert and its recovery; /),
      expect.stringMatching(/^ok receiver hook: it accepted the alert and its recovery; /),
      expect.stringMatching(
        /^skipped receiver mail-only: nothing is due to it: its filter excludes the sample service/,
      ),
      'skipped people: nobody was asked for a code: --json',
      expect.stringMatching(/^ok alarm: the message of the alarm "proof: checker silent" arrived after \d+ s$/),
      expect.stringMatching(/^ok runs: the function has run within /),
      'ok schedule: the schedule is enabled',
      expect.stringMatching(/^ok account: /),
      'ok addresses: all 2 addresses are confirmed',
      'ok alarms: all 12 alarms about the checker notify people',
      'ok secrets: all secrets of the config exist',
      expect.stringMatching(/^ok page: .* shows its login$/),
      'ok table: the table answers',
      `ok config: the deployed config is ${configFile}`,
      'ok cleanup: everything that verify created is removed',
    ]);
    expect([exitCode, verification?.passed, verification?.service]).toEqual([0, true, 'sample-service']);
    expect(await remains()).toEqual(NOTHING);
    const alerts = (await inbox.take()).flatMap((body) => (body.includes('AlarmName') ? [] : alertsIn(body)));
    expect(alerts.map(({ event, drill, service: { id } }) => [event, drill, id])).toEqual([
      ['opened', true, 'sample-service'],
      ['resolved', true, 'sample-service'],
    ]);
    await run('--cleanup');
    // The config of the function is that of the file.
    const unused = ['InvokeFunction'];
    const policy = verifyPolicy({ ...deployable(readFileSync(configFile, 'utf8')), region: REGION });
    const allowed = policy.Statement.flatMap(({ Action }) => Action).map((action) => action.replace(/^.*:/, ''));
    const called = [...new Set([...calls.map(nameOf), ...unused])];
    expect(called.sort()).toEqual(allowed.sort());
  });

  it('uses the name and the receivers of a service', async () => {
    const { proofs, verification } = await prove('--service', 'mail', '--no-alarm');
    expect(verification?.service).toBe('mail');
    expect(proofs).toEqual(expect.arrayContaining([expect.stringMatching(/^ok receiver mail-only: it accepted/)]));
    expect(proofs).toContain('skipped alarm: --no-alarm');
  });

  it('names the receiver that refuses', async () => {
    isHookAway = true;
    const child = start(args('--json', '--no-alarm'), { env: env() });
    await child.shows('the recovery has arrived', 'stderr');
    // Its end is never taken: nobody has to wait for it any longer.
    child.child.kill('SIGINT');
    expect((await child.ended).exitCode).toBe(130);
    expect(await remains()).toEqual(NOTHING);
  });

  it.each(['CreateQueue', 'Subscribe', 'PutItem', 'SetAlarmState', 'Unsubscribe', 'DeleteItem', 'DeleteQueue'])(
    'leaves nothing that --cleanup does not find, if it is killed after %s',
    async (action) => {
      const { child, ended } = start(args('--json'), { env: env() });
      killAfter = { action, kill: () => child.kill('SIGKILL') };
      expect((await ended).exitCode).toBeNull();
      const { exitCode, stdout } = await run('--cleanup');
      expect(await remains()).toEqual(NOTHING);
      expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/✓ (removed|nothing is left)/)]);
      expect((await run('--cleanup')).stdout).toBe('  ✓ nothing is left of a verification\n');
      await untilOver();
    },
    120_000,
  );

  it('removes everything at Ctrl-C, and the next runs resolve the drill for notified receivers', async () => {
    const { child, shows, ended } = start(args('--no-alarm'), { env: env() });
    await shows('the alert has arrived', 'stderr');
    child.kill('SIGINT');
    const { exitCode, stderr } = await ended;
    expect(exitCode).toBe(130);
    expect(stderr).toContain('everything that verify created is removed');
    expect(await remains()).toEqual(NOTHING);
    await untilOver();
    const events = (await inbox.take()).flatMap(alertsIn).map(({ event }) => event);
    expect(events).toEqual(['opened', 'resolved']);
  });

  it('is refused during a drill, and while its service is silenced', async () => {
    const { child, shows, ended } = start(args('--no-alarm'), { env: env() });
    await shows('waiting for the scheduled runs', 'stderr');
    const second = await run();
    expect([second.exitCode, second.stderr]).toEqual([75, expect.stringContaining('a drill of proof is running')]);
    child.kill('SIGINT');
    await ended;
    const silence = { id: 's', services: ['mail'], from: Date.now(), until: Date.now() + 60_000, untilWell: false };
    await createSilenceTable(table()).put({ ...silence, reason: null, by: null, planned: false });
    const silenced = await run('--service', 'mail');
    expect([silenced.exitCode, silenced.stderr]).toEqual([75, expect.stringContaining('mail is silenced by s from')]);
    expect(await remains()).toEqual(NOTHING);
    await untilOver();
  });

  it('names the missing permission, and removes what it made', async () => {
    for (const action of ['CreateQueue', 'Subscribe', 'SetAlarmState', 'ReceiveMessage']) {
      denied = action;
      const { exitCode, stderr } = await run('--json');
      denied = null;
      expect([exitCode, stderr]).toEqual([
        2,
        expect.stringMatching(/a permission is missing: .*not authorized.* --policy"/s),
      ]);
      expect(await remains()).toEqual(NOTHING);
    }
    await untilOver();
  });

  it('prints its policy without calling AWS', async () => {
    const { stdout, exitCode } = await run('--policy');
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toEqual(
      verifyPolicy({ ...deployable(readFileSync(configFile, 'utf8')), region: REGION }),
    );
    expect(calls).toEqual([]);
  });

  /** Waits until the runs have ended what is left of a drill. */
  async function untilOver(): Promise<void> {
    for (;;) {
      const [stored] = await createStateReader(table())([DRILL], Date.now());
      const state = stored === undefined ? null : readState(stored.state);
      if (state === null || isDoneWith(state)) return;
      await new Promise((resolve) => setTimeout(resolve, RUN_EVERY_MS));
    }
  }
});

/** The action of a call, as a policy names it. */
function nameOf({ action, path }: FrontCall): string {
  if (path.endsWith('/configuration')) return 'GetFunctionConfiguration';
  if (path.endsWith('/account-settings')) return 'GetAccountSettings';
  if (path === 'GET /schedules') return 'ListSchedules';
  return path.endsWith('/url') ? 'GetFunctionUrlConfig' : action;
}
