/** The timeline of a service, for an incident or for the present, in chronological order. */

import type { Condition } from '../../conditions/condition';
import { CHANGES_KEPT, type ServiceChange } from '../../history/service-change';
import type { Clue } from '../../incident/clue';
import { cluesTo } from '../../incident/clues/others-failing';
import { distinctIncidents, type Incident, openIncidents, openOutage } from '../../incident/incident';
import { checksOf, countedOnly } from '../../incident/incident-checks';
import { behindPeriodsOf } from '../../notify/behind';
import { ackPeriodsOf, HELD_ALERTS_KEPT, type HeldOnRequest, isSilenced } from '../../notify/held-alerts';
import { isHeldBackFromAll } from '../../notify/held-back';
import { type DeliveredAlert, type FoldedAlert, foldAlerts, sentAlerts } from '../../notify/sent';
import { overdueAlerts, type UnsentAlert } from '../../notify/unsent-alerts';
import type { Silence } from '../../silences/silence';
import type { ServiceState } from '../../state/service-state';
import { behindUntil } from '../silenced-document';
import type { ServiceFacts } from './deployment-facts';
import { type ChecksEntry, type GapEntry, isGap, rowsOf, sumsBefore } from './timeline-checks';

/** An entry in a timeline. `at` is when it happened or began. All times are in milliseconds since 1970. */
export type TimelineEntry =
  | ChecksEntry
  | GapEntry
  | (Pick<ServiceChange, 'at' | 'restarted' | 'version'> & { readonly kind: 'change' })
  | { readonly kind: 'opened' | 'resolved'; readonly at: number; readonly incident: Incident }
  /** A condition that holds and has no incident, so nobody is notified. */
  | { readonly kind: 'condition'; readonly at: number; readonly condition: Condition }
  | (FoldedAlert & { readonly kind: 'sent'; readonly at: number })
  /** An alert that is not certain to have been sent. */
  | { readonly kind: 'unsent'; readonly at: number; readonly unsent: UnsentAlert }
  | { readonly kind: 'silenced'; readonly at: number; readonly silenced: HeldOnRequest }
  | BehindEntry
  | AckEntry
  | { readonly kind: 'clue'; readonly at: number; readonly clue: Clue };

/** A period in which a needed service held back an incident's alerts; without `until` it goes on. */
export interface BehindEntry {
  readonly kind: 'behind';
  readonly at: number;
  readonly until?: number;
  /** The id of the needed service. */
  readonly service: string;
  /** The incident's id. */
  readonly of: string;
}

/** An acknowledgement of an incident; without `until` it is still in force. */
export interface AckEntry {
  readonly kind: 'ack';
  readonly at: number;
  readonly until?: number;
  readonly ack: IncidentAck;
  /** The incident's id. */
  readonly of: string;
}

/** The acknowledgement of an incident, in force or over. */
export interface IncidentAck extends Pick<Silence, 'id' | 'by' | 'from' | 'until'> {
  readonly note: string | null;
  readonly isOver: boolean;
}

/** A kind of fact that is not recorded, or no longer, for the time before `before`. */
export interface Unknown {
  readonly what: 'single_checks' | 'checks' | 'changes' | 'sent' | 'silenced';
  readonly before: number;
}

export interface Timeline {
  readonly from: number;
  readonly to: number;
  /** In chronological order. */
  readonly entries: readonly TimelineEntry[];
  readonly unknown: readonly Unknown[];
}

export interface TimelineOptions extends Pick<ServiceFacts, 'buckets'> {
  readonly state: ServiceState;
  /** `null` for the story of a time span. */
  readonly incident: Incident | null;
  /** The start of the story of a time span; by default 15 minutes before the last check. */
  readonly since?: number | null;
  readonly intervalMs: number;
  readonly now: number;
}

/** How long before and after an incident its story covers. */
const LEAD_MS = 30 * 60_000;
const TRAIL_MS = 15 * 60_000;

/** Returns the time that a story covers, and for which buckets have to be read. */
export function spanOfTimeline({
  state,
  incident,
  since,
  now,
}: Pick<TimelineOptions, 'state' | 'incident' | 'since' | 'now'>): Pick<Timeline, 'from' | 'to'> {
  if (incident === null) return { from: since ?? presentOf(state, now) - TRAIL_MS, to: now + 1 };
  if (incident.kind === 'outage') {
    const first = checksOf(incident, state.history.checks)[0]?.at ?? incident.openedAt;
    return { from: Math.min(first, incident.openedAt), to: (incident.over?.at ?? now) + 1 };
  }
  const end = incident.over === null ? now : Math.min(now, incident.over.at + TRAIL_MS);
  return { from: incident.openedAt - LEAD_MS, to: end + 1 };
}

