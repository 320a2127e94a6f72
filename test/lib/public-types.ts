/** What the types of the package allow and refuse: held by the type check, and for the packed package by `test/e2e/package.test.ts`. */

import type { Stack } from 'aws-cdk-lib';
import type { Alarm, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { type ConfigContent, Statuswatch, StatuswatchStack, type StatuswatchStackProps } from '../../lib';

type IsSame<One, Other> = (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false;
const holds = <_ extends true>(): void => undefined;

export function use(stack: Stack): void {
  const services = [{ id: 'a', baseUrl: 'https://a.internal' }] as const;
  const watch = new Statuswatch(stack, 'Watch', { configFile: 'statuswatch.yaml' });
  new Statuswatch(stack, 'Content', { config: { services, interval: '2m', slow: '500ms', metrics: 'summary' } });
  new Statuswatch(stack, 'Keys', {
    config: {
      services: [
        { ...services[0], headers: { Authorization: { secret: 'token' } }, objective: { availability: '99.9%' } },
      ],
      conditions: { slow: 'off', restarting: { do: 'show', starts: 3 } },
      alerts: { receivers: [{ id: 'team', slack: { url: { secret: 'hook' } }, severities: ['critical'] }] },
    },
  });
  new StatuswatchStack(stack, 'Stack', { configFile: 'statuswatch.yaml', env: { region: 'eu-central-1' } });

  // @ts-expect-error: a config is needed
  new Statuswatch(stack, 'Nothing', {});
  // @ts-expect-error: one of both
  new Statuswatch(stack, 'Both', { configFile: 'statuswatch.yaml', config: { services } });
  // @ts-expect-error: a service has an address
  new Statuswatch(stack, 'NoAddress', { config: { services: [{ id: 'a' }] } });
  // @ts-expect-error: a misspelt key
  new Statuswatch(stack, 'Misspelt', { config: { services, intervall: '1m' } });
  // @ts-expect-error: no such level
  new Statuswatch(stack, 'Level', { config: { services, metrics: 'all' } });
  // @ts-expect-error: no such metric
  watch.metric('a', 'Health');
  // @ts-expect-error: what it has made stays what it is
  watch.topic = watch.checkerTopic;

  holds<IsSame<typeof watch.topic, ITopic>>();
  holds<IsSame<typeof watch.checkerTopic, ITopic>>();
  holds<IsSame<typeof watch.checker, IFunction>>();
  holds<typeof watch.table extends Pick<ITable, 'grantReadData' | 'tableArn'> ? true : false>();
  holds<IsSame<ReturnType<typeof watch.alarmOf>, Alarm>>();
  holds<IsSame<ReturnType<typeof watch.metric>, Metric>>();
  holds<IsSame<Parameters<typeof watch.metric>[0], string>>();
  holds<IsSame<ConfigContent['metrics'], 'summary' | 'standard' | undefined>>();
  holds<{ configFile: string } extends StatuswatchStackProps ? true : false>();
}
