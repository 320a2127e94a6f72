/** `statuswatch cost`: what deploying a config costs a month, before anything is deployed. */

import Table from 'cli-table3';
import { createColors } from 'picocolors';
import { type CostEstimate, estimateCost } from '../../lambda/core/cost';
import { checkerMemoryMb, shardCount } from '../../lambda/core/invocation';
import { PRICES_SOURCE } from '../../lambda/core/prices';
import { loadDeployment } from '../load-config';
import { NO_BORDERS } from '../run-table';
import type { Terminal } from '../terminal';

export interface CostOptions {
  readonly config: string;
  readonly json?: boolean;
}

export async function cost(options: CostOptions, terminal: Terminal): Promise<number> {
  const { config, deployment } = loadDeployment(options.config, 'none');
  const memoryMb = checkerMemoryMb(config, shardCount(config, deployment));
  const estimate = estimateCost(config, deployment, { memoryMb });
  const text = options.json
    ? JSON.stringify({ currency: 'USD', source: PRICES_SOURCE, ...estimate }, null, 2)
    : renderEstimate(estimate, terminal.color);
  terminal.out.write(`${text}\n`);
  return 0;
}

function renderEstimate(estimate: CostEstimate, color: boolean): string {
  const colors = createColors(color);
  const table = new Table({
    chars: NO_BORDERS,
    colAligns: ['left', 'right', 'right', 'left'],
    style: { 'padding-left': 0, 'padding-right': 3, compact: true, head: [], border: [] },
  });
  table.push(['A MONTH', 'LIST PRICE', 'AFTER FREE TIER', ''].map((title) => colors.dim(title)));
  for (const { name, listed, afterFreeTier, detail } of estimate.items) {
    table.push([name, dollars(listed), dollars(afterFreeTier), colors.dim(detail)]);
  }
  table.push([
    colors.bold('total'),
    colors.bold(dollars(estimate.listed)),
    colors.bold(dollars(estimate.afterFreeTier)),
    '',
  ]);
  const lines = table
    .toString()
    .split('\n')
    .map((line) => `  ${line.trimEnd()}`);
  return [
    ...lines,
    '',
    '  The same checks elsewhere, at list prices:',
    ...estimate.alternatives.map(({ name, listed }) => `  ${dollars(listed).padStart(9)}  ${name}`),
    '',
    ...estimate.assumptions.map((assumption) => colors.dim(`  Assumed: ${assumption}.`)),
    colors.dim(`  Prices: ${PRICES_SOURCE}.`),
  ].join('\n');
}

function dollars(amount: number): string {
  return amount > 0 && amount < 0.005 ? '< $0.01' : `$${amount.toFixed(2)}`;
}
