/** List prices of AWS in us-east-1, in US dollars. The one place that holds them: `statuswatch cost` and the stack read it. */

/** When the prices were gathered, and where: shown wherever a price is. */
export const PRICES_SOURCE =
  'list prices of us-east-1, gathered from 2026-11-20 to 2026-11-23 from AWS pricing pages and public price lists';

/** One custom metric for a month, prorated by the hours in which it is sent: the more there are, the less each one costs. */
export const METRIC_TIERS = [
  { from: 0, to: 10_000, price: 0.3 },
  { from: 10_000, to: 250_000, price: 0.1 },
  { from: 250_000, to: 1_000_000, price: 0.05 },
  { from: 1_000_000, to: Number.POSITIVE_INFINITY, price: 0.02 },
] as const;

export const PRICES = {
  /** A request, PutMetricData among them. */
  cloudwatchRequest: 0.01 / 1_000,
  /** A month, standard resolution, one metric. */
  alarm: 0.1,
  /** A month, one that combines others. */
  compositeAlarm: 0.5,
  /** A month. */
  dashboard: 3,
  /** A gigabyte ingested. */
  logs: 0.5,
  /** A gigabyte stored for a month. */
  logsStored: 0.03,
  /** An interface endpoint in one zone, an hour; a gateway endpoint, as that of DynamoDB, is free. */
  endpointHour: 0.01,
  /** A gigabyte to the internet, of the first ten terabytes; what comes from there is free. */
  dataOut: 0.09,
  lambdaRequest: 0.2 / 1e6,
  /** A gigabyte-second on arm64. */
  lambdaDuration: 0.0000133334,
  schedulerInvocation: 1 / 1e6,
  /** Up to 1 kB, on demand. */
  dynamodbWrite: 0.625 / 1e6,
  /** Up to 4 kB, strongly consistent, on demand. */
  dynamodbRead: 0.125 / 1e6,
  /** A gigabyte for a month, and as much in the backups of point-in-time recovery. */
  dynamodbStored: 0.25 + 0.2,
  /**
   * Once, for a unit a second that a table takes from the start beyond what a new one does: as an hour of a provisioned unit. Source:
   * AWS database blog, "Pre-warming Amazon DynamoDB tables with warm throughput"; provisioned capacity of public price lists.
   */
  dynamodbWarmRead: 0.00013,
  dynamodbWarmWrite: 0.00065,
  snsPublish: 0.5 / 1e6,
  snsEmail: 2 / 1e5,
  /** A delivery to an HTTPS endpoint, such as that of Amazon Q. */
  snsHttps: 0.6 / 1e6,
  /** A month. */
  secret: 0.4,
  secretCall: 0.05 / 1e4,
  /** A file that is put into a bucket. */
  s3Put: 0.005 / 1_000,
  /** A file that is read from a bucket, also by CloudFront. */
  s3Get: 0.0004 / 1_000,
  /** CloudFront: a request by HTTPS, and a gigabyte, to readers in North America or Europe; the data that it takes from S3 is free. */
  cloudfrontRequest: 0.01 / 1e4,
  cloudfrontGb: 0.085,
} as const;

/** How many custom metrics an account has free, and the most metrics of a dashboard that is free. */
export const FREE_METRICS = 10;
export const FREE_DASHBOARD_METRICS = 50;

/** What an account has free each month, in the units of `PRICES`; `logs` are gigabytes written and stored together. */
export const FREE_TIER = {
  cloudwatchRequest: 1e6,
  alarm: 10,
  logs: 5,
  lambdaRequest: 1e6,
  lambdaDuration: 400_000,
  schedulerInvocation: 14e6,
  dynamodbWrite: 0,
  dynamodbRead: 0,
  dynamodbStored: 0,
  snsPublish: 1e6,
  snsEmail: 1_000,
  snsHttps: 1e5,
  dataOut: 100,
  secret: 0,
  secretCall: 0,
  s3Put: 0,
  s3Get: 0,
  cloudfrontRequest: 10e6,
  cloudfrontGb: 1_000,
} as const;
