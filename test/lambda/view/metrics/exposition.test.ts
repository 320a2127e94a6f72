/** Tests of the metrics for Prometheus. */

import { type PresentDocument, presentDocument } from '../../../../lambda/core/documents/documents';
import type { DeploymentFacts } from '../../../../lambda/core/documents/facts/deployment-facts';
import type { ServiceDocument } from '../../../../lambda/core/documents/service-document';
import { expositionPieces } from '../../../../lambda/view/metrics/exposition';
import { degrade, knownOf, often } from '../../../support/core/deployment-facts';
import { NOW } from '../../../support/core/observations';

const MINUTE_MS = 60_000;
const HOSTILE = 'a"b\\c\nd} 1\nprobe_success{instance="x"} 1';

const renderExposition = (present: PresentDocument) => [...expositionPieces(present)].join('');
const linesOf = (known: DeploymentFacts) => renderExposition(presentDocument(known)).split('\n');
const samplesOf = (known: DeploymentFacts, name: string) =>
  linesOf(known).filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));

let known: DeploymentFacts;
beforeAll(async () => {
  known = await knownOf({
    shop: [...often('well', 3), '503'],
    till: [...often('well', 3), { version: HOSTILE }],
    new: [],
  });
});

it('metrics have the labels of blackbox_exporter, and the id of the service', () => {
  expect(samplesOf(known, 'probe_success')).toEqual([
    'probe_success{instance="https://shop.internal/status",service="shop"} 0',
    'probe_success{instance="https://till.internal/status",service="till"} 1',
  ]);
  expect(samplesOf(known, 'probe_http_status_code')).toEqual([
    expect.stringMatching(/service="shop"} 503$/),
    expect.stringMatching(/service="till"} 200$/),
  ]);
});

it('metrics have the reason of a failure, and the open incidents', () => {
  expect(samplesOf(known, 'statuswatch_failure_info')).toEqual([
    expect.stringMatching(/service="shop",verdict="unhealthy",reason="http_503"} 1$/),
  ]);
  expect(samplesOf(known, 'statuswatch_incident_open').filter((line) => line.includes('service="shop"'))).toEqual([
    'statuswatch_incident_open{deployment="shop",service="shop",kind="outage"} 1',
    'statuswatch_incident_open{deployment="shop",service="shop",kind="condition"} 0',
    'statuswatch_incident_open{deployment="shop",service="shop",kind="objective"} 0',
  ]);
  const states = samplesOf(known, 'statuswatch_state').filter((line) => line.endsWith(' 1'));
  expect(states.map((line) => /service="(.*)",state="(.*)"/.exec(line)?.slice(1))).toEqual([
    ['shop', 'unhealthy'],
    ['till', 'healthy'],
  ]);
});

it('metrics have no results for a service that was never checked or whose last check is stale', () => {
  const later = { ...known, now: NOW + 4 * MINUTE_MS };
  expect(samplesOf(known, 'statuswatch_up').map((line) => line.slice(-1))).toEqual(['1', '1', '0']);
  expect(samplesOf(later, 'statuswatch_up').map((line) => line.slice(-1))).toEqual(['0', '0', '0']);
  expect(linesOf(later).filter((line) => line.startsWith('probe_'))).toEqual([]);
});

it('a hostile text in a label is escaped', () => {
  const [info] = samplesOf(known, 'statuswatch_service_info').filter((line) => line.includes('"till"'));
  expect(info).toContain('version="a\\"b\\\\c d} 1 probe_success{instance=\\"x\\"} 1"');
  expect(samplesOf(known, 'probe_success')).toHaveLength(2);
});

it('metrics have decimal fractions, and times with milliseconds', () => {
  const document = presentDocument(known);
  const services = document.services.map((service) => ({
    ...service,
    memory: { used: 1, total: 999.9999999999991 / 1_000_000 },
    certificate: { expiresAt: '2036-11-28T12:34:56.789Z' },
  })) as never;
  const text = renderExposition({ ...document, services });
  expect(text).toMatch(/statuswatch_service_memory_total_bytes\{[^\n]*service="shop"} 1000\n/);
  expect(text).toMatch(/probe_ssl_earliest_cert_expiry\{[^\n]*service="shop"} 2111488496\.789\n/);
});

it('only figures that are not finite are left out', () => {
  const document = presentDocument(known);
  const services = document.services.map((service) =>
    service.service === 'shop' && service.timings !== null
      ? { ...service, timings: { ...service.timings, totalMs: Number.NaN, connectMs: Number.POSITIVE_INFINITY } }
      : service,
  );
  const before = renderExposition(document).split('\n');
  const after = renderExposition({ ...document, services }).split('\n');
  const lost = before.filter((line) => !after.includes(line));
  expect(lost.map((line) => line.replace(/ .*/, ''))).toEqual([
    'probe_duration_seconds{instance="https://shop.internal/status",service="shop"}',
    'probe_http_duration_seconds{instance="https://shop.internal/status",service="shop",phase="connect"}',
  ]);
  expect(after.filter((line) => !before.includes(line))).toEqual([]);
});

it('metrics have the current conditions', () => {
  const degraded = degrade(known, 'till', { slow: 3 });
  expect(samplesOf(degraded, 'statuswatch_condition')).toEqual([
    expect.stringMatching(/service="till",code="slow"} 1$/),
  ]);
  expect(samplesOf(degraded, 'probe_success').at(-1)).toMatch(/ 1$/);
});

it('metrics have the standing of an objective', async () => {
  const aimed = await knownOf({ shop: [...often('well', 9), '503'] }, {}, [
    'objective: { availability: 90%, window: 30d }',
  ]);
  expect(samplesOf(aimed, 'statuswatch_objective_burn_rate')).toEqual([
    expect.stringMatching(/aim="availability"} 1$/),
  ]);
  expect(samplesOf(aimed, 'statuswatch_objective_budget_left_ratio')[0]).toMatch(/aim="availability"} 0\.99/);
});

it('metrics come in pieces of 500 services, with a head for each metric', () => {
  const { services, ...document } = presentDocument(known);
  const many = Array.from({ length: 1_001 }, (_, index) => ({
    ...(services[0] as ServiceDocument),
    service: `s${index}`,
  }));
  const pieces = [...expositionPieces({ ...document, services: many })];
  const own = pieces.filter((piece) => piece.includes('probe_success{'));
  expect(own.map((piece) => piece.match(/^probe_success\{/gm)?.length)).toEqual([500, 500, 1]);
  expect(own.map((piece) => piece.match(/^# HELP probe_success /gm)?.length ?? 0)).toEqual([1, 0, 0]);
});
