/** Notifications of invented incidents, made by the code of real notifications: only the probes are left out. */

import type { Config, Objective, Service } from '../../lambda/core/config/config';
import { TOPIC } from '../../lambda/core/deliver/receiver';
import type { Notification } from '../../lambda/core/message/notification';
import { hostOf } from '../../lambda/core/message/shared';
import type { Probe } from '../../lambda/core/probe/probe-request';
import type { Advanced } from '../../lambda/core/run/advance';
import { deliver } from '../../lambda/core/run/deliver';
import { type RunContext, startRun } from '../../lambda/core/run/run-context';
import { NO_SILENCING } from '../../lambda/core/silences/silencing';
import { nextState } from '../../lambda/core/state/next-state';
import { NEW_STATE, type ServiceState } from '../../lambda/core/state/service-state';
import type { Clock } from '../../lambda/core/words/clock';
import type { EventKind } from '../../lambda/core/words/codes';
import type { Sample } from './previews';
import { type SampleFinding, sampleCheck } from './sample-check';

/** The beginning of the outage in the stories, in milliseconds since 1970. */
export const SAMPLE_START = Date.parse('2026-11-21T09:30:00.000Z');
const MINUTE_MS = 60_000;
const POLICY = { failureThreshold: 1, successThreshold: 2, remindEveryMs: 4 * 60 * MINUTE_MS };
/** The length of the longest story. */
const LONGEST_MINUTES = 600;
/** The number of services in a story. */
const STORY_SERVICES = 6;

/** The findings of the runs from a minute on: for the service in question, for the last of the others, and for those between them. */
interface Scene {
  readonly from: number;
  readonly own: SampleFinding;
  readonly between: SampleFinding;
  readonly last: SampleFinding;
}

interface Story {
  readonly scenes: readonly Scene[];
  /** The story ends with the first notification of this event, or with the first notification from `notBefore` on. */
  readonly until: EventKind;
  readonly notBefore?: number;
  /** The objective of the services; missing for none. */
  readonly objective?: Objective;
}

const WELL = { own: 'well', between: 'well', last: 'well' } as const;
const BEFORE: Scene = { ...WELL, from: -5 };

/** Refused, then 503 for hours, then healthy again in another version. */
const ONE: readonly Scene[] = [
  BEFORE,
  { ...WELL, from: 0, own: 'refused' },
  { ...WELL, from: 4, own: 'http503' },
  { ...WELL, from: 251, own: 'newVersion' },
];

/** Deployed again, and refused three minutes later. */
const DEPLOYED: readonly Scene[] = [BEFORE, { ...WELL, from: -3, own: 'deployed' }];

const STORIES: Readonly<Record<Sample, Story>> = {
  opened: { scenes: [...DEPLOYED, { ...WELL, from: 0, own: 'refused' }], until: 'opened' },
  'opened-many': {
    scenes: [...DEPLOYED, { from: 0, own: 'refused', between: 'refused', last: 'well' }],
    until: 'opened',
  },
  updated: { scenes: ONE, until: 'updated' },
  reminder: { scenes: ONE, until: 'reminder' },
  resolved: { scenes: ONE, until: 'resolved' },
  'resolved-many': {
    scenes: [
      BEFORE,
      { from: 0, own: 'refused', between: 'refused', last: 'refused' },
      { ...WELL, from: 21, own: 'refused' },
    ],
    until: 'resolved',
  },
  'failing-again': {
    scenes: [
      BEFORE,
      { ...WELL, from: 0, own: 'http503' },
      { ...WELL, from: 3 },
      { ...WELL, from: 7, own: 'http503' },
      { ...WELL, from: 10 },
      { ...WELL, from: 20, own: 'http503' },
    ],
    until: 'opened',
    notBefore: 20,
  },
  degraded: { scenes: [BEFORE, { ...WELL, from: 0, own: 'expiring' }], until: 'opened' },
  budget: {
    scenes: [
      { ...WELL, from: -90 },
      { ...WELL, from: 0, own: 'slow' },
    ],
    until: 'opened',
    objective: {
      availability: 0.999,
      responseTime: { underMs: 800, share: 0.99 },
      windowMs: 30 * 24 * 60 * MINUTE_MS,
    },
  },
};