/** Returns all stored incidents of a service, open ones first, then the latest first. */
export function incidentsOf(state: ServiceState): readonly Incident[] {
  const all = distinctIncidents(state);
  return [...all.filter(({ over }) => over === null), ...all.filter(({ over }) => over !== null).reverse()];
}

/** Returns when the present begins: at the last check, or at the first failing run that may become an outage. */
function presentOf({ latest, pending }: ServiceState, now: number): number {
  return Math.min(now, latest?.at ?? now, pending?.since ?? now);
}

/**
 * Returns the incident that people most likely mean: the open outage, an outage resolved in the 15 minutes before the last check, another
 * open incident, or another one resolved in these minutes. Returns `null` without one. While failing runs may become an outage, resolved
 * ones don't count. A budget incident that nobody was notified of, since people know the outage that spent it, never counts.
 */
export function lastIncident(state: ServiceState): Incident | null {
  const open = openOutage(state);
  if (open !== null) return open;
  const after = (state.latest?.at ?? Number.NEGATIVE_INFINITY) - TRAIL_MS;
  const isShown = (incident: Incident) => !isHeldBackFromAll(incident, state);
  const past = distinctIncidents(state).filter(({ over }) => over !== null && over.at >= after);
  const recent = state.pending === null ? past.filter(isShown) : [];
  const outage = recent.findLast(({ kind }) => kind === 'outage');
  return outage ?? openIncidents(state).find(isShown) ?? recent.at(-1) ?? null;
}

/** Builds the timeline. The buckets must cover `spanOfTimeline`; without them it has only the last checks. */
export function timelineOf(options: TimelineOptions): Timeline {
  const { state, incident } = options;
  const { from, to } = spanOfTimeline(options);
  const isWithin = (at: number) => at >= from && at < to;
  const outage = incident?.kind === 'outage' ? incident : null;
  const checks = outage === null ? state.history.checks : checksOf(outage, state.history.checks);
  const rows = rowsOf({
    state,
    intervalMs: options.intervalMs,
    checks: checks.filter(({ at }) => isWithin(at)),
    sums: outage === null ? sumsBefore(state, options.buckets, { from, to }) : [],
    counted: outage && countedOnly(outage, checks),
    cuts: [...state.changes.map((change) => change.at), ...endsOf(state)],
  });
  const sent = sentAlerts(state).filter((alert) => isWithin(sentTime(alert)) || alert.incident === incident?.id);
  const entries: readonly TimelineEntry[] = [
    ...rows,
    ...state.changes.map((change) => ({ kind: 'change' as const, ...change })).filter(({ at }) => isWithin(at)),
    ...incidentEntries(state, outage).filter(({ at }) => isWithin(at)),
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

/** Returns the time to show for an alert, never before its event. */
function sentTime({ at, sentAt }: DeliveredAlert): number {
  return Math.max(at, sentAt);
}

/** The order of entries at the same time: a cause comes before its effect. */
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

/** Returns the recoveries of outages, where rows are cut: the failing checks come before the recovery. */
function endsOf({ incidents }: ServiceState): readonly number[] {
  return incidents.flatMap(({ kind, over }) => (kind === 'outage' && over !== null ? [over.at] : []));
}

/**
 * Returns the beginnings and recoveries. At the same time an outage comes first, since it may have caused the others. The story of an outage
 * has no other outage, and no budget that burnt before it.
 */
function incidentEntries(state: ServiceState, outage: Incident | null): readonly TimelineEntry[] {
  const isShown = ({ kind, id, openedAt }: Incident) =>
    outage === null ||
    id === outage.id ||
    kind === 'condition' ||
    (kind === 'objective' && openedAt >= outage.openedAt);
  const all = incidentsOf(state).filter(isShown);
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

/** Returns the clues of an incident. A clue without a time stands at the incident's beginning. */
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

/** Returns the acknowledgements. One for several incidents appears once, with the incident of the story if that is one of them. */
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

/** Returns the facts that are not recorded. A full list has lost its older entries. */
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
