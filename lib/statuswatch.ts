/** What is deployed: the parts, and how they are connected. Each part is a construct of its own. */

import { Aws, Duration, Stack } from 'aws-cdk-lib';
import type { Alarm, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { Key } from 'aws-cdk-lib/aws-kms';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import type { Config, Deployment } from '../lambda/core/config/config';
import { hasServiceMetrics, METRICS } from '../lambda/core/metrics/metrics';
import { nearMiss } from '../lambda/core/parse-config/fault';
import { nameSome } from '../lambda/core/words/shown-value';
import { CheckerAlarms } from './alarms/checker-alarms';
import { addPartAlarms, ServiceAlarms } from './alarms/service-alarms';
import { addChecker } from './checker/add-checker';
import { CheckSchedule } from './checker/check-schedule';
import { serviceMetric } from './cloudwatch-metrics';
import { addConfigNotes } from './config-notes';
import { consoleLinks } from './console-links';
import { addWidget } from './dashboard/add-widget';
import { HealthDashboard } from './dashboard/health-dashboard';
import { DeadLetterQueue } from './dead-letter-queue';
import { IncidentTable } from './incident-table';
import { addOutputs } from './outputs';
import { addTags, tagsOf } from './tags';
import { addTopics } from './topics/add-topics';

/** The most services that an error names. */
const LISTED = 20;

/** The content of a config, as `loadDeployment` gives it. */
export interface StatuswatchProps {
  /** Its `name` begins every fixed name: an account has room for only one of each name in a region. */
  readonly config: Config;
  /** `region` and `terminationProtection` are a matter of the stack: `StatuswatchStack` sets them, another stack has to set them itself. */
  readonly deployment: Deployment;
}

/**
 * The whole of statuswatch: in `StatuswatchStack`, or as part of a stack of your own. The rest of such a stack may use the
 * fields and methods. It throws if its stack already has one of the same name.
 */
export class Statuswatch extends Construct {
  /** All alerts, and the alarms about the checker. An alert has the attributes of docs/deploying.md to filter by; an alarm has none. */
  readonly topic: ITopic;
  /** The alarms about the checker alone, for those who filter the alerts. */
  readonly checkerTopic: ITopic;
  /** States and incidents: one item for each service. Only the checker writes it. */
  readonly table: Table;

  private readonly config: Config;
  /** `null` if the config leaves them out. */
  private readonly serviceAlarms: ServiceAlarms | null;

  constructor(scope: Construct, id: string, { config, deployment }: StatuswatchProps) {
    super(scope, id);
    const { name, intervalMs } = config;
    this.config = config;
    this.refuseSecondOfName();
    addTags(this, tagsOf(config));

    // The policy of this key can't be changed from here; docs/deploying.md lists what it must allow.
    const key = deployment.encryption && Key.fromKeyArn(this, 'Key', deployment.encryption.keyArn);
    const links = consoleLinks(this);
    // Names of dashboards are unique in an account, across all regions.
    const dashboardName = `${name}-${Aws.REGION}`;
    const dashboardUrl = deployment.dashboard ? links.dashboardUrl(dashboardName) : null;

    // Who is notified:
    const { topic, checkerTopic, undelivered } = addTopics(this, { name, deployment, key });

    // What is kept:
    const table = new IncidentTable(this, 'Incidents', {
      services: config.services.length,
      ...{ atTheEnd: deployment.table, key },
    });

    // What asks the services, and what starts it:
    // Yesterday's check is not worth repeating.
    const deadLetters = new DeadLetterQueue(this, 'DeadLetters', {
      ...{ of: 'the schedules', retentionPeriod: Duration.days(1), key },
    });
    const parts = addChecker(this, { config, deployment, table, topic, checkerTopic, key, links, dashboardUrl });
    const { checker, logGroupName } = parts;
    const { shards } = checker;
    const schedule = new CheckSchedule(this, 'Schedule', { name, intervalMs, shards, checker, deadLetters, key });

    // What notices that the checker fails, and that a service is not healthy:
    const checkerAlarms = new CheckerAlarms(this, 'CheckerAlarms', {
      ...{ config, shards, checker, schedules: schedule.group, topic, checkerTopic, undelivered },
    });
    // The alarms about silence wait for the first run, so that the schedule that starts it is there before them.
    checkerAlarms.node.addDependency(schedule);
    const serviceAlarms = deployment.serviceAlarms === true ? new ServiceAlarms(this, 'ServiceAlarms', config) : null;
    if (deployment.serviceAlarms === 'parts') addPartAlarms(this, config, shards);

    // What people look at:
    if (deployment.dashboard) {
      const widget = addWidget(this, { config, table, key });
      const shown = {
        config,
        shards,
        checker,
        schedules: schedule.group,
        logGroupName,
        widget,
        hasServiceAlarms: serviceAlarms !== null,
      };
      new HealthDashboard(this, 'Dashboard', { dashboardName, ...shown });
    }

    // What is said at the synthesis and after the deployment:
    addConfigNotes(this, config, deployment);
    addOutputs(this, { ...parts, topic, checkerTopic, undelivered, table, atTheEnd: deployment.table, dashboardUrl });

    // What others build on:
    this.topic = topic;
    this.checkerTopic = checkerTopic;
    this.table = table;
    this.serviceAlarms = serviceAlarms;
  }

  /**
   * Whether a service is healthy: 1 or 0 for each run, nothing while it is not checked; by default the lowest of an interval.
   * `service` is an id of the config; throws for any other, and with `metrics: summary`, which sends nothing of single services.
   */
  metricHealthy(service: string): Metric {
    if (!hasServiceMetrics(this.config)) {
      throw new Error(
        'with "metrics: summary" nothing is sent of single services: set another "metrics" in the config',
      );
    }
    return serviceMetric(this.config, this.known(service), METRICS.healthy, { statistic: 'Minimum' });
  }

  /**
   * The health alarm of a service, which notifies nobody by itself: for a composite alarm, or an action of your own. Above 400
   * services it is one of a nested stack: what refers to it there passes the border as any reference of CDK.
   * `service` is an id of the config; throws for any other, and if the config leaves these alarms out, as it does by default
   * above 500 services.
   */
  alarm(service: string): Alarm {
    if (this.serviceAlarms === null) {
      throw new Error('the config leaves out the alarms of the services: set "serviceAlarms: true" in it');
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

  /** CloudFormation would refuse a second one late: halfway through a deployment, at the first name that is taken. */
  private refuseSecondOfName(): void {
    const { name } = this.config;
    const others = Stack.of(this)
      .node.findAll()
      .filter((node) => node instanceof Statuswatch && node !== this);
    if (others.some((other) => (other as Statuswatch).config.name === name)) {
      throw new Error(
        `this stack has a Statuswatch of the name "${name}" already: set another "name" in one of the configs`,
      );
    }
  }
}
