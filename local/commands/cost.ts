/** `statuswatch cost`: the monthly price of a deployment, before anything is deployed. */

import { sum } from '../../lambda/core/cost/bill';
import { type CostEstimate, estimateCost } from '../../lambda/core/cost/cost';
import { PRICES_SOURCE } from '../../lambda/core/cost/prices';
import { jsonText } from '../../lambda/core/words/without-commands';
import { loadWhole } from '../input/load-config';
import { terminalColors } from '../terminal/colors';
import { columnsIn, layOutRows, wrapAt } from '../terminal/plain-table';
import { columnsOf, type Terminal } from '../terminal/terminal';

export interface CostOptions {
  readonly config: string;
  readonly json?: boolean;
  /** Whether to print each item and all assumptions. */
  readonly items?: boolean;
}

export async function cost(options: CostOptions, terminal: Terminal): Promise<number> {
  // What can't be deployed yet has a price too.
  const { config, deployment } = loadWhole(options.config);
  const estimate = estimateCost(config, deployment);
  const text = options.json
    ? jsonText({ currency: 'USD', source: PRICES_SOURCE, ...estimate }, 2)
    : (options.items ? renderItems : renderBrief)(estimate, terminal);
  terminal.out.write(`${text}\n`);
  return 0;
}

/** How many items are named in brief; the others are one sum. */
const NAMED = 4;

/** A paragraph each for the total, the largest items, one-time costs, the assumptions, and the source of the prices. */
function renderBrief(estimate: CostEstimate, { color, out }: Terminal): string {
  const colors = terminalColors(color);
  const { items, listed, afterFreeTier, once, assumptions } = estimate;
  const largest = items.toSorted((left, right) => right.listed - left.listed);
  const others = sum(largest.slice(NAMED).map((item) => item.listed));
  const named = largest.slice(0, NAMED).map((item) => `${item.name} ${dollars(item.listed)}`);
  const paragraphs = [
    `${colors.bold(`${dollars(listed)} a month`)} at list prices, ${dollars(afterFreeTier)} after the free tier`,
    `${named.join(', ')}, all else ${dollars(others)}`,
    ...once.map(({ detail, listed: price }) => `Once: ${dollars(price)} for ${detail}.`),
    ...assumptions.slice(0, 1).map((assumption) => colors.dim(`Assumed: ${assumption}.`)),
    colors.dim(`Prices: ${PRICES_SOURCE}.`),
    colors.dim('Each item, and all that is assumed: statuswatch cost --items'),
  ];
  return paragraphs.map((text) => wrapAt(text, columnsOf(out), '  ', '    ')).join('\n');
}

function renderItems(estimate: CostEstimate, { color, out }: Terminal): string {
  const colors = terminalColors(color);
  const wrapped = (text: string) => wrapAt(text, columnsOf(out), '  ', '    ');
  const { items, listed, afterFreeTier } = estimate;
  const details = items.map(({ detail }) => detail);
  const table = layOutRows(
    [
      ['A MONTH', 'LIST PRICE', 'AFTER FREE TIER'].map((title) => colors.dim(title)),
      ...items.map((item) => [item.name, dollars(item.listed), dollars(item.afterFreeTier)]),
      [colors.bold('total'), colors.bold(dollars(listed)), colors.bold(dollars(afterFreeTier))],
    ],
    { colAligns: ['left', 'right', 'right'] },
  );
  const width = Math.max(...table.map((line) => columnsIn(line))) + 3;
  const detailed = table.map((line, index) => {
    const detail = details[index - 1];
    return detail === undefined ? line : `${line}${' '.repeat(width - columnsIn(line))}${colors.dim(detail)}`;
  });
  const fits = detailed.every((line) => columnsIn(line) <= columnsOf(out));
  return [
    ...(fits ? detailed : table),
    '',
    ...estimate.once.flatMap(({ detail, listed: price }) => [wrapped(`Once: ${dollars(price)} for ${detail}.`), '']),
    ...estimate.assumptions.map((assumption) => colors.dim(wrapped(`Assumed: ${assumption}.`))),
    colors.dim(wrapped(`Prices: ${PRICES_SOURCE}.`)),
  ].join('\n');
}

function dollars(amount: number): string {
  return amount > 0 && amount < 0.005 ? '< $0.01' : `$${amount.toFixed(2)}`;
}