/**
 * The notifications that a story ends with, for `service`, or for it and other services of the config. The others are shown with its
 * severity and its environment, so that they can go out together.
 */
export async function sampleNotifications(
  sample: Sample,
  service: Service,
  config: Config,
): Promise<readonly Notification[]> {
  const { severity, environment } = service;
  const others = config.services.filter(({ id }) => id !== service.id).slice(0, STORY_SERVICES - 1);
  // A config with fewer services gets some more, so that each story is possible.
  const more = Array.from({ length: STORY_SERVICES - 1 - others.length }, (_, index) => ({
    ...service,
    id: `${service.id}-${index + 2}`,
  }));
  const { scenes, until, notBefore = 0, objective = null } = STORIES[sample];
  const common = { severity, environment, alerts: POLICY, objective };
  const all = [service, ...others, ...more].map((member) => ({ ...member, ...common }));
  // Services that are healthy throughout change nothing, and a story may be hours of runs.
  const services = scenes.some(({ between, last }) => between !== 'well' || last !== 'well') ? all : all.slice(0, 1);
  const context = { intervalMs: config.intervalMs, silences: [] };
  const states = new Map<string, ServiceState>();
  for (let minute = scenes[0]?.from ?? 0; ; minute++) {
    const scene = scenes.findLast(({ from }) => from <= minute) ?? BEFORE;
    const now = SAMPLE_START + minute * MINUTE_MS;
    for (const [index, member] of services.entries()) {
      const found = findingOf(index, scene);
      const machine = services.findIndex(({ statusUrl }) => hostOf(statusUrl) === hostOf(member.statusUrl));
      states.set(
        member.id,
        nextState(states.get(member.id) ?? NEW_STATE, sampleCheck(member, found, now, machine), context),
      );
    }
    const sent = await send(states, madeUpRun(config, all, now));
    if (minute >= notBefore && sent.some(({ alerts }) => alerts[0].event === until)) return sent;
    if (minute > LONGEST_MINUTES) throw new Error(`the sample story has no event ${until}`);
  }
}

function findingOf(index: number, { own, between, last }: Scene): SampleFinding {
  if (index === 0) return own;
  return index === STORY_SERVICES - 1 ? last : between;
}

/** Runs without requests and without notifying anybody: a due alert counts as sent. */
function madeUpRun(config: Config, services: readonly Service[], now: number): RunContext {
  let elapsed = 0;
  const clock: Clock = {
    now: () => now + elapsed,
    elapsed: () => elapsed,
    sleep: async (milliseconds) => {
      elapsed += milliseconds;
    },
  };
  const probe: Probe = async () => {
    throw new Error('a sample sends no request');
  };
  const ids = new Set(services.map(({ id }) => id));
  return {
    ...startRun(
      { ...config, services },
      { clock, probe },
      { others: config.services.filter(({ id }) => !ids.has(id)) },
    ),
    outputs: {
      store: { load: async () => [], save: async () => 'saved' },
      receivers: [{ id: TOPIC, send: async () => undefined }],
      publish: async () => undefined,
      history: { read: async () => new Map(), write: async () => true },
      links: {
        dashboard: null,
        logs: null,
        runbook: config.runbook,
        page: { url: 'https://status.example/', controls: true },
      },
    },
    known: { certain: true, snapshots: new Map(), warnings: [], failures: [] },
    silencing: { ...NO_SILENCING, drill: null, failures: [] },
    neededElsewhere: new Map(),
    pauses: new Map(),
  };
}

/** Sends the due alerts, and marks them as sent. */
async function send(states: Map<string, ServiceState>, run: RunContext): Promise<readonly Notification[]> {
  const advanced = [...states].map(
    ([id, state]): Advanced => ({
      id,
      now: run.startedAt,
      remindEveryMs: POLICY.remindEveryMs,
      check: null,
      before: { state, revision: null, unsaved: false },
      next: state,
      failures: [],
    }),
  );
  const { snapshots, sent } = await deliver(advanced, null, run);
  for (const [id, { state }] of snapshots) states.set(id, state);
  return sent;
}
