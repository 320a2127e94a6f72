/** A check that other regions decide: the service is degraded, and what only a report can change stays. */

import type { CheckResult } from '../../../../lambda/core/probe/check-result';
import { NO_PHASES } from '../../../../lambda/core/probe/observation';
import { nextState } from '../../../../lambda/core/state/next-state';
import { NEW_STATE } from '../../../../lambda/core/state/service-state';
import { describePartly, type RegionViews } from '../../../../lambda/core/words/regions/region-views';
import { answer, failure, NOW, reportOf } from '../../../support/core/observations';
import { resultOf } from '../../../support/core/runs';

const MINUTE_MS = 60_000;
const VIEWS: RegionViews = [
  { region: 'eu-central-1', vote: 'unreachable', text: 'connection refused' },
  { region: 'us-east-1', vote: 'healthy', text: 'healthy' },
  { region: 'sa-east-1', vote: 'healthy', text: 'healthy' },
];
const well = { ...resultOf('pay', answer(200, reportOf({ service: 'pay', environment: 'other' }))) };
const service = {
  ...well.service,
  environment: 'production',
  conditions: { wrong_environment: { do: 'notify' as const } },
};
const voted: CheckResult = {
  ...well,
  report: null,
  timings: NO_PHASES,
  message: describePartly(VIEWS),
  views: VIEWS,
};

function runs(checks: readonly CheckResult[], failureThreshold = 1) {
  const alerts = { ...service.alerts, failureThreshold };
  let state = NEW_STATE;
  for (const [index, check] of checks.entries()) {
    state = nextState(
      state,
      { ...check, service: { ...service, alerts }, at: NOW + index * MINUTE_MS },
      { intervalMs: MINUTE_MS, silences: [] },
    );
  }
  return state;
}

it('opens an incident with the severity of the service, and keeps the last report and other conditions', () => {
  const before = runs([well, well, well]);
  const state = runs([well, well, well, voted, voted, voted, voted]);
  expect(before.conditions.map(({ code }) => code)).toEqual(['wrong_environment']);
  expect(state.conditions.map(({ code }) => code)).toEqual(['wrong_environment', 'partly_unreachable']);
  expect(state.incidents.find(({ reason }) => reason === 'partly_unreachable')).toMatchObject({
    severity: 'critical',
    message: 'unreachable from eu-central-1, healthy from us-east-1 and sa-east-1',
    over: null,
  });
  expect(state.lastHealthy).toEqual(before.lastHealthy);
  expect(state.history.checks.at(-1)).toMatchObject({ kind: 'healthy', ms: null });
});

it('begins as late as an outage would', () => {
  expect(runs([voted, voted], 3).incidents).toEqual([]);
  expect(runs([voted, voted, voted], 3).incidents).toMatchObject([{ reason: 'partly_unreachable', openedAt: NOW }]);
});

it('ends after three checks that reach it', () => {
  const codes = (count: number) =>
    runs([voted, ...new Array<CheckResult>(count).fill(well)]).conditions.map(({ code }) => code);
  expect(codes(2)).toContain('partly_unreachable');
  expect(codes(3)).not.toContain('partly_unreachable');
});

it('stores with an outage what regions saw', () => {
  const down = { ...resultOf('pay', failure('connection_refused')), views: VIEWS };
  expect(runs([down, down]).incidents).toMatchObject([{ kind: 'outage', regions: VIEWS }]);
  expect(runs([resultOf('pay', failure('connection_refused'))]).incidents).toMatchObject([{ regions: [] }]);
});
