/** List prices of AWS in us-east-1, in US dollars. They stand only here: `statuswatch cost` and the stack read them. */

/** When the prices were gathered, and where: shown wherever a price is. */
export const PRICES_SOURCE =
  'list prices of us-east-1, gathered from 2026-11-20 to 2026-11-23 from AWS pricing pages and public price lists';

export interface Price {
  /** The price of a unit. */
  readonly usd: number;
  /** How many units an account has free each month. */
  readonly free: number;
  /** The price of other units that use up the same free units. */
  readonly freeWith?: 'logs';
  /** The lower prices of units beyond a quantity, the smallest quantity first. */
  readonly tiers?: readonly { readonly beyond: number; readonly usd: number }[];
}

export const PRICES = {
  /** A custom metric for a month, prorated by the hours in which it is sent. */
  metric: {
    usd: 0.3,
    free: 10,
    tiers: [
      { beyond: 10_000, usd: 0.1 },
      { beyond: 250_000, usd: 0.05 },
      { beyond: 1_000_000, usd: 0.02 },
    ],
  },
  /** A request, PutMetricData among them. */
  cloudwatchRequest: { usd: 0.01 / 1_000, free: 1e6 },
  /** A month, standard resolution, a single metric. */
  alarm: { usd: 0.1, free: 10 },
  /** A month, an alarm that combines others. */
  compositeAlarm: { usd: 0.5, free: 0 },
  /** A month, of at most `MOST_FREE_METRICS`; and of more. */
  dashboard: { usd: 3, free: 3 },
  largeDashboard: { usd: 3, free: 0 },
  /** A gigabyte ingested; and a gigabyte stored for a month. */
  logs: { usd: 0.5, free: 5 },
  logsStored: { usd: 0.03, free: 0, freeWith: 'logs' },
  /** An interface endpoint in a single zone, an hour; a gateway endpoint, as that of DynamoDB, is free. */
  endpointHour: { usd: 0.01, free: 0 },
  /** A gigabyte to the internet, of the first ten terabytes; what comes from there is free. */
  dataOut: { usd: 0.09, free: 100 },
  lambdaRequest: { usd: 0.2 / 1e6, free: 1e6 },
  /** A gigabyte-second on arm64. */
  lambdaDuration: { usd: 0.0000133334, free: 400_000 },
  schedulerInvocation: { usd: 1 / 1e6, free: 14e6 },
  /** Up to 1 kB, on demand. */
  dynamodbWrite: { usd: 0.625 / 1e6, free: 0 },
  /** Up to 4 kB, strongly consistent, on demand. */
  dynamodbRead: { usd: 0.125 / 1e6, free: 0 },
  /** A gigabyte for a month, and as much in the backups of point-in-time recovery. */
  dynamodbStored: { usd: 0.25 + 0.2, free: 0 },
  /**
   * Once, for a unit a second that a table takes from the start beyond what a new table does: as an hour of a provisioned unit. Source:
   * AWS database blog, "Pre-warming Amazon DynamoDB tables with warm throughput"; provisioned capacity of public price lists.
   */
  dynamodbWarmRead: { usd: 0.00013, free: 0 },
  dynamodbWarmWrite: { usd: 0.00065, free: 0 },
  snsPublish: { usd: 0.5 / 1e6, free: 1e6 },
  snsEmail: { usd: 2 / 1e5, free: 1_000 },
  /** A delivery to an HTTPS endpoint, such as that of Amazon Q. */
  snsHttps: { usd: 0.6 / 1e6, free: 1e5 },
  /** A month. */
  secret: { usd: 0.4, free: 0 },
  secretCall: { usd: 0.05 / 1e4, free: 0 },
  /** A file that is put into a bucket. */
  s3Put: { usd: 0.005 / 1_000, free: 0 },
  /** A file that is read from a bucket, also by CloudFront. */
  s3Get: { usd: 0.0004 / 1_000, free: 0 },
  /** CloudFront: a request by HTTPS, and a gigabyte, to readers in North America or Europe; the data that it takes from S3 is free. */
  cloudfrontRequest: { usd: 0.01 / 1e4, free: 10e6 },
  cloudfrontGb: { usd: 0.085, free: 1_000 },
} as const satisfies Readonly<Record<string, Price>>;

export type PriceName = keyof typeof PRICES;

/** The most metrics of a dashboard that is free. */
export const MOST_FREE_METRICS = 50;
