/**
 * How CloudWatch evaluates the alarms of a template, as its user guide says. The sentences:
 *
 * "The window advances each time the alarm is evaluated, forming a rolling time window." (Alarm evaluation window)
 *
 * "When this operation creates an alarm, the alarm state is immediately set to INSUFFICIENT_DATA. The alarm is then evaluated
 * and its state is set appropriately. Any actions associated with the new state are then executed. When you update an existing
 * alarm, its state is left unchanged." (PutMetricAlarm)
 *
 * "CloudWatch attempts to retrieve a higher number of data points than specified by Evaluation Periods. The exact number of
 * data points it attempts to retrieve depends on the length of the alarm period [...]. If some data points in the evaluation
 * range are missing, but the number of existing data points retrieved is equal to or more than the alarm's Evaluation Periods,
 * CloudWatch evaluates the alarm state based on the most recent existing data points [...]. If [it] is lower than the alarm's
 * number of evaluation periods, CloudWatch fills in the missing data points with the result you specified [...]. However, any
 * real data points in the evaluation range, no matter when they were reported, are included in the evaluation. [...] If fewer
 * than the value of Datapoints to Alarm are breaching, the alarm state is set to OK. Otherwise, the state is set to ALARM."
 * (How alarm state is evaluated when data is missing). How many it retrieves beyond is not said; in the guide's example two.
 *
 * "During warm-up, the alarm stays in INSUFFICIENT_DATA and does not perform alarm actions." "If you change it after the
 * warm-up period ends, the new value does not restart the warm-up period." (Alarm warm-up periods, WarmUpConfiguration). That
 * an update of another property restarts it is not said, so here none does.
 *
 * "When any of those alarms goes into the ALARM state, the composite alarm goes itself in the ALARM state and sends a
 * notification to your team. If other alarms [...] also go into the ALARM state, your team does not get overloaded with new
 * notifications." (Composite alarms)
 */

import type { Template } from 'aws-cdk-lib/assertions';
import type { Metric } from '../../../lambda/core/metrics/metrics';
import { resourcesOf } from '../../support/aws/synthesis';

const MINUTE_MS = 60_000;

type AlarmState = 'OK' | 'ALARM' | 'INSUFFICIENT_DATA';

interface MetricAlarm {
  readonly id: string;
  /** Which metric it watches, as `keyOf` makes it. */
  readonly metric: string;
  readonly statistic: 'Sum' | 'Maximum';
  readonly periodMs: number;
  readonly threshold: number;
  readonly evaluationPeriods: number;
  readonly datapointsToAlarm: number;
  readonly warmUpMs: number;
  readonly notifies: boolean;
}

interface CompositeAlarm {
  readonly id: string;
  /** The ids of the alarms of which one is enough. */
  readonly anyOf: readonly string[];
  readonly notifies: boolean;
}

export interface Alarms {
  readonly metrics: readonly MetricAlarm[];
  readonly composites: readonly CompositeAlarm[];
}

/** A sample that CloudWatch has from `visibleAt` on; times are in milliseconds. */
interface Sample {
  readonly at: number;
  readonly value: number;
  readonly visibleAt: number;
}

/** The alarms of a template whose logical ids begin with `prefix`. Throws if one is of a kind that the model does not know. */
export function alarmsOf(template: Template, prefix: string): Alarms {
  const ofPrefix = (type: string) =>
    Object.entries(resourcesOf(template, type)).filter(([id]) => id.startsWith(prefix));
  return {
    metrics: ofPrefix('AWS::CloudWatch::Alarm').map(([id, { Properties }]) => metricAlarm(id, Properties)),
    composites: ofPrefix('AWS::CloudWatch::CompositeAlarm').map(([id, { Properties }]) => ({
      id,
      anyOf: childrenOf(Properties.AlarmRule),
      notifies: Properties.AlarmActions !== undefined,
    })),
  };
}

function keyOf(name: string, dimensions: Readonly<Record<string, string>>): string {
  return JSON.stringify([name, Object.entries(dimensions).sort()]);
}

export function metricKey({ name, dimensions }: Pick<Metric, 'name' | 'dimensions'>): string {
  return keyOf(name, dimensions);
}

