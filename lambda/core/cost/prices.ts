/** List prices of AWS in us-east-1, in US dollars. They stand only here: `statuswatch cost` and the stack read them. */

/** When the prices were gathered, and where: shown wherever a price is. */
export const PRICES_SOURCE =
  'list prices of us-east-1, gathered from 2026-11-20 to 2026-11-23 from AWS pricing pages and public price lists';

export interface Price {
  /** The price of a unit, and how many units an account has free each month. */
  readonly usd: number;
  readonly free?: number;
  /** The lower price of units beyond a quantity. */
  readonly beyond?: { readonly units: number; readonly usd: number };
}

/** A unit is a request, or a month, unless a comment says otherwise. */
export const PRICES = {
  metric: { usd: 0.3, free: 10, beyond: { units: 10_000, usd: 0.1 } },
  cloudwatchRequest: { usd: 0.01 / 1_000, free: 1e6 },
  alarm: { usd: 0.1, free: 10 },
  compositeAlarm: { usd: 0.5 },
  /** With at most 50 metrics; and with more. */
  dashboard: { usd: 3, free: 3 },
  largeDashboard: { usd: 3 },
  /** A gigabyte ingested. */
  logs: { usd: 0.5, free: 5 },
  /** An hour of an interface endpoint in a zone; a gateway endpoint, such as that of DynamoDB, is free. */
  endpointHour: { usd: 0.01 },
  lambdaRequest: { usd: 0.2 / 1e6, free: 1e6 },
  /** A gigabyte-second on arm64. */
  lambdaDuration: { usd: 0.0000133334, free: 400_000 },
  schedulerInvocation: { usd: 1 / 1e6, free: 14e6 },
  /** Up to 1 kB, on demand. */
  dynamodbWrite: { usd: 0.625 / 1e6 },
  /** Up to 4 kB, strongly consistent, on demand. */
  dynamodbRead: { usd: 0.125 / 1e6 },
  /**
   * Once for each unit a second beyond those of a new table: the price of an hour of a provisioned unit. Source: AWS database blog,
   * "Pre-warming Amazon DynamoDB tables with warm throughput"; provisioned capacity in public price lists.
   */
  dynamodbWarmRead: { usd: 0.00013 },
  dynamodbWarmWrite: { usd: 0.00065 },
  secret: { usd: 0.4 },
  s3Put: { usd: 0.005 / 1_000 },
  /** A request by HTTPS, and a gigabyte, to readers in North America or Europe; data from S3 is free. */
  cloudfrontRequest: { usd: 0.01 / 1e4, free: 10e6 },
  cloudfrontGb: { usd: 0.085, free: 1_000 },
} as const satisfies Readonly<Record<string, Price>>;

export type PriceName = keyof typeof PRICES;

/** The month of an estimate. */
export const HOURS = 730;
export const MONTH_MS = HOURS * 3_600_000;

/** A row of the table from which a bill is made. */
export interface Usage {
  readonly name: string;
  readonly detail: string;
  /** The units of each price that are used in a month. */
  readonly quantities: Readonly<Partial<Record<PriceName, number>>>;
}
