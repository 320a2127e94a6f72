/** A simulation with 10,000 services: whether the cost of a service depends on the number of others. */

import { startAwsApis } from './aws-apis';
import { makeCertificate } from './certificate';
import type { Minute } from './children/fleet-host';
import { createFleet, type Fleet, type Measured, SERVICES_A_SHARD } from './fleet-shard';
import { type Spread, spreadOf } from './statistics';
import type { Row, Target, Topic } from './topic';

const FLEETS = [200, 1_000, 5_000, 10_000];
/** With more shards, only some are measured after their first run: the first, which looks after the roster, and others. */
const MEASURED_SHARDS = 3;
const MINUTE_MS = 60_000;
/** Eleven minutes before an hour is over, so that its end is in the quiet time. */
const START = Date.parse('2026-11-23T09:49:00.000Z');
const WARM_UP = 5;
/** Twice the time in which each service is saved once; the hour's end is in the middle. */
const QUIET = 10;
/** The minutes of a measured process, by their numbers. It begins in the minute of the first run of all, so that no state is due to be saved. */
const COLD_AT = 0;
const QUIET_AT = COLD_AT + 1 + WARM_UP;
const FAILING_AT = QUIET_AT + QUIET;
/** All incidents have ended by then. */
const LAST = FAILING_AT + 2;
const TOLERANCE = 0.1;

type Phase = 'quiet' | 'failing' | 'cold';

const PHASES: Readonly<Record<Phase, { readonly name: string; readonly from: number; readonly count: number }>> = {
  quiet: { name: 'a quiet minute', from: QUIET_AT, count: QUIET },
  failing: { name: 'the minute when all fail', from: FAILING_AT, count: 1 },
  cold: { name: 'the first run of new processes', from: COLD_AT, count: 1 },
};

/** A fleet and the runs of its measured shards, the first shard first. */
interface FleetStory {
  readonly services: number;
  readonly shards: number;
  readonly stories: readonly (readonly Measured[])[];
}

export async function fleetCost(): Promise<Topic> {
  const certificate = await makeCertificate();
  // The smallest fleet is measured as often as the others: each time with a table of its own.
  const sizes = [...Array.from({ length: MEASURED_SHARDS - 1 }, () => SERVICES_A_SHARD), ...FLEETS];
  const fleets: Fleet[] = [];
  for (const services of sizes) {
    const apis = await startAwsApis(certificate, { latencyMs: 0, quietMs: null });
    fleets.push(await createFleet(services, apis));
  }
  for (const fleet of fleets) await runFirst(fleet);
  const lanes = await runLanes(fleets);
  for (const { end } of fleets) end();
  const measured = FLEETS.map((services): FleetStory => {
    const stories = lanes.filter(({ fleet }) => fleet.services === services).map(({ runs }) => runs);
    return { services, shards: services / SERVICES_A_SHARD, stories };
  });
  return topicOf(
    (Object.keys(PHASES) as Phase[]).flatMap((phase) => {
      const base = figuresOf(measured[0] as FleetStory, phase);
      return measured.map((fleet) => rowOf(fleet, phase, base));
    }),
  );
}

function minute(index: number): Minute {
  return { at: START + index * MINUTE_MS, failing: index === FAILING_AT };
}

/** All services have a state before any shard is measured: in the table, and on the roster. */
async function runFirst(fleet: Fleet): Promise<void> {
  for (let shard = 0; shard < fleet.shards; shard++) {
    const process = fleet.start(shard);
    await process.run(minute(0));
    process.end();
  }
}

interface Lane {
  readonly fleet: Fleet;
  readonly runs: readonly Measured[];
}

/** The shards of all fleets take turns, minute by minute, so that a noisy moment of the machine affects all of them. */
async function runLanes(fleets: readonly Fleet[]): Promise<readonly Lane[]> {
  const lanes = fleets.flatMap((fleet) =>
    measuredShards(fleet.shards).map((shard) => ({ fleet, process: fleet.start(shard), runs: [] as Measured[] })),
  );
  for (let index = COLD_AT; index <= LAST; index++) {
    for (const { process, runs } of lanes) runs.push(await process.run(minute(index)));
  }
  for (const { process } of lanes) process.end();
  return lanes;
}

function measuredShards(shards: number): readonly number[] {
  const count = Math.min(shards, MEASURED_SHARDS);
  return Array.from({ length: count }, (_, index) => Math.round((index * (shards - 1)) / Math.max(1, count - 1)));
}

