/** Topic: the widget of a fleet, with the share of a core that comes with its memory. */

import { DEFAULTS } from '../lambda/core/config/schema/config-schema';
import { WIDGET_MEMORY_MB } from '../lambda/core/invoke/invocation';
import { WIDGET_ROWS } from '../lambda/core/words/limits';
import { startAwsApis, startLambda } from './aws-apis';
import { configOf } from './bench-config';
import { makeCertificate } from './certificate';
import type { FillTableSetup } from './children/fill-table';
import type { CpuShare } from './cpu-share';
import { bundleWidget } from './lambda-bundle';
import { coldOf, limitedRow, type Measured } from './limited-row';
import { spreadOf } from './statistics';
import { isWithin, type Row, type Topic } from './topic';
import { startChild } from './workplace';

const FLEETS = [6, 10_000];
const AWS_LATENCY_MS = 10;
const COLD_STARTS = 3;
const WARM_UP = 20;
const WARM_VIEWS = 10;
const WARM_LIMIT_MS = 500;
const LARGEST_PAGE = 300_000;

export async function widgetOfFleets(): Promise<Topic> {
  const rows: Row[] = [];
  for (const count of FLEETS) {
    const what = `${count.toLocaleString('en')} services`;
    rows.push(await limitedRow(what, WIDGET_MEMORY_MB, (limit) => measure(count, limit)));
  }
  return {
    title: `The widget with ${WIDGET_MEMORY_MB} MB; AWS APIs that take ${AWS_LATENCY_MS} ms`,
    columns: ['cold with its load, ms', 'warm, ms', 'the page, kB', 'peak memory, MB'],
    rows,
    note: `The overviews of all services, and the states of ${WIDGET_ROWS}.`,
  };
}

async function measure(count: number, limit: CpuShare): Promise<Measured> {
  const certificate = await makeCertificate();
  const apis = await startAwsApis(certificate, { latencyMs: AWS_LATENCY_MS, quietMs: null });
  const config = configOf({ origins: ['http://127.0.0.1'], count, ca: null });
  const services = config.services.map(({ id }) => id);
  const setup = {
    deployment: config.name,
    services,
    servicesPerShard: DEFAULTS.servicesPerInvocation,
    listed: WIDGET_ROWS,
  };
  const filling = startChild('fill-table', setup satisfies FillTableSetup, { env: apis.environment });
  await filling.ask(null);
  filling.end();
  const bundle = bundleWidget(config);
  const start = () => startLambda(bundle, apis.environment, WIDGET_MEMORY_MB);
  const view = { count: 1, pauseMs: 0, healthy: null };
  const cold = [];
  for (let index = 0; index < COLD_STARTS; index += 1) {
    const lambda = start();
    limit.join(lambda.pid);
    cold.push(...(await lambda.invoke(view)).invocations);
    lambda.end();
  }
  const lambda = start();
  await lambda.invoke({ ...view, count: WARM_UP });
  limit.join(lambda.pid);
  const { invocations, peakMb } = await lambda.invoke({ ...view, count: WARM_VIEWS, pauseMs: 200 });
  lambda.end();
  apis.end();
  const warm = spreadOf(invocations.map(({ wallMs }) => wallMs));
  const page = spreadOf(invocations.map(({ characters }) => characters / 1_000));
  return {
    figures: [coldOf(cold), warm, page, spreadOf([peakMb])],
    targets: [
      { wanted: `warm within ${WARM_LIMIT_MS} ms`, met: isWithin(warm, WARM_LIMIT_MS) },
      { wanted: `a page under ${LARGEST_PAGE / 1_000} kB`, met: isWithin(page, LARGEST_PAGE / 1_000) },
    ],
  };
}
