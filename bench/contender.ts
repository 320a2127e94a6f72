/** The contenders: they are measured side by side, run by run, so that a noisy moment of the machine affects all of them. */

import { type Spread, spreadOf } from './statistics';
import type { Row, Target } from './topic';

export interface Sample {
  readonly wallMs: number;
  /** The wall time without that of the slowest service, by the contender's own clock. */
  readonly overSlowestMs: number | null;
  readonly cpuMs: number | null;
}

export interface Runs {
  readonly samples: readonly Sample[];
  readonly peakMb: number | null;
}

export interface Contender {
  readonly name: string;
  measure(runs: number): Promise<Runs>;
  end(): void;
}

/** A contender that isn't installed here, and the reason. */
export interface Absentee {
  readonly name: string;
  readonly absent: string;
}

export interface Figures {
  readonly name: string;
  readonly wall: Spread | null;
  readonly overSlowest: Spread | null;
  readonly cpu: Spread | null;
  readonly peakMb: number | null;
  readonly absent?: string;
}

export interface Schedule {
  readonly batches: number;
  readonly runsInBatch: number;
  /** The first runs of each contender, which aren't counted. */
  readonly warmUp: number;
}

/** Measures each contender in turn, batch after batch, and ends them all. */
export async function compete(
  contenders: readonly (Contender | Absentee)[],
  { batches, runsInBatch, warmUp }: Schedule,
): Promise<Figures[]> {
  const present = contenders.filter((contender) => 'measure' in contender);
  const results = new Map(
    present.map(({ name }) => [name, { samples: [] as Sample[], peakMb: null as number | null }]),
  );
  try {
    for (const contender of present) if (warmUp > 0) await contender.measure(warmUp);
    for (let batch = 0; batch < batches; batch++) {
      for (const contender of present) {
        const { samples, peakMb } = await contender.measure(runsInBatch);
        const result = results.get(contender.name);
        result?.samples.push(...samples);
        if (result) result.peakMb = peakMb;
      }
    }
  } finally {
    for (const contender of present) contender.end();
  }
  return contenders.map((contender) => {
    const { samples, peakMb } = results.get(contender.name) ?? { samples: [], peakMb: null };
    return { ...figuresOf(contender.name, samples, peakMb), ...('absent' in contender ? contender : {}) };
  });
}

function figuresOf(name: string, samples: readonly Sample[], peakMb: number | null): Figures {
  return {
    name,
    wall: spreadOf(samples.map(({ wallMs }) => wallMs)),
    overSlowest: spreadOf(samples.map(({ overSlowestMs }) => overSlowestMs)),
    cpu: spreadOf(samples.map(({ cpuMs }) => cpuMs)),
    peakMb,
  };
}

/** A contender's row; `pick` chooses the figures in the order of the columns. */
export function rowOf(
  figures: Figures,
  pick: (figures: Figures) => readonly (Spread | null)[],
  targets: readonly Target[] = [],
): Row {
  const { name, absent } = figures;
  return absent === undefined ? { name, figures: pick(figures), targets } : { name, absent };
}
