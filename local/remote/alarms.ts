/** The alarms of a deployment in CloudWatch, and the heartbeats of its shards. */

import { CloudWatchClient, paginateDescribeAlarms, paginateGetMetricData } from '@aws-sdk/client-cloudwatch';
import { nameCalls } from '../../lambda/adapters/aws/name-calls';
import { METRICS, NAMESPACE, shardDimensions } from '../../lambda/core/metrics/metrics';
import { inBatches } from '../../lambda/core/words/in-batches';
import type { AlarmFact, Apis, HeartbeatFact } from '../doctor/facts';
import type { AwsAccess } from './open-aws';

/** Source: Amazon CloudWatch API reference, "GetMetricData": "you can use GetMetricData to retrieve as many as 500 different metrics". */
const MOST_QUERIES = 500;
const PERIOD_S = 60;

export function cloudwatchReader(access: AwsAccess): Pick<Apis, 'listAlarms' | 'readHeartbeats'> {
  const client = nameCalls(new CloudWatchClient(access));
  return {
    listAlarms: async (AlarmNamePrefix) => {
      const found: AlarmFact[] = [];
      const input = { AlarmNamePrefix, AlarmTypes: ['MetricAlarm' as const, 'CompositeAlarm' as const] };
      for await (const { MetricAlarms = [], CompositeAlarms = [] } of paginateDescribeAlarms({ client }, input)) {
        for (const alarm of [...MetricAlarms, ...CompositeAlarms]) {
          found.push({
            name: alarm.AlarmName ?? '',
            actionsEnabled: alarm.ActionsEnabled ?? false,
            actions: alarm.AlarmActions ?? [],
            state: alarm.StateValue ?? '',
            since: (alarm.StateTransitionedTimestamp ?? alarm.StateUpdatedTimestamp)?.getTime() ?? 0,
          });
        }
      }
      return found;
    },
    readHeartbeats: async ({ name }, shards, from, to) => {
      const newest = new Map<string, HeartbeatFact>();
      const queries = Array.from({ length: shards }, (_, shard) => ({
        Id: `part${shard + 1}`,
        MetricStat: {
          Metric: {
            Namespace: NAMESPACE,
            MetricName: METRICS.servicesChecked,
            Dimensions: Object.entries(shardDimensions(name, { index: shard, count: shards })).map(([Name, Value]) => ({
              Name,
              Value,
            })),
          },
          Period: PERIOD_S,
          Stat: 'Maximum',
        },
      }));
      for (const MetricDataQueries of inBatches(queries, MOST_QUERIES)) {
        // The end is exclusive (Amazon CloudWatch API reference, "GetMetricData"): the running minute counts too.
        const StartTime = new Date(from);
        const EndTime = new Date(to + PERIOD_S * 1_000);
        const times = { StartTime, EndTime, ScanBy: 'TimestampDescending' as const };
        for await (const page of paginateGetMetricData({ client }, { MetricDataQueries, ...times })) {
          for (const { Id = '', Timestamps = [], Values = [] } of page.MetricDataResults ?? []) {
            const [at] = Timestamps;
            if (at === undefined || newest.has(Id)) continue;
            newest.set(Id, { shard: Number(Id.slice(4)), at: at.getTime(), checked: Values[0] ?? 0 });
          }
        }
      }
      return queries.map(({ Id }, shard) => newest.get(Id) ?? { shard: shard + 1, at: null, checked: 0 });
    },
  };
}
