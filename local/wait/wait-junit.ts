/** A wait as a JUnit report, for CI systems that show such reports. */

import builder from 'junit-report-builder';
import { withoutCommands } from '../../lambda/core/words/without-commands';
import type { WaitDocument } from './wait-document';

/** The XML text: one test case for each service, with the time until it was ready. What is missing is a failure. */
export function waitJunit({ deployment, startedAt, durationSeconds, services }: WaitDocument): string {
  const report = builder.newBuilder();
  const suite = report.testSuite().name(deployment).timestamp(startedAt);
  for (const { service, readySince, missing, missingText } of services) {
    const seconds = readySince === null ? durationSeconds : (Date.parse(readySince) - Date.parse(startedAt)) / 1_000;
    const testCase = suite.testCase().className(deployment).name(service).time(seconds);
    if (missing !== null) testCase.failure(missingText ?? missing, missing);
  }
  return withoutCommands(report.build());
}
