/** The timeline of a service, of an incident or of now, in the order of time. */

import type { Condition } from '../../conditions/condition';
import { CHANGES_KEPT, type ServiceChange } from '../../history/service-change';
import type { Clue } from '../../incident/clue';
import { cluesTo } from '../../incident/clues/others-failing';
import { distinctIncidents, type Incident, openIncidents, openOutage } from '../../incident/incident';
import { behindPeriodsOf } from '../../notify/behind';
import { ackPeriodsOf, HELD_ALERTS_KEPT, type HeldOnRequest, isSilenced } from '../../notify/held-alerts';
import { isHeldBackFromAll } from '../../notify/held-back';
import { type DeliveredAlert, type FoldedAlert, foldAlerts, sentAlerts } from '../../notify/sent';
import { overdueAlerts, type UnsentAlert } from '../../notify/unsent-alerts';
import type { Silence } from '../../silences/silence';
import type { ServiceState } from '../../state/service-state';
import { behindUntil } from '../silenced-document';
import type { ServiceFacts } from './deployment-facts';
import { type ChecksEntry, type GapEntry, isGap, rowsOf } from './timeline-checks';

/** An entry of a timeline. `at` is when it was, or began, in milliseconds since 1970; so are all other times. */
export type TimelineEntry =
  | ChecksEntry
  | GapEntry
  | (Pick<ServiceChange, 'at' | 'restarted' | 'version'> & { readonly kind: 'change' })
  | { readonly kind: 'opened' | 'resolved'; readonly at: number; readonly incident: Incident }
  /** A condition that holds, and of which nobody is notified: others have incidents. */
  | { readonly kind: 'condition'; readonly at: number; readonly condition: Condition }
  | (FoldedAlert & { readonly kind: 'sent'; readonly at: number })
  /** An alert that is not yet sent for certain. */
  | { readonly kind: 'unsent'; readonly at: number; readonly unsent: UnsentAlert }
  | { readonly kind: 'silenced'; readonly at: number; readonly silenced: HeldOnRequest }
  | BehindEntry
  | AckEntry
  | { readonly kind: 'clue'; readonly at: number; readonly clue: Clue };

/** A service that was needed held back the beginning of an incident; without `until` it does so still. */
export interface BehindEntry {
  readonly kind: 'behind';
  readonly at: number;
  readonly until?: number;
  /** The id of the service that is needed. */
  readonly service: string;
  /** The incident's id. */
  readonly of: string;
}

/** An acknowledgement of an incident; without `until` it holds still. */
export interface AckEntry {
  readonly kind: 'ack';
  readonly at: number;
  readonly until?: number;
  readonly ack: IncidentAck;
  /** The incident's id. */
  readonly of: string;
}

/** That somebody is on an incident, or was. */
export interface IncidentAck extends Pick<Silence, 'id' | 'by' | 'from' | 'until'> {
  readonly note: string | null;
  readonly isOver: boolean;
}

/** Facts of the time before `before` that are not known, or not any more. */
export interface Unknown {
  readonly what: 'single_checks' | 'checks' | 'changes' | 'sent' | 'silenced';
  readonly before: number;
}

export interface Timeline {
  readonly from: number;
  readonly to: number;
  /** In the order of time. */
  readonly entries: readonly TimelineEntry[];
  readonly unknown: readonly Unknown[];
}

export interface TimelineOptions extends Pick<ServiceFacts, 'buckets'> {
  readonly state: ServiceState;
  /** `null` for the story of a time. */
  readonly incident: Incident | null;
  /** Where the story of a time begins; if it is missing, 15 minutes before the last check. */
  readonly since?: number | null;
  readonly intervalMs: number;
  readonly now: number;
}

/** How much of the time before and after an incident belongs to its story. */
const LEAD_MS = 30 * 60_000;
const TRAIL_MS = 15 * 60_000;

/** The time of a story: the buckets of it are to be read. */
export function spanOfTimeline({
  state,
  incident,
  since,
  now,
}: Pick<TimelineOptions, 'state' | 'incident' | 'since' | 'now'>): Pick<Timeline, 'from' | 'to'> {
  if (incident === null) return { from: since ?? presentOf(state, now) - TRAIL_MS, to: now + 1 };
  const end = incident.over === null ? now : Math.min(now, incident.over.at + TRAIL_MS);
  return { from: incident.openedAt - LEAD_MS, to: end + 1 };
}