// biome-ignore lint/suspicious/noExplicitAny: properties as CloudFormation writes them
function metricAlarm(id: string, properties: any): MetricAlarm {
  const {
    Statistic,
    ComparisonOperator,
    TreatMissingData,
    Metrics,
    Dimensions,
    WarmUpConfiguration: warmUp,
  } = properties;
  const isKnown =
    ['Sum', 'Maximum'].includes(Statistic) &&
    [ComparisonOperator, TreatMissingData, Metrics].join() === 'LessThanThreshold,breaching,' &&
    warmUp?.OnlyStartEvaluatingAfterWarmUpPeriodEnds === undefined;
  if (!isKnown) throw new Error(`the model does not know an alarm such as ${id}: ${JSON.stringify(properties)}`);
  const dimensions = (Dimensions as { Name: string; Value: string }[]).map(({ Name, Value }) => [Name, Value]);
  return {
    id,
    metric: keyOf(properties.MetricName, Object.fromEntries(dimensions)),
    statistic: Statistic,
    periodMs: properties.Period * 1_000,
    threshold: properties.Threshold,
    evaluationPeriods: properties.EvaluationPeriods,
    datapointsToAlarm: properties.DatapointsToAlarm ?? properties.EvaluationPeriods,
    warmUpMs: (warmUp?.WarmUpPeriodDurationInMinutes ?? 0) * MINUTE_MS,
    notifies: properties.AlarmActions !== undefined,
  };
}

/** The alarms of a rule that joins `ALARM("arn")` by OR alone. */
function childrenOf(rule: { readonly 'Fn::Join': readonly [string, readonly unknown[]] }): string[] {
  const parts = rule['Fn::Join'][1];
  const text = parts.map((part) => (typeof part === 'string' ? part : '_')).join('');
  if (!/^\(?ALARM\("_"\)( OR ALARM\("_"\))*\)?$/.test(text))
    throw new Error(`the model does not know the rule ${text}`);
  return parts.flatMap((part) => (part as { 'Fn::GetAtt'?: [string, string] })['Fn::GetAtt']?.[0] ?? []);
}

/** Evaluates alarms each minute, as time goes on, and counts what people get. */
export function createWatch(beyond: number) {
  const states = new Map<string, AlarmState>();
  const createdAt = new Map<string, number>();
  const samples = new Map<string, Sample[]>();
  /** When an alarm that notifies went into ALARM. */
  const notified: { readonly alarm: string; readonly at: number }[] = [];
  let alarms: Alarms = { metrics: [], composites: [] };

  const enter = (id: string, state: AlarmState, notifies: boolean, now: number) => {
    if (notifies && state === 'ALARM' && states.get(id) !== 'ALARM') notified.push({ alarm: id, at: now });
    states.set(id, state);
  };

  return {
    notified,
    /** Alarms that exist keep their states, those that there are no more are forgotten. */
    deploy(next: Alarms, now: number) {
      const ids = [...next.metrics, ...next.composites].map(({ id }) => id);
      for (const id of [...states.keys()]) if (!ids.includes(id)) states.delete(id);
      for (const id of ids.filter((each) => !states.has(each))) {
        states.set(id, 'INSUFFICIENT_DATA');
        createdAt.set(id, now);
      }
      alarms = next;
    },
    put(metric: string, sample: Sample) {
      const known = samples.get(metric) ?? [];
      known.push(sample);
      samples.set(metric, known);
    },
    evaluate(now: number) {
      for (const alarm of alarms.metrics) {
        const known = samples.get(alarm.metric) ?? [];
        const range = (alarm.evaluationPeriods + beyond) * alarm.periodMs;
        while (known[0] !== undefined && known[0].at < now - range - 2 * MINUTE_MS) known.shift();
        const points = pointsOf(alarm, known, now, alarm.evaluationPeriods + beyond);
        const isWarmingUp = now < (createdAt.get(alarm.id) ?? 0) + alarm.warmUpMs;
        if (isWarmingUp && states.get(alarm.id) === 'INSUFFICIENT_DATA' && points.length < alarm.evaluationPeriods)
          continue;
        enter(alarm.id, stateBy(alarm, points), alarm.notifies, now);
      }
      for (const { id, anyOf, notifies } of alarms.composites) {
        enter(id, anyOf.some((child) => states.get(child) === 'ALARM') ? 'ALARM' : 'OK', notifies, now);
      }
    },
  };
}

/** The existing data points of the evaluation range, the newest first; periods end with the last whole minute. */
function pointsOf(alarm: MetricAlarm, known: readonly Sample[], now: number, count: number): number[] {
  const end = Math.floor(now / MINUTE_MS) * MINUTE_MS;
  const points: (number | undefined)[] = Array.from({ length: count });
  for (const { at, value, visibleAt } of known) {
    const index = Math.ceil((end - at) / alarm.periodMs) - 1;
    if (visibleAt > now || at >= end || index >= count) continue;
    const before = points[index];
    points[index] = before === undefined ? value : alarm.statistic === 'Sum' ? before + value : Math.max(before, value);
  }
  return points.filter((point) => point !== undefined);
}

function stateBy(alarm: MetricAlarm, points: readonly number[]): AlarmState {
  const real = points.slice(0, alarm.evaluationPeriods);
  const missing = alarm.evaluationPeriods - real.length;
  const breaching = real.filter((point) => point < alarm.threshold).length + missing;
  return breaching >= alarm.datapointsToAlarm ? 'ALARM' : 'OK';
}
