/** An Alertmanager in memory, which takes what the form of the receiver makes, and keeps alerts as the real one does. */

import type { Receiver } from '../../../lambda/core/deliver/receiver';
import type { PostRequest } from '../../../lambda/core/message/forms/receiver-form';
import { alertmanager, type PostableAlert } from '../../../lambda/receivers/alertmanager/form';

export interface MemoryAlertmanager {
  readonly receiver: Receiver;
  /** What it was sent: `opened a`, `again a`, `again a over`, in the order of the requests. */
  readonly log: string[];
  /** Whether it takes nothing. */
  isAway: boolean;
  /** `a` or `a slow`, of the alerts that are open at a time, in milliseconds since 1970. */
  openAt(now: number): readonly string[];
  annotationsOf(name: string): Readonly<Record<string, string>> | undefined;
  /** It forgets its alerts, as it does when it is restarted. */
  restart(): void;
}

export function memoryAlertmanager(id: string, now: () => number, validMs = 4 * 60_000): MemoryAlertmanager {
  const alerts = new Map<string, PostableAlert>();
  const log: string[] = [];
  const settings = { url: 'https://am.internal' };
  const take = (requests: readonly PostRequest[], word: string) => {
    if (memory.isAway) throw new Error('no connection (ECONNREFUSED)');
    for (const alert of requests.flatMap(({ body }): PostableAlert[] => JSON.parse(body))) {
      const name = nameOf(alert);
      const isOver = Date.parse(alert.endsAt) <= now();
      log.push(`${word} ${name}${isOver ? ' over' : ''}`);
      const before = alerts.get(name);
      alerts.set(name, before === undefined ? alert : merged(before, alert, now()));
    }
  };
  const memory: MemoryAlertmanager = {
    receiver: {
      id,
      fits: alertmanager.fits ?? (() => true),
      send: async (notification) => take([alertmanager.requestOf(notification, settings, now() + validMs)], 'sent'),
      sendNotice: async (notice) => take([alertmanager.noticeOf(notice, settings, now() + validMs)], 'sent'),
      renew: async (standing) => take(alertmanager.renewalsOf?.(standing, settings, now() + validMs) ?? [], 'again'),
    },
    log,
    isAway: false,
    openAt: (at) =>
      [...alerts]
        .filter(([, { endsAt }]) => Date.parse(endsAt) > at)
        .map(([name]) => name)
        .sort(),
    annotationsOf: (name) => alerts.get(name)?.annotations,
    restart: () => alerts.clear(),
  };
  return memory;
}

function nameOf({ labels: { service, receiver, problem, alertname } }: PostableAlert): string {
  const about = service ?? receiver;
  return alertname === 'ServiceDown' ? `${about}` : `${about} ${problem}`;
}

/** Source: prometheus/alertmanager, provider/mem/mem.go (`Put`) and types/types.go (`Merge`): alerts that overlap in time are merged, otherwise the later counts. */
function merged(old: PostableAlert, next: PostableAlert, now: number): PostableAlert {
  const [oldStart, oldEnd, start, end] = [old.startsAt, old.endsAt, next.startsAt, next.endsAt].map(Date.parse) as [
    number,
    number,
    number,
    number,
  ];
  const overlaps = (end > oldStart && end < oldEnd) || (start > oldStart && start < oldEnd);
  if (!overlaps) return next;
  const startsAt = oldStart < start ? old.startsAt : next.startsAt;
  const isNextOver = end <= now;
  const isOldOver = oldEnd <= now;
  const takesOldEnd = oldEnd > end && (isNextOver ? isOldOver : true);
  return { ...next, startsAt, endsAt: takesOldEnd ? old.endsAt : next.endsAt };
}
