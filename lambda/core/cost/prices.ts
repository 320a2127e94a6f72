/** List prices of AWS in us-east-1, in US dollars. The one place that holds them: `statuswatch cost` and the stack read it. */

/** When the prices were gathered, and where: shown wherever a price is. */
export const PRICES_SOURCE =
  'list prices of us-east-1, gathered on 2026-11-20 from AWS pricing pages and public price lists';

export const PRICES = {
  /** One metric for a month, prorated by the hours in which it is sent; the first 10,000. */
  customMetric: 0.3,
  /** A request, PutMetricData among them. */
  cloudwatchRequest: 0.01 / 1_000,
  /** One metric that GetMetricData asks for, in any number of calls; there is no free tier for this. */
  metricRequested: 0.01 / 1_000,
  /** A month, standard resolution, one metric. */
  alarm: 0.1,
  /** A month. */
  dashboard: 3,
  /** A gigabyte ingested. */
  logs: 0.5,
  lambdaRequest: 0.2 / 1e6,
  /** A gigabyte-second on arm64. */
  lambdaDuration: 0.0000133334,
  schedulerInvocation: 1 / 1e6,
  /** Up to 1 kB, on demand. */
  dynamodbWrite: 0.625 / 1e6,
  /** Up to 4 kB, strongly consistent, on demand. */
  dynamodbRead: 0.125 / 1e6,
  snsPublish: 0.5 / 1e6,
  snsEmail: 2 / 1e5,
  /** A month. */
  secret: 0.4,
  secretCall: 0.05 / 1e4,
  /** CloudWatch Synthetics, a canary's run. */
  canaryRun: 0.0012,
  /** Route 53 health checks, a month: the check, and each option (HTTPS, string matching), on AWS and elsewhere. */
  route53: { onAws: { check: 0.5, option: 1 }, elsewhere: { check: 0.75, option: 2 } },
} as const;

/** What an account has free each month, in the units of `PRICES`. */
export const FREE_TIER = {
  customMetric: 10,
  cloudwatchRequest: 1e6,
  alarm: 10,
  dashboard: 3,
  logs: 5,
  lambdaRequest: 1e6,
  lambdaDuration: 400_000,
  schedulerInvocation: 14e6,
  dynamodbWrite: 0,
  dynamodbRead: 0,
  snsPublish: 1e6,
  snsEmail: 1_000,
  secret: 0,
  secretCall: 0,
} as const;