/** All incidents of a service that are kept, open incidents first, then the latest first. */
export function incidentsOf(state: ServiceState): readonly Incident[] {
  const all = distinctIncidents(state);
  return [...all.filter(({ over }) => over === null), ...all.filter(({ over }) => over !== null).reverse()];
}

/** When the present of a service begins: with its last check, or with the failing runs that may become an outage. */
function presentOf({ latest, pending }: ServiceState, now: number): number {
  return Math.min(now, latest?.at ?? now, pending?.since ?? now);
}

/**
 * The incident that a service is asked about first: its open outage, an outage that ended in the 15 minutes before the last check, another
 * incident that is open, or another that ended in these minutes. `null` if there is none, and while failing runs may become an outage. The
 * incident of a budget of which nobody was notified, since people know the outage that spent it, does not count.
 */
export function lastIncident(state: ServiceState): Incident | null {
  const open = openOutage(state);
  if (open !== null) return open;
  const after = (state.latest?.at ?? Number.NEGATIVE_INFINITY) - TRAIL_MS;
  const isAsked = (incident: Incident) => !isHeldBackFromAll(incident, state);
  const past = distinctIncidents(state).filter(({ over }) => over !== null && over.at >= after);
  const recent = state.pending === null ? past.filter(isAsked) : [];
  const outage = recent.findLast(({ kind }) => kind === 'outage');
  return outage ?? openIncidents(state).find(isAsked) ?? recent.at(-1) ?? null;
}

/** Puts together all that is known. Its buckets are those of `spanOfTimeline`; without them only the last checks are known. */
export function timelineOf(options: TimelineOptions): Timeline {
  const { state, incident } = options;
  const { from, to } = spanOfTimeline(options);
  const isWithin = (at: number) => at >= from && at < to;
  const rows = rowsOf({
    ...options,
    from,
    to,
    cuts: [...state.changes.map((change) => change.at), ...endsOf(state)],
  });
  const sent = sentAlerts(state).filter((alert) => isWithin(sentTime(alert)) || alert.incident === incident?.id);
  const entries: readonly TimelineEntry[] = [
    ...rows,
    ...state.changes.map((change) => ({ kind: 'change' as const, ...change })).filter(({ at }) => isWithin(at)),
    ...incidentEntries(state).filter(({ at }) => isWithin(at)),
    ...shownConditions(state).filter(({ at }) => isWithin(at)),
    ...clueEntries(incident),
    ...foldAlerts(sent).map((folded) => ({ kind: 'sent' as const, at: sentTime(folded.alert), ...folded })),
    ...overdueAlerts(state, options.now)
      .map((unsent) => ({ kind: 'unsent' as const, at: unsent.at, unsent }))
      .filter(({ at, unsent }) => isWithin(at) || unsent.incident === incident?.id),
    ...state.heldAlerts
      .filter(isSilenced)
      .map((silenced) => ({ kind: 'silenced' as const, at: silenced.at, silenced }))
      .filter(({ at, silenced }) => isWithin(at) || silenced.incident === incident?.id),
    ...behindEntries(options).filter(({ at, of }) => isWithin(at) || of === incident?.id),
    ...ackEntries(options).filter(({ at, of }) => isWithin(at) || of === incident?.id),
  ];
  return {
    from,
    to,
    entries: [...entries].sort(byTime),
    unknown: unknownOf(state, rows, sent, { ...options, from, to }),
  };
}

/** An alert is never shown before its event. */
function sentTime({ at, sentAt }: DeliveredAlert): number {
  return Math.max(at, sentAt);
}

/** Of what has the same time, the cause comes before what came of it. */
const ORDER: readonly TimelineEntry['kind'][] = [
  ...([
    'gap',
    'change',
    'clue',
    'checks',
    'condition',
    'opened',
    'resolved',
    'silenced',
    'behind',
    'ack',
    'unsent',
    'sent',
  ] as const),
];

function byTime(left: TimelineEntry, right: TimelineEntry): number {
  return left.at - right.at || ORDER.indexOf(left.kind) - ORDER.indexOf(right.kind);
}

