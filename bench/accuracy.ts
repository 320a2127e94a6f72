/** Topic: how well faults are detected, beside blackbox_exporter with Prometheus and Alertmanager. Takes a quarter of an hour. */

import { setTimeout as wait } from 'node:timers/promises';
import { type FailingResolver, failingResolver } from './accuracy/resolver';
import { CONTROLS, SCENARIOS, type Scenario, type World } from './accuracy/scenarios';
import { type Message, startTools, TOOLS, type Tool } from './accuracy/tools';
import { makeCertificates } from './certificate';
import { formatSpread, spreadOf } from './statistics';
import type { Row, Topic } from './topic';
import { startProgram } from './workplace';

/** `ROUNDS` sets how often each fault is tried. */
const ROUNDS = Number(process.env.ROUNDS ?? 10);
/** How many rounds go on at once, with processes and services of their own. */
const AT_ONCE = 2;
/** A round: healthy, then broken after a part of the interval, then healthy again. The fault outlasts `for: 1m`. */
const HEALTHY_MS = 25_000;
const PHASE_MS = 10_000;
const BROKEN_MS = 90_000;
const RECOVERY_MS = 50_000;
/** A check that began while a service was broken is over by then. */
const LATE_MS = 20_000;

/** One fault of one round, and all that was said of its service. */
interface Trial {
  readonly scenario: Scenario;
  readonly brokenAt: number;
  readonly healedAt: number;
  readonly messages: readonly Message[];
}

