/** Receivers that refuse and take again, minute by minute: services that always fail, of which each receiver is reminded in each run. */

import { TOPIC } from '../../../../lambda/core/deliver/receiver';
import { noticeSummary } from '../../../../lambda/core/message/receiver-notice';
import { DEPLOYMENT } from '../../../../lambda/core/words/ids';
import { silenceAt } from '../../../support/core/silences';
import type { Fate, Script } from '../../../support/models/faults';
import { leftOver } from '../../../support/models/laws';
import { modelConfig } from '../../../support/models/model-config';
import { answerOf } from '../../../support/models/model-verdicts';
import { createWorld, THE_TOPIC, type WorldReceiver } from '../../../support/models/world';

export const RECEIVERS = [TOPIC, 'pager', 'phone'] as const;

const MINUTE_MS = 60_000;
const SERVICES = ['a', 'b'] as const;
const ALERTS = { failureThreshold: 1, successThreshold: 1, remindEveryMs: MINUTE_MS };

export interface StoryOptions {
  /** Whether each process has a part of the services; otherwise each has all. */
  readonly hasShards?: boolean;
  /** More about receivers. */
  readonly of?: (id: string) => Partial<WorldReceiver>;
}

/** Two processes; runs are of the first one, unless others are named. */
export function createRefusalsStory({ hasShards = false, of = () => ({}) }: StoryOptions = {}) {
  const receivers = RECEIVERS.map((id): WorldReceiver => ({ ...(id === TOPIC ? THE_TOPIC : { id }), ...of(id) }));
  const world = createWorld({
    processes: 2,
    watchesReceivers: true,
    ...(hasShards && { shards: SERVICES.map((id) => [id]) }),
  });
  const config = { ...modelConfig(SERVICES, () => ({ alerts: ALERTS })), groupFrom: null };
  /** What becomes of what a receiver is sent; those that are not named take it. */
  const sending = new Map<string, Fate>();
  /** The ids of receivers that have left the config. */
  const left = new Set<string>();
  const options = { isSilenced: false, script: [] as Script };
  let minute = 0;
  let taken = 0;
  return {
    world,
    sending,
    left,
    options,
    /** A run of some processes at once; the first of them may die. */
    run: async (at: number, who: readonly number[] = [0], death: Script = []) => {
      const stepMs = (at - minute) * MINUTE_MS;
      minute = at;
      const script = [
        ...options.script,
        ...[...sending].map(([id, fate]) => ({ call: 'send', of: id, fate }) as const),
      ];
      await Promise.all(
        who.map((process, index) =>
          world.run(process, {
            config,
            answer: (service) => answerOf('503', service),
            stepMs: index === 0 ? stepMs : 0,
            script: [...(index === 0 ? death : []), ...script],
            silences: options.isSilenced ? [silenceAt(world.begun() + stepMs)] : [],
            receivers: receivers.filter(({ id }) => !left.has(id)),
          }),
        ),
      );
    },
    /** What each was notified of since the last look, in the order in which it was. */
    take: () => {
      const arrived = world.notices.slice(taken);
      taken = world.notices.length;
      return RECEIVERS.flatMap((id) =>
        arrived.filter(({ receiver }) => receiver === id).map(({ notice }) => `${id}: ${noticeSummary(notice)}`),
      );
    },
    /** What the store has of receivers as open or owed. */
    open: () => leftOver(world).filter((what) => what.startsWith(DEPLOYMENT)),
  };
}

export type RefusalsStory = ReturnType<typeof createRefusalsStory>;
