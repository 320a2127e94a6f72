/** `statuswatch cost`: the monthly price of a deployment, before anything is deployed. */

import { type CostEstimate, estimateCost } from '../../lambda/core/cost/cost';
import { PRICES_SOURCE } from '../../lambda/core/cost/prices';
import { jsonText } from '../../lambda/core/words/without-commands';
import { loadWhole } from '../input/load-config';
import { terminalColors } from '../terminal/colors';
import { layOutRows, shorten, wrapAt } from '../terminal/plain-table';
import { columnsOf, type Terminal } from '../terminal/terminal';

export interface CostOptions {
  readonly config: string;
  readonly json?: boolean;
}

export async function cost(options: CostOptions, terminal: Terminal): Promise<number> {
  const { config, deployment } = loadWhole(options.config);
  const estimate = estimateCost(config, deployment);
  const document = { currency: 'USD', source: PRICES_SOURCE, ...estimate };
  terminal.out.write(`${options.json ? jsonText(document, 2) : render(estimate, terminal)}\n`);
  return 0;
}

function render({ items, listed, afterFreeTier, once, assumptions }: CostEstimate, { color, out }: Terminal): string {
  const { bold, dim } = terminalColors(color);
  const table = layOutRows(
    [
      ['A MONTH', 'LIST PRICE', 'AFTER FREE TIER', ''].map((title) => dim(title)),
      ...items.map((item) => [item.name, dollars(item.listed), dollars(item.afterFreeTier), dim(item.detail)]),
    ],
    { toRight: [1, 2] },
  );
  const paragraphs = [
    ...once.map(({ detail, listed: price }) => `Once: ${dollars(price)} for ${detail}.`),
    ...assumptions.map((assumption) => `${assumption}.`),
    `Prices: ${PRICES_SOURCE}.`,
  ];
  return [
    `  ${bold(`${dollars(listed)} a month`)} at list prices, ${dollars(afterFreeTier)} after the free tier`,
    '',
    ...table.map((line) => shorten(line, columnsOf(out))),
    '',
    ...paragraphs.map((text) => wrapAt(text, columnsOf(out), '  ', '    ')),
  ].join('\n');
}

function dollars(amount: number): string {
  return amount > 0 && amount < 0.005 ? '< $0.01' : `$${amount.toFixed(2)}`;
}