export async function accuracy(): Promise<Topic> {
  const resolver = await failingResolver();
  const rounds = Array.from({ length: ROUNDS }, (_, index) => index);
  const trials: Trial[] = [];
  const lane = async () => {
    for (let round = rounds.shift(); round !== undefined; round = rounds.shift()) {
      trials.push(...(await playRound(`round-${round}`, resolver)));
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
  } finally {
    resolver?.end();
  }
  const faults = trials.filter(({ scenario }) => SCENARIOS.includes(scenario));
  const skipped = SCENARIOS.filter((scenario) => !isPossible(scenario, resolver));
  return {
    title: `Detection of ${SCENARIOS.length - skipped.length} faults in ${ROUNDS} rounds, checked every 10 s`,
    columns: TOOLS,
    rows: [...SCENARIOS.map((scenario) => scenarioRow(scenario, faults, skipped)), ...summaryRows(trials, faults)],
    note:
      'A fault: how often it was notified of, and the seconds from its beginning to the message, as median (least–most).\n' +
      'Each lasts 90 s, and begins at a random time within the interval. Right cause: the message names it by a code.\n' +
      `Other causes that statuswatch named: ${otherCauses(faults).join(', ') || 'none'}.`,
  };
}

function isPossible({ needs }: Scenario, resolver: FailingResolver | null): boolean {
  return needs !== 'resolver' || resolver !== null;
}

/** Breaks all services at once, heals them, and ends all processes. */
async function playRound(id: string, resolver: FailingResolver | null): Promise<Trial[]> {
  const certificates = await makeCertificates();
  const world: World = {
    id,
    certificates,
    setDns: (host, fault) => (fault === null ? resolver?.faults.delete(host) : resolver?.faults.set(host, fault)),
  };
  const scenarios = [...SCENARIOS, ...CONTROLS].filter((scenario) => isPossible(scenario, resolver));
  const targets = await Promise.all(scenarios.map((scenario) => scenario.serve(world)));
  const services = scenarios.map(({ name }, index) => ({ id: name, baseUrl: targets[index]?.baseUrl ?? '' }));
  const broken = targets.slice(0, targets.length - CONTROLS.length);
  const tools = await startTools(services, certificates.ca, resolver?.start ?? startProgram);
  try {
    await wait(HEALTHY_MS + Math.random() * PHASE_MS);
    const brokenAt = Date.now();
    await Promise.all(broken.map((target) => target.breakIt()));
    await wait(BROKEN_MS);
    const healedAt = Date.now();
    await Promise.all(broken.map((target) => target.heal()));
    await wait(RECOVERY_MS);
    return scenarios.map((scenario) => {
      const messages = tools.messages.filter(({ service }) => service === scenario.name);
      return { scenario, brokenAt, healedAt, messages };
    });
  } finally {
    tools.end();
    for (const target of targets) target.end();
  }
}

const openings = ({ messages, brokenAt, healedAt }: Trial, tool: Tool) =>
  messages.filter((one) => one.tool === tool && one.isOpening && one.at >= brokenAt && one.at < healedAt);

/** Whether the first message names the fault. */
function isNamed(trial: Trial, tool: Tool): boolean {
  const reason = openings(trial, tool)[0]?.reason ?? null;
  return reason !== null && trial.scenario.reasons.includes(reason);
}

function otherCauses(faults: readonly Trial[]): string[] {
  const wrong = faults.filter((trial) => openings(trial, 'statuswatch').length > 0 && !isNamed(trial, 'statuswatch'));
  return [...new Set(wrong.map((trial) => `${trial.scenario.name}: ${openings(trial, 'statuswatch')[0]?.reason}`))];
}

/** Seconds from the beginning of each detected fault to its first message. */
function delays(trials: readonly Trial[], tool: Tool): number[] {
  return trials.flatMap((trial) =>
    openings(trial, tool)
      .slice(0, 1)
      .map(({ at }) => (at - trial.brokenAt) / 1_000),
  );
}

function scenarioRow(scenario: Scenario, faults: readonly Trial[], skipped: readonly Scenario[]): Row {
  const { name } = scenario;
  if (skipped.includes(scenario)) return { name, absent: 'skipped: needs root, and port 53 of 127.0.0.1' };
  const trials = faults.filter((trial) => trial.scenario === scenario);
  const cell = (tool: Tool) => {
    const seconds = delays(trials, tool);
    const found = `${seconds.length} of ${trials.length}`;
    return seconds.length === 0 ? found : `${found}: ${formatSpread(spreadOf(seconds))}`;
  };
  return { name, figures: TOOLS.map(cell) };
}

function summaryRows(trials: readonly Trial[], faults: readonly Trial[]): Row[] {
  const row = (name: string, cell: (tool: Tool) => string): Row => ({ name, figures: TOOLS.map(cell) });
  const share = (part: number, whole: number) => `${part} of ${whole}`;
  const detected = (tool: Tool) => faults.filter((trial) => openings(trial, tool).length > 0);
  return [
    row('all: detected', (tool) => share(detected(tool).length, faults.length)),
    row('all: seconds to the message, median and p95', (tool) => {
      const seconds = delays(faults, tool).sort((left, right) => left - right);
      const at = (quantile: number) => (seconds[Math.ceil(quantile * seconds.length) - 1] ?? Number.NaN).toFixed(1);
      return `${at(0.5)} and ${at(0.95)}`;
    }),
    row('all: right cause', (tool) => {
      const right = detected(tool).filter((trial) => isNamed(trial, tool));
      return share(right.length, detected(tool).length);
    }),
    row('all: recovery notified within 50 s', (tool) => {
      const recovered = detected(tool).filter(({ messages, healedAt }) =>
        messages.some((one) => one.tool === tool && one.isOver && one.at >= healedAt),
      );
      return share(recovered.length, detected(tool).length);
    }),
    row('all: messages a fault', (tool) => {
      const count = faults.flatMap(({ messages }) => messages).filter((one) => one.tool === tool).length;
      return (count / Math.max(1, detected(tool).length)).toFixed(2);
    }),
    row('false notifications', (tool) => {
      const falseOnes = ({ scenario, brokenAt, healedAt, messages }: Trial) =>
        messages.filter(
          ({ tool: of, isOpening, at }) =>
            of === tool && isOpening && (CONTROLS.includes(scenario) || at < brokenAt || at > healedAt + LATE_MS),
        ).length;
      return String(trials.reduce((sum, trial) => sum + falseOnes(trial), 0));
    }),
  ];
}
