/** The deployment: its parts, each a construct of its own, and their connections. */

import { Aws, Duration, Stack, Token } from 'aws-cdk-lib';
import type { Alarm, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { Key } from 'aws-cdk-lib/aws-kms';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import type { Config } from '../lambda/core/config/config';
import { nearMiss } from '../lambda/core/keys/near-miss';
import { comparesServices, hasServiceMetrics, METRICS } from '../lambda/core/metrics/metrics';
import { nameSome } from '../lambda/core/words/shown-value';
import { CheckerAlarms } from './alarms/checker-alarms';
import { ServiceAlarms } from './alarms/service-alarms';
import { addChecker } from './checker/add-checker';
import { CheckSchedule } from './checker/check-schedule';
import { serviceMetric } from './cloudwatch-metrics';
import { addConfigNotes } from './config-notes';
import type { StatuswatchProps } from './config-props';
import { consoleLinks } from './console-links';
import { addWidget } from './dashboard/add-widget';
import { HealthDashboard } from './dashboard/health-dashboard';
import { DeadLetterQueue } from './dead-letter-queue';
import { IncidentTable } from './incident-table';
import { addOutputs } from './outputs';
import { addPage } from './page/add-page';
import { readProps } from './read-props';
import { addRegions } from './regions/add-regions';
import { addStatusPage } from './status-page/add-status-page';
import { addTags, tagsOf } from './tags';
import { addTopics } from './topics/add-topics';

/** The most services that an error names. */
const LISTED = 20;

/**
 * The metrics of a single service: whether it is healthy (1 or 0), its response time in milliseconds, its
 * uptime in seconds and its memory in megabytes as it reports them, and for how many days its certificate is still valid.
 */
export type ServiceMetric =
  | 'Healthy'
  | 'ResponseTime'
  | 'Uptime'
  | 'MemoryUsed'
  | 'MemoryTotal'
  | 'CertificateDaysLeft';

/**
 * The whole of statuswatch: in `StatuswatchStack`, or as part of a stack of your own. The rest of such a stack may use the
 * fields and methods. It throws if its config has a fault, and if the app has another of the same name for the same account and region.
 *
 * @example
 * ```ts
 * const watch = new Statuswatch(this, 'Watch', { configFile: 'statuswatch.yaml' });
 * watch.topic.addSubscription(new SqsSubscription(tickets));
 * ```
 */
export class Statuswatch extends Construct {
  /**
   * All alerts, and the alarms about the checker. An alert has attributes to filter by; an alarm has none.
   *
   * @example
   * ```ts
   * const filterPolicy = { severity: SubscriptionFilter.stringFilter({ allowlist: ['critical'] }) };
   * watch.topic.addSubscription(new EmailSubscription('oncall@example.com', { filterPolicy }));
   * ```
   */
  readonly topic: ITopic;
  /** Only the alarms about the checker, for people who filter the alerts. */
  readonly checkerTopic: ITopic;
  /** States and incidents: an item for each service. Only the checker writes it. */
  readonly table: Table;
  /**
   * The function that checks the services. A principal that may invoke it can read its state, or silence alerts.
   *
   * @example
   * ```ts
   * watch.checker.grantInvoke(deployRole);
   * ```
   */
  readonly checker: IFunction;

  private readonly config: Config;
  /** `null` if services have no alarms. */
  private readonly serviceAlarms: ServiceAlarms | null;

  constructor(scope: Construct, id: string, props: StatuswatchProps) {
    super(scope, id);
    const { config, deployment } = readProps(props);
    const { name, intervalMs } = config;
    this.config = config;
    this.refuseSecondOfName();
    addTags(this, tagsOf(config));

    // The policy of this key can't be changed from here; docs/how-to/secrets.md#your-own-key lists what it must allow.
    const key = deployment.encryption && Key.fromKeyArn(this, 'Key', deployment.encryption.keyArn);
    const links = consoleLinks(this);
    // Names of dashboards are unique in an account, across all regions.
    const dashboardName = `${name}-${Aws.REGION}`;
    const dashboardUrl = deployment.dashboard ? links.dashboardUrl(dashboardName) : null;

    // Notifications:
    const { topic, checkerTopic, undelivered } = addTopics(this, { name, deployment, key });

    // The stored data:
    const table = new IncidentTable(this, 'Incidents', {
      services: config.services.length,
      atTheEnd: deployment.table,
      protect: deployment.protect,
      key,
    });

    // The page, the checker and its schedule. Yesterday's check is not worth repeating:
    const deadLetters = new DeadLetterQueue(this, 'DeadLetters', {
      of: 'the schedules and of the checker',
      retentionPeriod: Duration.days(1),
      key,
    });
    const { page } = deployment;
    const pageUrl = page && addPage(this, { config, page, table, topics: [topic, checkerTopic], key });
    const regions = addRegions(this, config, deployment);
    const outlets = { pageUrl, topic, checkerTopic, regions, files: addStatusPage(this, config, deployment) };
    const parts = addChecker(this, { config, deployment, table, ...outlets, deadLetters, key, links, dashboardUrl });
    const { checker, logGroupName } = parts;
    const { shards } = checker;
    const schedule = new CheckSchedule(this, 'Schedule', { name, intervalMs, shards, checker, deadLetters, key });

    // The alarms about the checker, and about services that are not healthy:
    const checkerAlarms = new CheckerAlarms(this, 'CheckerAlarms', {
      config,
      shards,
      checker,
      schedules: schedule.group,
      topic,
      checkerTopic,
      undelivered,
    });
    // The alarms about silence wait for the first run, so that the schedule that starts it is there before them.
    checkerAlarms.node.addDependency(schedule);
    const serviceAlarms = comparesServices(config) ? new ServiceAlarms(this, 'ServiceAlarms', config) : null;

    // The dashboard:
    if (deployment.dashboard) {
      const widget = addWidget(this, { config, table, key, pageUrl });
      const shown = {
        config,
        shards,
        checker,
        schedules: schedule.group,
        logGroupName,
        widget,
      };
      new HealthDashboard(this, 'Dashboard', { dashboardName, ...shown });
    }

    // Notes at the synthesis, and outputs after the deployment:
    addConfigNotes(this, config, deployment);
    addOutputs(this, {
      ...parts,
      topic,
      checkerTopic,
      undelivered,
      table,
      atTheEnd: deployment.table,
      dashboardUrl,
      pageUrl,
    });

    // The fields that other code builds on:
    this.topic = topic;
    this.checkerTopic = checkerTopic;
    this.table = table;
    this.checker = checker;
    this.serviceAlarms = serviceAlarms;
  }

  /**
   * A metric of a service, with a sample for each run; by default whether it is healthy, as the lowest of an interval, otherwise the average.
   * `service` is an id of the config. Throws for any other, and with `metrics: summary`.
   *
   * @example
   * ```ts
   * watch.metric('payment-service').createAlarm(this, 'PaymentFails', {
   *   threshold: 1,
   *   comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
   *   evaluationPeriods: 3,
   * });
   * const p95 = watch.metric('payment-service', 'ResponseTime').with({ statistic: 'p95' });
   * ```
   */
  metric(service: string, name: ServiceMetric = 'Healthy'): Metric {
    const id = this.known(service);
    if (!hasServiceMetrics(this.config))
      throw new Error('with "metrics: summary" single services have no metrics: set "metrics: standard" in the config');
    return serviceMetric(this.config, id, name, { statistic: name === METRICS.healthy ? 'Minimum' : 'Average' });
  }

  /**
   * The health alarm of a service, which notifies nobody by itself: for a composite alarm, or an action of your own. `service` is an id of the
   * config; throws for any other, with `metrics: summary`, and above 300 services.
   *
   * @example
   * ```ts
   * new CompositeAlarm(this, 'NobodyCanPay', {
   *   alarmRule: AlarmRule.allOf(watch.alarmOf('checkout-service'), watch.alarmOf('payment-service')),
   * });
   * ```
   */
  alarmOf(service: string): Alarm {
    if (this.serviceAlarms === null) {
      throw new Error('services have no alarms with "metrics: summary", or above 300 services');
    }
    return this.serviceAlarms.of(this.known(service));
  }

  /** The id of a service, if the config has it; otherwise throws. */
  private known(service: string): string {
    const { name, services } = this.config;
    const ids = services.map(({ id }) => id);
    if (ids.includes(service)) return service;
    const meant = nearMiss(service, ids);
    const hint = meant === null ? '' : ` Did you mean "${meant}"?`;
    throw new Error(`"${service}" is no service of ${name}.${hint} Its config has ${nameSome(ids, LISTED)}.`);
  }

  /**
   * CloudFormation would refuse a second deployment of the same name late: halfway through, at the first name that is taken. A stack that
   * leaves its account or region to the shell may be deployed to any.
   */
  private refuseSecondOfName(): void {
    const { name } = this.config;
    const here = Stack.of(this);
    const there = this.others().map((other) => Stack.of(other));
    const other = there.find((stack) => mayBeSame(stack.account, here.account) && mayBeSame(stack.region, here.region));
    if (other === undefined) return;
    const both =
      other === here
        ? 'this stack has'
        : `the stack ${other.node.path} has, for the account and region that ${here.node.path} may be deployed to,`;
    const remedy = other === here ? '' : ', or an "env" of their own (account and region) for both stacks';
    throw new Error(
      `${both} a Statuswatch of the name "${name}" already: set another "name" in one of the configs${remedy}`,
    );
  }

  /** The other constructs of the same name in the whole app. */
  private others(): Statuswatch[] {
    return this.node.root.node
      .findAll()
      .filter((node): node is Statuswatch => node instanceof Statuswatch && node !== this)
      .filter(({ config }) => config.name === this.config.name);
  }
}

/** Whether two accounts, or two regions, may be the same: an unresolved value may be any. */
function mayBeSame(left: string, right: string): boolean {
  return left === right || Token.isUnresolved(left) || Token.isUnresolved(right);
}