function runsOf(runs: readonly Measured[], phase: Phase): readonly Measured[] {
  const { from, count } = PHASES[phase];
  return runs.slice(from - COLD_AT, from - COLD_AT + count);
}

interface Figures {
  readonly requests: number;
  readonly readUnits: number;
  readonly writeUnits: number;
  readonly bytes: number;
  readonly cpuMs: Spread | null;
}

/** Figures for each service and run. Shards that were not measured count as the mean of those that were, without the first. */
function figuresOf({ services, shards, stories }: FleetStory, phase: Phase): Figures {
  const ofPhase = stories.map((runs) => runsOf(runs, phase));
  const [first, ...others] = ofPhase as [readonly Measured[], ...(readonly Measured[])[]];
  const perService = (pick: (run: Measured) => number) => {
    const ofShard = (runs: readonly Measured[]) => meanOf(runs.map(pick));
    const rest = others.length === 0 ? 0 : (shards - 1) * meanOf(others.map(ofShard));
    return (ofShard(first) + rest) / services;
  };
  return {
    requests: perService(({ used }) => used.requests),
    readUnits: perService(({ used }) => used.readUnits),
    writeUnits: perService(({ used }) => used.writeUnits),
    bytes: perService(({ used }) => used.bytes),
    cpuMs: spreadOf(ofPhase.map((runs) => meanOf(runs.map(({ cpuMs }) => cpuMs)) / SERVICES_A_SHARD)),
  };
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function rowOf(fleet: FleetStory, phase: Phase, base: Figures): Row {
  const own = figuresOf(fleet, phase);
  const { requests, readUnits, writeUnits, bytes, cpuMs } = own;
  const ofPhase = fleet.stories.map((runs) => runsOf(runs, phase));
  const sent = ofPhase.map((runs) => runs.flatMap(({ sentAfterMs }) => sentAfterMs));
  const messages = meanOf(sent.map(({ length }) => length)) * fleet.shards;
  const last = Math.max(...sent.flat()) / 1_000;
  const peaks = ofPhase.map((runs) => runs.at(-1)?.peakMb ?? null);
  const counted = [requests, readUnits, writeUnits, bytes / 1_000].map((figure) => spreadOf([figure]));
  const alerts = messages === 0 ? [null, null] : [spreadOf([messages]), spreadOf([last])];
  return {
    name: `${fleet.services.toLocaleString('en')}: ${PHASES[phase].name}`,
    figures: [...counted, cpuMs, ...alerts, spreadOf(peaks)],
    targets: fleet.services === FLEETS[0] ? [] : targetsOf(own, base, phase),
  };
}

/** The cost of the first shard in the first run of a process is shared by more services in a larger fleet. Less CPU is no fault. */
function targetsOf(own: Figures, base: Figures, phase: Phase): readonly Target[] {
  const isLittleMore = (figure: number, reference: number) => figure <= (1 + TOLERANCE) * reference;
  const isFlat = (figure: number, reference: number) =>
    isLittleMore(figure, reference) && (phase === 'cold' || figure >= (1 - TOLERANCE) * reference);
  const counted = ['requests', 'readUnits', 'writeUnits', 'bytes'] as const;
  const cpu = own.cpuMs && base.cpuMs && isLittleMore(own.cpuMs.median, base.cpuMs.median);
  return [
    {
      wanted: `all counts ${phase === 'cold' ? 'at most 10 % more' : '±10 %'}`,
      met: counted.every((name) => isFlat(own[name], base[name])),
    },
    { wanted: 'CPU at most 10 % more', met: cpu },
  ];
}

function topicOf(rows: readonly Row[]): Topic {
  return {
    title: `A simulated fleet, ${SERVICES_A_SHARD} services in each shard; per service and run`,
    columns: ['requests', 'read units', 'write units', 'kB', 'CPU, ms', 'messages', 'the last after, s', 'peak, MB'],
    rows,
    note:
      "The Lambda's own handler, with stand-ins for the probe and the clock; the AWS APIs over TLS on loopback. Metrics: summary.\n" +
      `Of more than ${MEASURED_SHARDS} shards, ${MEASURED_SHARDS} are measured. A quiet minute: the mean of ten, with the end of an hour. CPU: the median of the\n` +
      'shards. Messages: of all shards, in simulated time, in which AWS answers at once.',
  };
}
