/** A run as a JUnit report, for CI systems that show such reports. */

import builder from 'junit-report-builder';
import { withoutCommands } from '../../lambda/core/words/without-commands';
import type { RunDocument } from './run-document';

/** Returns the XML, with a test case for each service. A failing service is a failure, a service that could not be checked is an error. */
export function renderJunit({ deployment, startedAt, services, notAsked }: RunDocument): string {
  const report = builder.newBuilder();
  const suite = report.testSuite().name(deployment).timestamp(startedAt);
  for (const { service, verdict, reason, message, warnings, conditions, timings } of services) {
    const testCase = suite
      .testCase()
      .className(deployment)
      .name(service)
      .time(Math.round(timings.totalMs) / 1_000);
    if (verdict !== 'healthy') testCase.failure(`${verdict}: ${message}`, reason);
    const remarks = [...conditions, ...warnings].map((remark) => `${remark.code}: ${remark.message}`);
    if (remarks.length > 0) testCase.standardOutput(remarks.join('\n'));
  }
  for (const { service, failure } of notAsked) {
    suite
      .testCase()
      .className(deployment)
      .name(service)
      .error(failure.message, failure.service === null ? 'inconclusive' : 'not_asked');
  }
  return withoutCommands(report.build());
}
