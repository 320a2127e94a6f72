/** The graphs that compare services with each other, as many as CloudWatch draws. */

import type { Config } from '../../lambda/core/config/config';
import { canCompare } from './series';

/** The most useful graphs first, each with its name in a text. */
const GRAPHS = {
  availability: 'availability',
  p95: 'response time p95',
  maximum: 'response time max',
  memory: 'memory',
  certificates: 'certificates',
  p50: 'response time p50',
  uptime: 'uptime',
} as const;

export type ComparedGraph = keyof typeof GRAPHS;

/**
 * Source: Amazon CloudWatch user guide, "CloudWatch service quotas": "Up to 500 metrics per dashboard widget. Up to 2500 metrics per
 * dashboard, across all widgets. These quotas include all metrics retrieved for use in metric math functions, even if those
 * metrics are not displayed on the graph." Further metrics are not drawn.
 */
const MOST_DRAWN = 2_500;
/** The metrics of the other widgets: they have half as many, even for few services. */
const OF_OTHER_WIDGETS = 100;

export interface ComparedGraphs {
  readonly shown: ReadonlySet<ComparedGraph>;
  /** The names of graphs that are only shown for fewer services. */
  readonly leftOut: readonly string[];
}

export function comparedGraphs(config: Config): ComparedGraphs {
  let free = MOST_DRAWN - OF_OTHER_WIDGETS;
  const shown = new Set<ComparedGraph>();
  const leftOut = [] as string[];
  for (const [graph, name] of Object.entries(GRAPHS) as [ComparedGraph, string][]) {
    const metrics = metricsOf(graph, config);
    if (metrics === 0) continue;
    if (metrics > free) {
      leftOut.push(name);
      continue;
    }
    shown.add(graph);
    free -= metrics;
  }
  return { shown, leftOut };
}

/** The number of metrics that a graph retrieves, by name or by a search: one of each service, or 0 if it can't be drawn. */
function metricsOf(graph: ComparedGraph, config: Config): number {
  if (graph === 'certificates') return certificates(config);
  // For few services memory is drawn as a share of its total, with a further metric; all of them together are few.
  return canCompare(config) ? config.services.length : 0;
}

function certificates(config: Config): number {
  const secure = secureServices(config).length;
  return canCompare(config, secure) ? secure : 0;
}

export function secureServices({ services }: Config) {
  return services.filter((service) => service.statusUrl.startsWith('https:'));
}
