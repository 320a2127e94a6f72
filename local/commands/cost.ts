/** `statuswatch cost`: the monthly price of a deployment, before anything is deployed. */

import { createColors } from 'picocolors';
import { type CostEstimate, estimateCost } from '../../lambda/core/cost/cost';
import { PRICES_SOURCE } from '../../lambda/core/cost/prices';
import { jsonText } from '../../lambda/core/words/without-commands';
import { loadDeployment } from '../input/load-config';
import { columnsIn, layOutRows, wrapAt } from '../terminal/plain-table';
import { columnsOf, type Terminal } from '../terminal/terminal';

export interface CostOptions {
  readonly config: string;
  readonly json?: boolean;
}

export async function cost(options: CostOptions, terminal: Terminal): Promise<number> {
  const { config, deployment } = loadDeployment(options.config, 'none');
  const estimate = estimateCost(config, deployment);
  const text = options.json
    ? jsonText({ currency: 'USD', source: PRICES_SOURCE, ...estimate }, 2)
    : renderEstimate(estimate, terminal);
  terminal.out.write(`${text}\n`);
  return 0;
}

function renderEstimate(estimate: CostEstimate, { color, out }: Terminal): string {
  const colors = createColors(color);
  const wrapped = (text: string) => wrapAt(text, columnsOf(out), '  ', '    ');
  const { items, listed, afterFreeTier } = estimate;
  const details = items.map(({ detail }) => detail);
  const table = layOutRows(
    [
      ['A MONTH', 'LIST PRICE', 'AFTER FREE TIER'].map((title) => colors.dim(title)),
      ...items.map((item) => [item.name, dollars(item.listed), dollars(item.afterFreeTier)]),
      [colors.bold('total'), colors.bold(dollars(listed)), colors.bold(dollars(afterFreeTier))],
    ],
    ['left', 'right', 'right'],
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
    '  The same checks elsewhere, at list prices:',
    ...estimate.alternatives.map((other) => `  ${dollars(other.listed).padStart(9)}  ${other.name}`),
    '',
    ...estimate.assumptions.map((assumption) => colors.dim(wrapped(`Assumed: ${assumption}.`))),
    colors.dim(wrapped(`Prices: ${PRICES_SOURCE}.`)),
  ].join('\n');
}

function dollars(amount: number): string {
  return amount > 0 && amount < 0.005 ? '< $0.01' : `$${amount.toFixed(2)}`;
}