/** The failing checks of an outage come before its end: it ended with the first healthy check. */
function endsOf({ incidents }: ServiceState): readonly number[] {
  return incidents.flatMap(({ kind, over }) => (kind === 'outage' && over !== null ? [over.at] : []));
}

/** Of incidents that begin or end at the same time, the outage comes first: others may come of it. */
function incidentEntries(state: ServiceState): readonly TimelineEntry[] {
  const all = incidentsOf(state);
  const outages = all.filter(({ kind }) => kind === 'outage');
  const sorted = [...outages, ...all.filter((incident) => !outages.includes(incident))];
  return sorted.flatMap((incident): TimelineEntry[] => [
    { kind: 'opened', at: incident.openedAt, incident },
    ...(incident.over === null ? [] : [{ kind: 'resolved' as const, at: incident.over.at, incident }]),
  ]);
}

function shownConditions({ conditions, ...state }: ServiceState): readonly TimelineEntry[] {
  const hasIncident = ({ code }: Condition) =>
    openIncidents(state).some(({ kind, reason }) => kind === 'condition' && reason === code);
  return conditions
    .filter((condition) => !hasIncident(condition))
    .map((condition) => ({ kind: 'condition', at: condition.since, condition }));
}

/** A clue that lasts still, or of which no time is known, stands at the beginning of its incident. */
function clueEntries(incident: Incident | null): readonly TimelineEntry[] {
  if (incident === null) return [];
  return cluesTo(incident).map((clue) => ({ kind: 'clue', at: clue.at ?? incident.openedAt, clue }));
}

function behindEntries({ state, now }: TimelineOptions): readonly BehindEntry[] {
  return distinctIncidents(state).flatMap(({ id, over }) =>
    behindPeriodsOf(state.heldAlerts, id).map((held): BehindEntry => {
      const entry = { kind: 'behind', at: held.at, service: held.hold.id, of: id } as const;
      const until = behindUntil(held, over !== null, now);
      return until === null ? entry : { ...entry, until };
    }),
  );
}

function incidentAck({ over }: Incident, { at, hold }: HeldOnRequest, now: number): IncidentAck {
  const { id, by, reason: note, until } = hold;
  return { id, by, note, from: at, until, isOver: over !== null || until <= now };
}

/** An acknowledgement of several incidents is shown once: if it can be, with the incident of the story. */
function ackEntries({ state, incident, now }: TimelineOptions): readonly AckEntry[] {
  const own = state.incidents.filter(({ id }) => id === incident?.id);
  const all = [...own, ...distinctIncidents(state)].flatMap((acknowledged) =>
    ackPeriodsOf(state.heldAlerts, acknowledged.id).map((period): AckEntry => {
      const ack = incidentAck(acknowledged, period, now);
      return { kind: 'ack', at: ack.from, ack, of: acknowledged.id, ...(ack.isOver && { until: ack.until }) };
    }),
  );
  return [...new Map(all.reverse().map((entry) => [entry.ack.id, entry])).values()];
}

/** Lists that are full have lost what came before. */
function unknownOf(
  { latest, changes, heldAlerts, history }: ServiceState,
  rows: readonly (ChecksEntry | GapEntry)[],
  sent: readonly DeliveredAlert[],
  { from, to, intervalMs }: Pick<Timeline, 'from' | 'to'> & Pick<TimelineOptions, 'intervalMs'>,
): readonly Unknown[] {
  const checks = rows.filter((row) => row.kind === 'checks');
  const sums = checks.filter(({ stepMs }) => stepMs !== null);
  const first = checks[0]?.at ?? to;
  const afterOthers = sent.filter(({ isAfterOthers }) => isAfterOthers);
  const lost = (what: Unknown['what'], full: boolean, before = 0): readonly Unknown[] =>
    full && before > from ? [{ what, before }] : [];
  return [
    // The deployment itself is never checked.
    ...lost('checks', latest !== null && isGap(from, first, intervalMs), first),
    ...lost('single_checks', sums.length > 0, history.checks[0]?.at ?? sums.at(-1)?.until),
    ...lost('changes', changes.length >= CHANGES_KEPT, changes[0]?.at),
    ...lost('sent', afterOthers.length > 0, afterOthers.at(-1)?.sentAt),
    ...lost('silenced', heldAlerts.length >= HELD_ALERTS_KEPT, heldAlerts[0]?.at),
  ];
}
