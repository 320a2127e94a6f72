/** A run as a JUnit report, for CI systems that show such reports. */

import builder from 'junit-report-builder';
import { withoutCommands } from '../../lambda/core/words/without-commands';
import { askedIn, type KnownRun } from './known-run';

/** The XML text: one test case for each service. It is a failure if it fails, an error if it could not be asked. */
export function renderJunit(known: KnownRun): string {
  const { deployment: name, run } = known;
  const report = builder.newBuilder();
  const suite = report.testSuite().name(name).timestamp(new Date(run.startedAt).toISOString());
  for (const { service, state } of askedIn(known)) {
    const { kind, reason, message, warnings, timings } = state.latest;
    const testCase = suite
      .testCase()
      .className(name)
      .name(service.id)
      .time(Math.round(timings.totalMs) / 1_000);
    if (kind !== 'healthy') testCase.failure(`${kind}: ${message}`, reason);
    const remarks = [...state.conditions, ...warnings].map((one) => `${one.code}: ${one.message}`);
    if (remarks.length > 0) testCase.standardOutput(remarks.join('\n'));
  }
  for (const { service, failure } of run.unasked) {
    suite
      .testCase()
      .className(name)
      .name(service.id)
      .error(failure.message, failure.service === null ? 'inconclusive' : 'not_asked');
  }
  return withoutCommands(report.build());
}
